// Better places by trades that each save something, until none is left.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_DESCENT_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_DESCENT_H

#include <cstdint>

#include "analysis/placement/search/placed_ranks.h"

namespace mpimon::placement {

// Tries at most so many trades: each rank with everybody near its peers, those first with which it exchanges most.
void descend(PlacedRanks &placed, uint64_t trades);

}  // namespace mpimon::placement

#endif
