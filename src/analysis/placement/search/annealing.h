// Better places by trades of which some cost more at first: simulated annealing.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_ANNEALING_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_ANNEALING_H

#include <cstdint>

#include "analysis/placement/search/placed_ranks.h"
#include "analysis/placement/search/random.h"

namespace mpimon::placement {

// Tries so many trades, each of a rank with somebody near one of its peers. At first trades are often taken that cost
// `heat` times what a mean pair saves by being in the same outermost object, at the end hardly any that cost anything.
void anneal(PlacedRanks &placed, uint64_t trades, double heat, Random &random);

}  // namespace mpimon::placement

#endif
