// Several searches for better places at once.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_RUNS_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_RUNS_H

#include <cstdint>
#include <vector>

#include "analysis/placement/search/placed_ranks.h"

namespace mpimon::placement {

// An annealing of a placement, and a descent of what it leaves.
struct Run {
    const Mapping *from;
    double heat;
    uint64_t seed;
};

// What each run finds, on as many threads as there are processors; it depends on no other run. `placed` has the ranks
// and the topology; it is copied for each thread, and where its ranks are does not matter.
std::vector<Mapping> carry_out(const PlacedRanks &placed, const std::vector<Run> &runs, uint64_t trades);

}  // namespace mpimon::placement

#endif
