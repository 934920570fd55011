// Waits, sizes of collectives, and timed calls of these, as JSON: what was counted, and for whom it was.
#ifndef MPIMON_RENDER_WAITING_JSON_H
#define MPIMON_RENDER_WAITING_JSON_H

#include "analysis/names/names.h"
#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// All write nothing where there is nothing, as in profiles of earlier versions.
void write_collective_sizes(const Profile &profile, JsonStream &json);
void write_trials(const Profile &profile, JsonStream &json);
void write_waits(const Profile &profile, ClassSet classes, JsonStream &json);

}  // namespace mpimon

#endif
