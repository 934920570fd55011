// What overlap made of the program's calls, by where they are in its source, for people and for programs.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_OVERLAP_H
#define MPIMON_COMMANDS_REPORT_REPORT_OVERLAP_H

#include <string>

#include "mpimon/commands/report/report_text.h"

namespace mpimon {

// Throw Failure where the job ran without MPIR_CVAR_OVERLAP.
std::string overlap_text(const ReportView &view, const Style &style);
std::string overlap_json(const ReportView &view);

}  // namespace mpimon

#endif
