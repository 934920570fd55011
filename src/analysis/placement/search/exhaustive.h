// The best placement of a few ranks, by trying all.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_EXHAUSTIVE_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_EXHAUSTIVE_H

#include "analysis/placement/metric.h"

namespace mpimon::placement {

constexpr uint32_t kMostTriedRanks = 9;

// A placement that costs less than `mapping`, and than any other, if there is one; else `mapping`. Of placements that
// differ only by objects that are alike, one is tried. Where the objects are so different that they are too many, which
// takes dozens of nodes of different sizes, the best of the first ones is returned.
Mapping best_of_all(const TrafficGraph &graph, const Topology &topology, const Costs &costs, Mapping mapping);

}  // namespace mpimon::placement

#endif
