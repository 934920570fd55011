// What plugins did, for programs.
#ifndef MPIMON_RENDER_PLUGINS_JSON_H
#define MPIMON_RENDER_PLUGINS_JSON_H

#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// The member `plugins`, with a row for each rank and plugin; nothing if there were none.
void write_plugins(const Profile &profile, JsonStream &json);

}  // namespace mpimon

#endif
