// Traffic as CSV.
#ifndef MPIMON_COMMANDS_EXPORT_CSV_H
#define MPIMON_COMMANDS_EXPORT_CSV_H

#include <string>

#include "analysis/names/names.h"
#include "analysis/traffic/asked_volumes.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// A row for each source, destination, class and path. `foreign`: with processes of other worlds. `places`: with the
// columns `locality` and `transport` at the end. Throws AnalysisError if these were not recorded.
void write_csv(const Profile &profile, ClassSet classes, bool foreign, bool places, Output &output);

// The same with what calls of collectives asked for, apart by operation and algorithm.
AskedGaps write_csv_by_algorithm(const Profile &profile, ClassSet classes, bool foreign, Output &output);

// Files of MPI-IO: a row for each rank, file and kind of call.
void write_csv_of_files(const Profile &profile, Output &output);

// How long ranks waited, and for whom: a row for each waiter and culprit.
void write_waiting_csv(const Profile &profile, ClassSet classes, Output &output);

// The waits that this follows from, as they were counted.
void write_waits_csv(const Profile &profile, ClassSet classes, Output &output);

// The user's calls of collectives by size, one row for each rank, communicator, operation, algorithm, root role and
// bin.
void write_collective_sizes_csv(const Profile &profile, Output &output);

// A row for each rank: where and when it ran, and how it ended.
void write_ranks_csv(const Profile &profile, Output &output);

// A row for each communicator, with its origin.
void write_communicators_csv(const Profile &profile, Output &output);

}  // namespace mpimon

#endif
