// A placement from the outermost objects inwards: ranks are shared out to the objects of a level, so that little is
// exchanged between them, then within each object to those of the next level.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_MULTISECTION_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_MULTISECTION_H

#include <cstdint>
#include <vector>

#include "analysis/placement/search/scotch_mapping.h"

namespace mpimon::placement {

// Each vertex on a slot of its own.
Mapping multisection(const Weights &weights, const Topology &topology, ScotchStrategy strategy, uint64_t seed);

// Moves vertices, those first that lose least, until part i has at most sizes[i] of them.
void even_out(const Weights &weights, const std::vector<uint32_t> &sizes, std::vector<uint32_t> &parts);

}  // namespace mpimon::placement

#endif
