// What was made asynchronous, and what was not, by why.
#ifndef MPIMON_OVERLAP_COUNTERS_ARRAY_H
#define MPIMON_OVERLAP_COUNTERS_ARRAY_H

#include <cstdint>

#include "../mpich/overlap/overlap_counters.h"

namespace mpimon::overlap {

extern std::uint64_t counters[MPIMON_OVERLAP_COUNTERS];

// Why a call stays synchronous: layout/overlap.h says what each means.
enum class Reason {
    kNone = -1,
    kSmall = MPIMON_OVERLAP_SMALL,
    kFast = MPIMON_OVERLAP_FAST,
    kStatus = MPIMON_OVERLAP_STATUS,
    kWildcard = MPIMON_OVERLAP_WILDCARD,
    kErrors = MPIMON_OVERLAP_ERRORS,
    kThreads = MPIMON_OVERLAP_THREADS,
    kOutstanding = MPIMON_OVERLAP_OUTSTANDING,
    kMemory = MPIMON_OVERLAP_MEMORY,
    kShared = MPIMON_OVERLAP_SHARED,
    kSignals = MPIMON_OVERLAP_SIGNALS,
    kKernel = MPIMON_OVERLAP_KERNEL,
    kFull = MPIMON_OVERLAP_FULL,
};

// Writes the counters to standard error.
void show_counters(int rank);

}  // namespace mpimon::overlap

#endif
