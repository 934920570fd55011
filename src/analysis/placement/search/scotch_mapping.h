// What the library Scotch finds: parts of a graph, and mappings onto a topology.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_SCOTCH_MAPPING_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_SCOTCH_MAPPING_H

#include <cstdint>
#include <vector>

#include "analysis/placement/topology.h"
#include "analysis/placement/weights.h"

namespace mpimon::placement {

enum class ScotchStrategy { kDefault, kQuality, kRecursive, kBalance, kSpeed };

// A part for each vertex. Part i has about sizes[i] vertices. The same seed gives the same parts.
std::vector<uint32_t> scotch_parts(const Weights &weights, const std::vector<uint32_t> &sizes, ScotchStrategy strategy,
                                   uint64_t seed);

// A slot for each vertex, by SCOTCH_graphMap on a `tleaf` of these distances by level; slots may have several vertices.
// The topology must be uniform.
std::vector<uint32_t> scotch_slots(const Weights &weights, const Topology &topology,
                                   const std::vector<double> &distances, ScotchStrategy strategy, uint64_t seed);

}  // namespace mpimon::placement

#endif
