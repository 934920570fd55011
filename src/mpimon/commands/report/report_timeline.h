// What was counted in the course of time, for people and for programs.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_TIMELINE_H
#define MPIMON_COMMANDS_REPORT_REPORT_TIMELINE_H

#include <string>

#include "analysis/timeline/series.h"
#include "mpimon/commands/report/report_text.h"

namespace mpimon {

// A page of all that there is, with the busiest steps. `classes_named`: classes are told apart, since the user names
// some.
std::string timeline_text(const ReportView &view, bool classes_named, const Style &style);
std::string timeline_json(const ReportView &view, bool classes_named);

}  // namespace mpimon

#endif
