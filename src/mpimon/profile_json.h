// All that a profile holds, as JSON.
#ifndef MPIMON_MPIMON_PROFILE_JSON_H
#define MPIMON_MPIMON_PROFILE_JSON_H

#include "mpimon/json_stream.h"
#include "mpimon/words.h"
#include "profile/read/profile.h"

namespace mpimon {

// The parts that other subcommands show too.
Json job_json(const Profile &profile);
Json notes_json(const Profile &profile);

// Flows come as columns: element i of every array belongs to flow i. `classes` limits flows and histograms.
void write_profile_json(const Profile &profile, ClassSet classes, Output &output);

}  // namespace mpimon

#endif
