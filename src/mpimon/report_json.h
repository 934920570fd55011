#ifndef MPIMON_MPIMON_REPORT_JSON_H
#define MPIMON_MPIMON_REPORT_JSON_H

#include <string>

#include "mpimon/summary.h"

namespace mpimon {

// The report for programs, with all rows of every table.
std::string report_json(const Profile &profile, const Summary &summary);

}  // namespace mpimon

#endif
