// Timelines as JSON.
#ifndef MPIMON_RENDER_TIMELINE_JSON_H
#define MPIMON_RENDER_TIMELINE_JSON_H

#include "analysis/names/names.h"
#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// The member "timelines", with an element for each process; nothing if there are none. `classes` limits traffic.
void write_timelines(const Profile &profile, ClassSet classes, JsonStream &json);

}  // namespace mpimon

#endif
