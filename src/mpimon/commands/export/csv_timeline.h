// Timelines as CSV.
#ifndef MPIMON_COMMANDS_EXPORT_CSV_TIMELINE_H
#define MPIMON_COMMANDS_EXPORT_CSV_TIMELINE_H

#include "analysis/names/names.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// A row for each rank, interval, class and direction in which a message was counted; and one for each rank and
// interval, of no class and direction, with collectives, waiting, memory and gauges. Times are in nanoseconds since
// 1970-01-01 00:00 UTC.
void write_timeline_csv(const Profile &profile, ClassSet classes, Output &output);

}  // namespace mpimon

#endif
