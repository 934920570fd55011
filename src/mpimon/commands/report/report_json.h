#ifndef MPIMON_COMMANDS_REPORT_REPORT_JSON_H
#define MPIMON_COMMANDS_REPORT_REPORT_JSON_H

#include <string>

#include "analysis/summary/summary.h"

namespace mpimon {

// The report for programs, with all rows of every table and as many pairs as the summary lists.
std::string report_json(const Profile &profile, const Summary &summary, ClassSet classes, size_t top);

}  // namespace mpimon

#endif
