// All that a profile holds, as JSON.
#ifndef MPIMON_MPIMON_PROFILE_JSON_H
#define MPIMON_MPIMON_PROFILE_JSON_H

#include <nlohmann/json.hpp>
#include <string>

#include "mpimon/words.h"
#include "profile/profile.h"

namespace mpimon {

using Json = nlohmann::ordered_json;

// The parts that other subcommands show too.
Json job_json(const Profile &profile);
Json notes_json(const Profile &profile);

// Indented text with a newline at its end; bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json &json);

// Flows come as columns: element i of every array belongs to flow i. `classes` limits flows and histograms.
std::string profile_json(const Profile &profile, ClassSet classes);

}  // namespace mpimon

#endif
