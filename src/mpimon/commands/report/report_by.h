// A breakdown as a table for people, and as JSON for programs.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_BY_H
#define MPIMON_COMMANDS_REPORT_REPORT_BY_H

#include <string>

#include "analysis/summary/breakdown.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// `by` is the first column's title; `top`: how many rows at most.
std::string breakdown_text(const Breakdown &breakdown, const std::string &by, size_t top, const Style &style);

// With all rows.
std::string breakdown_json(const Profile &profile, const Breakdown &breakdown, const std::string &by);

}  // namespace mpimon

#endif
