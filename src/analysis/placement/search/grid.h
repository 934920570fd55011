// Ranks that exchange with their neighbours in a grid, which most programs number row by row, as MPI_Cart_create does:
// such a grid is cut into bars, and its points are put on the slots bar by bar, so that a node gets a block of the
// grid.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_GRID_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_GRID_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/placement/metric.h"

namespace mpimon::placement {

// The sides along three axes, the last of which varies fastest from rank to rank; a grid of two axes begins with a 1.
using Sides = std::array<uint32_t, 3>;

// The grid of all ranks in which nearly all bytes go between neighbours; those at corners are some, too, and those
// across the grid's borders. Of several, the one in which they go the shortest way.
std::optional<Sides> find_grid(const TrafficGraph &graph);

// For each axis along which bars may lie, the placement of least J by bars of any width.
std::vector<Mapping> bar_by_bar(const TrafficGraph &graph, const Topology &topology, const Costs &costs,
                                const Sides &sides);

}  // namespace mpimon::placement

#endif
