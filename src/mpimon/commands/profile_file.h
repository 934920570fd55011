// FILE, the profile that a subcommand reads: "-" is standard input.
#ifndef MPIMON_COMMANDS_PROFILE_FILE_H
#define MPIMON_COMMANDS_PROFILE_FILE_H

#include <CLI/CLI.hpp>
#include <string>

#include "profile/read/profile.h"

namespace mpimon {

void add_profile_argument(CLI::App &command, std::string &file);

// Throws ProfileError, or Failure if standard input cannot be read.
Profile read_profile_argument(const std::string &file);

// The name of FILE in messages.
std::string profile_argument_name(const std::string &file);

}  // namespace mpimon

#endif
