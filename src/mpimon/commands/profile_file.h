// FILE, the profile that a subcommand reads: "-" is standard input.
#ifndef MPIMON_COMMANDS_PROFILE_FILE_H
#define MPIMON_COMMANDS_PROFILE_FILE_H

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "profile/read/profile.h"

namespace mpimon {

void add_profile_argument(CLI::App &command, std::string &file);

// Throws ProfileError, or Failure if standard input cannot be read.
Profile read_profile_argument(const std::string &file);

// --partial: take what can be read of damaged or incomplete profiles.
CLI::Option *add_partial_option(CLI::App &command, bool &partial);

// The profile, for what must not overlook that a part is missing: throws Failure if it is damaged, incomplete or has no
// process. With `partial` the first two are only printed, as what `subcommand` says.
Profile read_whole_profile(const std::string &file, bool partial, std::string_view subcommand);

// Throws Failure if no process has a timeline.
void require_timeline(const Profile &profile);

// The name of FILE in messages.
std::string profile_argument_name(const std::string &file);

}  // namespace mpimon

#endif
