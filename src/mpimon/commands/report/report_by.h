// A breakdown as a table for people, and as JSON for programs.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_BY_H
#define MPIMON_COMMANDS_REPORT_REPORT_BY_H

#include <string>

#include "analysis/summary/calls/breakdown.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// "function" and so on. Throws WrongArgument for another word.
By by_named(const std::string &name);

std::string breakdown_text(const ReportView &view, const Breakdown &breakdown, const Style &style);

// The breakdown as JSON, with all rows.
std::string breakdown_json(const Profile &profile, const Breakdown &breakdown, ClassSet classes);

}  // namespace mpimon

#endif
