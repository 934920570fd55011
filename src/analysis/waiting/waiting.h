// How much of its time in MPI a job waited, for whom and in what.
#ifndef MPIMON_ANALYSIS_WAITING_WAITING_H
#define MPIMON_ANALYSIS_WAITING_WAITING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/waiting/culprits.h"
#include "profile/read/profile.h"

namespace mpimon {

struct WaitKindTotals {
    mpimon_wait_kind kind = MPIMON_WAIT_SENDER;
    mpimon_class traffic_class = MPIMON_CLASS_P2P;
    uint32_t operation = kNoOperation;  // of a collective; index into Profile::names
    uint64_t waits = 0;
    uint64_t time_ns = 0;
    uint64_t longest_ns = 0;
};

struct CulpritTotals {
    uint32_t culprit = MPIMON_PEER_UNKNOWN;
    uint64_t time_ns = 0;
    size_t waiters = 0;  // ranks that waited for it
    bool estimated = false;
};

struct Waiting {
    uint64_t waits = 0;
    uint64_t time_ns = 0;
    std::optional<double> mpi_seconds;  // in MPI functions, of the processes that waited; nothing: not recorded
    std::vector<WaitKindTotals> kinds;  // the longest time first, as in the following
    std::vector<CulpritTotals> culprits;
    std::vector<CulpritTime> pairs;
};

Waiting summarize_waiting(const Profile &profile, ClassSet classes);

}  // namespace mpimon

#endif
