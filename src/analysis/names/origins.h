// Communicators by where they come from.
#ifndef MPIMON_ANALYSIS_NAMES_ORIGINS_H
#define MPIMON_ANALYSIS_NAMES_ORIGINS_H

#include <string>
#include <string_view>

#include "profile/read/profile.h"

namespace mpimon {

// "(context 0x84000006)".
std::string context_name(const Communicator &communicator);

// The name that the program gave it, else where it comes from, "cart 2×2 of MPI_COMM_WORLD", else its context.
// Different communicators may have the same.
std::string communicator_name(const Profile &profile, const Communicator &communicator);

// The same without a context, which MPICH gives out anew in each run.
std::string name_in_any_run(const Profile &profile, const Communicator &communicator);

// "cartesian", "graph", "distributed graph"; empty for none.
std::string_view topology_name(mpimon_topology topology);

}  // namespace mpimon

#endif
