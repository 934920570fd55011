// Where to put the ranks of a job so that those are close that exchange much.
#ifndef MPIMON_ANALYSIS_PLACEMENT_PLACEMENT_H
#define MPIMON_ANALYSIS_PLACEMENT_PLACEMENT_H

#include <cstdint>

#include "analysis/placement/metric.h"

namespace mpimon::placement {

// Rank i on slot i.
Mapping identity(uint32_t ranks);

// Rank after rank on the first free slot of the next node that has one.
Mapping round_robin(const Topology &topology, uint32_t ranks);

// What Scotch alone finds by its default strategy, with what each pair costs as its weight, on a topology that must be
// uniform; where it puts several ranks on a slot, they are moved to free ones.
Mapping scotch_alone(const TrafficGraph &graph, const Topology &topology, const Costs &costs);

// Jobs of more pairs are only partitioned once, since each further way takes minutes.
inline constexpr size_t kManyPairs = 400000;

// How long a placement is looked for: a hot and a cold run of annealing, or several longer ones.
enum class Effort { kQuick, kThorough };

// No worse than `before`, identity, round robin and, on a uniform topology and with at most kManyPairs pairs, what
// Scotch alone finds; of placements that cost the same, `before`, else the one in which alike objects are in the order
// of their lowest ranks. The same seed finds the same placement. The topology has a slot for each rank.
Mapping find_placement(const TrafficGraph &graph, const Topology &topology, const Costs &costs, const Mapping &before,
                       uint64_t seed, Effort effort = Effort::kThorough);

// Objects that are alike trade all their ranks, so that they come in the order of their lowest ranks.
Mapping in_order(const Topology &topology, const Mapping &mapping);

}  // namespace mpimon::placement

#endif
