// All that a profile holds, as JSON.
#ifndef MPIMON_RENDER_PROFILE_JSON_H
#define MPIMON_RENDER_PROFILE_JSON_H

#include "analysis/names/names.h"
#include "analysis/traffic/asked_volumes.h"
#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// The parts that other subcommands show too.
Json job_json(const Profile &profile);
Json diagnostics_json(const Profile &profile);

// Flows come as columns: element i of every array belongs to flow i. `classes` limits flows and histograms.
// `with_asked`: with the volumes that calls of collectives asked for, pair by pair, of which a large job has many.
AskedGaps write_profile_json(const Profile &profile, ClassSet classes, bool with_asked, Output &output);

}  // namespace mpimon

#endif
