// Grids that are found in what ranks exchange, and placements of their blocks, beside what can be counted by hand.
#include "analysis/placement/search/grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/placement/topology_spec.h"
#include "graphs.h"

namespace mpimon::test {

namespace {

using namespace placement;

TEST(Grid, IsFoundByWhatRanksExchange) {
    EXPECT_EQ(find_grid(stencil_2d(24, 43, false)), Sides({1, 24, 43}));
    EXPECT_EQ(find_grid(stencil_2d(24, 43, true)), Sides({1, 24, 43}));
    EXPECT_EQ(find_grid(stencil_2d(16, 16, false)), Sides({1, 16, 16}));
    EXPECT_EQ(find_grid(stencil_3d(4, 6, 11, false)), Sides({4, 6, 11}));
    EXPECT_EQ(find_grid(stencil_3d(8, 8, 4, true)), Sides({8, 8, 4}));
}

TEST(Grid, MayBeClosedAndHaveSomeTrafficElsewhere) {
    std::vector<Exchange> exchanges;
    for (uint32_t row = 0; row < 12; ++row)
        for (uint32_t column = 0; column < 10; ++column) {
            const uint32_t rank = row * 10 + column;
            exchanges.push_back({rank, row * 10 + (column + 1) % 10, {1, 1000}});
            exchanges.push_back({rank, (row + 1) % 12 * 10 + column, {1, 1000}});
        }
    EXPECT_EQ(find_grid(TrafficGraph(120, exchanges)), Sides({1, 12, 10}));
    for (uint32_t rank = 1; rank < 120; ++rank)
        exchanges.push_back({0, rank, {1, 200}});  // a tenth of all, most of it to no neighbour
    EXPECT_TRUE(find_grid(TrafficGraph(120, exchanges)));
    for (uint32_t rank = 1; rank < 120; ++rank)
        exchanges.push_back({0, rank, {1, 200}});
    EXPECT_FALSE(find_grid(TrafficGraph(120, exchanges)));
}

TEST(Grid, IsNotFoundWhereThereIsNone) {
    EXPECT_FALSE(find_grid(random_geometric(256, 1)));
    EXPECT_FALSE(find_grid(delaunay(256, 1)));
    EXPECT_FALSE(find_grid(TrafficGraph(64, {})));
    EXPECT_FALSE(find_grid(stencil_2d(1, 13, false)));
}

// Sides of blocks that lie between nodes. What two ranks send over one goes both ways.
uint64_t sides_between_nodes(const TrafficGraph &graph, const Topology &topology, const Mapping &mapping) {
    return traffic_by_level(graph, topology, mapping)[0].bytes / (2 * kBytesShared[0]);
}

uint64_t best_of(const TrafficGraph &graph, const Topology &topology) {
    const Costs costs = costs_of_bytes(usual_distances(topology.depth()));
    uint64_t least = UINT64_MAX;
    for (const Mapping &mapping : bar_by_bar(graph, topology, costs, *find_grid(graph))) {
        EXPECT_EQ(std::set<uint32_t>(mapping.begin(), mapping.end()).size(), graph.ranks());
        EXPECT_LT(*std::max_element(mapping.begin(), mapping.end()), graph.ranks());
        least = std::min(least, sides_between_nodes(graph, topology, mapping));
    }
    return least;
}

// Eight rows of six on four nodes of twelve: blocks of 4 x 3, between which eight sides lie in a column and six in a
// row.
TEST(Grid, IsCutIntoSquareBlocks) {
    EXPECT_EQ(best_of(stencil_2d(8, 6, false), Topology(parse_levels("node:4 core:12"))), 8 + 6);
}

// 8 x 8 x 8 on eight nodes of 64: cubes of four, between which three planes of 64 sides lie.
TEST(Grid, IsCutIntoCubes) {
    EXPECT_EQ(best_of(stencil_3d(8, 8, 8, false), Topology(parse_levels("node:8 core:64"))), 3 * 64);
}

// Nine rows of seven on nine nodes of seven: nodes as rows have seven sides between each two of them.
TEST(Grid, FillsNodesThatNoBlocksFill) {
    const TrafficGraph graph = stencil_2d(9, 7, false);
    const Topology topology(parse_levels("node:9 core:7"));
    const uint64_t in_rank_order = 8 * 7;
    EXPECT_LT(best_of(graph, topology), in_rank_order);
}

}  // namespace

}  // namespace mpimon::test
