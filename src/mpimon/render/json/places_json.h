// Where processes are, in JSON.
#ifndef MPIMON_RENDER_PLACES_JSON_H
#define MPIMON_RENDER_PLACES_JSON_H

#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// `place` is known. Objects of the hardware that are not are null.
Json place_json(const Profile &profile, const Place &place);

// Nodes, transports and descriptions of hardware; nothing if the profile has no places.
void write_places(const Profile &profile, JsonStream &json);

}  // namespace mpimon

#endif
