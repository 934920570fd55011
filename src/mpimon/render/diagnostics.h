// What is wrong with a profile, as users are told.
#ifndef MPIMON_COMMANDS_DIAGNOSTICS_H
#define MPIMON_COMMANDS_DIAGNOSTICS_H

#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// "at byte 17: ..." for each diagnostic, and at the end "and 3 more" if not all are listed.
std::vector<std::string> diagnostic_lines(const Profile &profile);

// "and 3 more"
std::string unlisted_diagnostics_text(const Profile &profile);

// Prints them to standard error, as what `subcommand` says of `file`.
void print_diagnostics(const Profile &profile, std::string_view subcommand, const std::string &file);

}  // namespace mpimon

#endif
