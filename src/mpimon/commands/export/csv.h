// Traffic as CSV.
#ifndef MPIMON_COMMANDS_EXPORT_CSV_H
#define MPIMON_COMMANDS_EXPORT_CSV_H

#include "analysis/names/names.h"
#include "analysis/traffic/asked_volumes.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// A row for each source, destination, class and path. `foreign`: with processes of other worlds.
void write_csv(const Profile &profile, ClassSet classes, bool foreign, Output &output);

// The same with what calls of collectives asked for, apart by operation and algorithm.
AskedGaps write_csv_by_algorithm(const Profile &profile, ClassSet classes, bool foreign, Output &output);

}  // namespace mpimon

#endif
