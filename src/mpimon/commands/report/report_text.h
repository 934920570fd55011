#ifndef MPIMON_COMMANDS_REPORT_REPORT_TEXT_H
#define MPIMON_COMMANDS_REPORT_REPORT_TEXT_H

#include <string>

#include "analysis/summary/summary.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// What could not be read of the profile, as a warning; empty where it is whole.
std::string damage_text(const Profile &profile, const std::string &file, const Style &style);

// The report as text for people. `top`: how many rows the longer tables show at most.
std::string report_text(const Profile &profile, const Summary &summary, const std::string &file, ClassSet classes,
                        size_t top, const Style &style);

}  // namespace mpimon

#endif
