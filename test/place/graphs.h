// Communication patterns of known kinds, made anew each time, for tests and measurements of placement.
#ifndef MPIMON_TEST_GRAPHS_H
#define MPIMON_TEST_GRAPHS_H

#include <array>
#include <cstdint>

#include "analysis/placement/traffic_graph.h"

namespace mpimon::test {

using placement::TrafficGraph;

// Bytes that two ranks exchange in a stencil that share a side, an edge or a corner of their blocks; in the plane a
// side or a corner.
constexpr std::array<uint64_t, 3> kBytesShared = {1024, 32, 1};

// Ranks in a grid, in rows; each exchanges a message with its neighbours, the more bytes the larger the side that they
// share: `corners` adds those that share only a corner or an edge.
TrafficGraph stencil_2d(uint32_t rows, uint32_t columns, bool corners);
TrafficGraph stencil_3d(uint32_t planes, uint32_t rows, uint32_t columns, bool corners);

// Points in a unit square that exchange with all closer than 0.55 * sqrt(ln n / n), as in the graphs `rgg` of the tenth
// DIMACS challenge; numbered at random.
TrafficGraph random_geometric(uint32_t ranks, uint64_t seed);

// Points in a unit square that exchange with their neighbours in the Delaunay triangulation; numbered at random.
TrafficGraph delaunay(uint32_t ranks, uint64_t seed);

// Blocks of rows of a matrix times a vector: each rank gets from others what its rows have columns of. Of a grid of
// points numbered row by row, each with its neighbours in the grid, the rows of `rows_each` points to a rank.
TrafficGraph rows_of_grid_matrix(uint32_t ranks, uint32_t rows_each, uint32_t width);

// The same of a matrix of blocks: groups of about 30 rows need each other, and two other groups each.
TrafficGraph rows_of_block_matrix(uint32_t ranks, uint32_t rows_each, uint64_t seed);

// Each rank exchanges with this many others: half of them near, half of them anywhere.
TrafficGraph many_peers(uint32_t ranks, uint32_t peers, uint64_t seed);

}  // namespace mpimon::test

#endif
