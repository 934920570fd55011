// Placements against what can be said without the code that finds them: all placements of a few ranks, patterns whose
// best one is known, and other ways to place ranks.
#include "analysis/placement/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "analysis/placement/proposal.h"
#include "analysis/placement/search/multisection.h"
#include "analysis/placement/search/random.h"
#include "analysis/placement/topology_spec.h"
#include "graphs.h"
#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

using namespace placement;

constexpr uint64_t kSeed = 1;

TrafficGraph random_graph(uint32_t ranks, uint64_t seed) {
    Random random(seed);
    std::vector<Exchange> exchanges;
    for (uint32_t a = 0; a < ranks; ++a)
        for (uint32_t b = 0; b < ranks; ++b)
            if (random.below(3) == 0)
                exchanges.push_back({a, b, {1 + random.below(10), random.below(100000)}});
    return {ranks, std::move(exchanges)};
}

// J by its definition: distances by the slots' numbers, of nodes and packages of these sizes.
double cost_by_definition(const TrafficGraph &graph, const Mapping &mapping, uint32_t node, uint32_t package) {
    double cost = 0;
    graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
        const uint32_t s = mapping[a];
        const uint32_t t = mapping[b];
        cost += static_cast<double>(totals.bytes) * (s / node != t / node ? 100 : s / package != t / package ? 10 : 1);
    });
    return cost;
}

bool slots_differ(const Mapping &mapping, uint32_t slots) {
    return std::set<uint32_t>(mapping.begin(), mapping.end()).size() == mapping.size() &&
           std::all_of(mapping.begin(), mapping.end(), [&](uint32_t slot) { return slot < slots; });
}

// The least J of all ways to put the ranks on the slots.
double least_cost(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    Mapping order = identity(topology.slots());
    double least = cost_of(graph, topology, order, costs);
    while (std::next_permutation(order.begin(), order.end()))
        least = std::min(least, cost_of(graph, topology, order, costs));
    return least;
}

Mapping found(const TrafficGraph &graph, const Topology &topology, const Costs &costs, uint64_t seed = kSeed) {
    return find_placement(graph, topology, costs, identity(graph.ranks()), seed);
}

TEST(Placement, JIsTrafficTimesDistance) {
    const TrafficGraph graph = random_graph(24, 1);
    const Topology topology(parse_levels("node:2 package:3 core:4"));
    Mapping mapping = identity(24);
    Random random(2);
    random.shuffle(mapping);
    EXPECT_EQ(cost_of(graph, topology, mapping, costs_of_bytes(usual_distances(3))),
              cost_by_definition(graph, mapping, 12, 4));
}

TEST(Placement, ExchangesOfAPairAreAddedUp) {
    const TrafficGraph graph(3, {{2, 0, {1, 10}}, {0, 2, {2, 5}}, {1, 1, {7, 7}}, {0, 1, {0, 0}}});
    ASSERT_EQ(graph.pairs(), 1U);
    ASSERT_EQ(graph.end(2) - graph.begin(2), 1);
    EXPECT_EQ(graph.begin(2)->rank, 0U);
    EXPECT_TRUE((graph.begin(0)->totals == Totals{3, 15}));
}

TEST(Placement, OfAFewRanksIsTheBestOfAll) {
    for (const char *levels : {"node:2 package:2 core:2", "node:4 core:2", "node:2 core:4", "node:8 core:1"})
        for (uint32_t ranks = 2; ranks <= 8; ++ranks) {
            const TrafficGraph graph = random_graph(ranks, ranks);
            const Topology topology(parse_levels(levels));
            // Slots without a rank are ranks without traffic.
            std::vector<Exchange> exchanges;
            graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) { exchanges.push_back({a, b, totals}); });
            const TrafficGraph padded(topology.slots(), exchanges);
            const Costs costs = costs_of_bytes(usual_distances(topology.depth()));
            const Mapping mapping = found(graph, topology, costs);
            EXPECT_TRUE(slots_differ(mapping, topology.slots()));
            EXPECT_EQ(cost_of(graph, topology, mapping, costs), least_cost(padded, topology, costs))
                << levels << ", " << ranks << " ranks";
        }
}

TEST(Placement, OnUnequalNodesIsTheBestOfAll) {
    const Topology topology(parse_hosts("a 2\nb 4 package:2 core:2\nc 3\n", "hosts"));
    for (uint64_t seed = 0; seed < 2; ++seed) {
        const TrafficGraph graph = random_graph(9, seed);
        const Costs costs = costs_of_messages({50, 7, 2});
        EXPECT_EQ(cost_of(graph, topology, found(graph, topology, costs), costs), least_cost(graph, topology, costs));
    }
}

TEST(Placement, FindsBlocksOfAGrid) {
    // 8 x 8 ranks, numbered at random, on four nodes: four squares, with 16 pairs between them.
    std::vector<uint32_t> number(64);
    std::iota(number.begin(), number.end(), 0U);
    Random(3).shuffle(number);
    std::vector<Exchange> exchanges;
    stencil_2d(8, 8, false).each_pair([&](uint32_t a, uint32_t b, const Totals &) {
        exchanges.push_back({number[a], number[b], {1, 1}});
    });
    const TrafficGraph graph(64, exchanges);
    const Topology topology(parse_levels("node:4 core:16"));
    const std::vector<Totals> by_level =
        traffic_by_level(graph, topology, found(graph, topology, costs_of_bytes(usual_distances(2))));
    EXPECT_EQ(by_level[0].bytes, 16U);
    EXPECT_EQ(by_level[1].bytes, 112U - 16U);
}

TEST(Placement, FillsUnequalNodesExactly) {
    // Cliques of the sizes of the nodes.
    const Topology topology(parse_hosts("a 5\nb 12\nc 7\nd 1\n", "hosts"));
    std::vector<Exchange> exchanges;
    const std::vector<uint32_t> sizes = {12, 1, 7, 5};
    uint32_t first = 0;
    for (const uint32_t size : sizes) {
        for (uint32_t a = 0; a < size; ++a)
            for (uint32_t b = a + 1; b < size; ++b)
                exchanges.push_back({first + a, first + b, {1, 1}});
        first += size;
    }
    const TrafficGraph graph(25, exchanges);
    const Mapping mapping = found(graph, topology, costs_of_bytes(usual_distances(2)));
    EXPECT_TRUE(slots_differ(mapping, 25));
    EXPECT_EQ(traffic_by_level(graph, topology, mapping)[0].bytes, 0U);
}

void expect_no_worse_than_others(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    const double cost = cost_of(graph, topology, found(graph, topology, costs), costs);
    EXPECT_LE(cost, cost_of(graph, topology, identity(graph.ranks()), costs));
    EXPECT_LE(cost, cost_of(graph, topology, scotch_alone(graph, topology, costs), costs));
    Mapping round_robin;
    for (uint32_t rank = 0; rank < graph.ranks(); ++rank)
        round_robin.push_back(rank % 6 * 12 + rank / 6);
    EXPECT_LE(cost, cost_of(graph, topology, round_robin, costs));
    Random random(1);
    for (int i = 0; i < 10; ++i) {
        Mapping slots = identity(topology.slots());
        random.shuffle(slots);
        slots.resize(graph.ranks());
        EXPECT_LE(cost, cost_of(graph, topology, slots, costs));
    }
}

TEST(Placement, IsNoWorseThanOthers) {
    const Topology topology(parse_levels("node:6 package:2 core:6"));
    for (const TrafficGraph &graph : {stencil_2d(8, 9, true), stencil_3d(4, 3, 6, false), delaunay(72, 1),
                                      random_geometric(60, 1), rows_of_grid_matrix(72, 10, 30), random_graph(50, 1)})
        expect_no_worse_than_others(graph, topology, costs_of_bytes(usual_distances(3)));
}

TEST(Placement, IsNoWorseThanOthersByMessagesAndByTime) {
    // Pairs of many small messages and of few large ones, so that bytes say something else.
    const Topology topology(parse_levels("node:6 package:2 core:6"));
    const TrafficGraph graph = random_graph(70, 5);
    expect_no_worse_than_others(graph, topology, costs_of_messages(usual_distances(3)));
    expect_no_worse_than_others(graph, topology, costs_of_time(usual_latencies(topology), usual_bandwidths(topology)));
}

TEST(Placement, ScotchIsToldWhatCosts) {
    // Ring of many empty messages, and chords of few bytes that are the opposite: nodes of two as in the ring.
    std::vector<Exchange> exchanges;
    for (uint32_t rank = 0; rank < 16; rank += 2) {
        exchanges.push_back({rank, rank + 1, {1000, 1}});
        exchanges.push_back({rank, (rank + 8) % 16, {1, 1000}});
        exchanges.push_back({rank + 1, (rank + 9) % 16, {1, 1000}});
    }
    const TrafficGraph graph(16, exchanges);
    const Topology topology(parse_levels("node:8 core:2"));
    const auto between = [&](const Costs &costs) {
        return traffic_by_level(graph, topology, scotch_alone(graph, topology, costs))[0];
    };
    EXPECT_EQ(between(costs_of_messages({10, 1})).messages, 16U);
    EXPECT_EQ(between(costs_of_bytes({10, 1})).bytes, 8U);
    EXPECT_EQ(between(costs_of_bytes({1, 0})).bytes, 8U);
}

TEST(Placement, ALevelOfSingleObjectsChangesNothing) {
    const TrafficGraph graph = random_graph(12, 1);
    const Topology with(parse_levels("node:3 package:1 core:4"));
    const Topology without(parse_levels("node:3 core:4"));
    const Costs costs = costs_of_bytes({100, 10});
    EXPECT_EQ(cost_of(graph, with, found(graph, with, costs_of_bytes({100, 50, 10})), costs_of_bytes({100, 50, 10})),
              cost_of(graph, without, found(graph, without, costs), costs));
    const Topology one(parse_levels("node:1 package:1 core:1"));
    EXPECT_EQ(found(random_graph(1, 1), one, costs_of_bytes({100, 50, 10})), Mapping{0});
}

TEST(Placement, RoundRobinGoesFromNodeToNode) {
    const Topology topology(parse_levels("node:3 core:2"));
    EXPECT_EQ(round_robin(topology, 5), (Mapping{0, 2, 4, 1, 3}));
    const Topology uneven(Tree{{"rack", "node", "core"}, {{1}, {2}, {3, 1}}, {}});
    EXPECT_EQ(round_robin(uneven, 4), (Mapping{0, 3, 1, 2}));
}

TEST(Placement, KeepsWhatCannotBeBetter) {
    // Pairs that are together already, though not in the order of their ranks.
    const TrafficGraph graph(4, {{0, 2, {1, 1}}, {1, 3, {1, 1}}});
    const Topology topology(parse_levels("node:2 core:2"));
    const Mapping before = {3, 1, 2, 0};
    EXPECT_EQ(find_placement(graph, topology, costs_of_bytes(usual_distances(2)), before, kSeed), before);
}

TEST(Placement, TheSameSeedFindsTheSame) {
    const TrafficGraph graph = delaunay(64, 3);
    const Topology topology(parse_levels("node:4 package:2 core:8"));
    const Costs costs = costs_of_bytes(usual_distances(3));
    EXPECT_EQ(found(graph, topology, costs, 7), found(graph, topology, costs, 7));
}

TEST(Placement, WithoutTrafficIsAsItWas) {
    const Topology topology(parse_levels("node:4 core:8"));
    EXPECT_EQ(found(TrafficGraph(32, {}), topology, costs_of_bytes(usual_distances(2))), identity(32));
}

TEST(Placement, ByTimeFewLargeMessagesMeetManySmallOnes) {
    // Rank 0 exchanges many small messages with 1, few large ones with 2; 3 nothing. One of the two can be near.
    const TrafficGraph graph(4, {{0, 1, {1000000, 1000000}}, {0, 2, {1, 1000000000}}});
    const Topology topology(parse_levels("node:2 core:2"));
    const auto near_rank_0 = [&](const Costs &costs) {
        const Mapping mapping = found(graph, topology, costs);
        return mapping[1] / 2 == mapping[0] / 2 ? 1 : mapping[2] / 2 == mapping[0] / 2 ? 2 : 3;
    };
    EXPECT_EQ(near_rank_0(costs_of_bytes({10, 1})), 2);
    EXPECT_EQ(near_rank_0(costs_of_messages({10, 1})), 1);
    // A message costs 2 - 1 us more between nodes, a GB 1/5 - 1/10 s: a second against a tenth of one.
    EXPECT_EQ(near_rank_0(costs_of_time({2, 1}, {5, 10})), 1);
    EXPECT_EQ(near_rank_0(costs_of_time({1.01, 1}, {5, 10})), 2);
}

TEST(Placement, EveningOutMovesWhoLosesLeast) {
    // A chain of six in two parts of three: four are in part 0.
    Weights weights =
        weights_of(TrafficGraph(6, {{0, 1, {1, 9}}, {1, 2, {1, 9}}, {2, 3, {1, 1}}, {3, 4, {1, 5}}, {4, 5, {1, 5}}}),
                   costs_of_bytes({2, 1}));
    std::vector<uint32_t> parts = {0, 0, 0, 0, 1, 1};
    even_out(weights, {3, 3}, parts);
    EXPECT_EQ(parts, (std::vector<uint32_t>{0, 0, 0, 1, 1, 1}));
}

TEST(Placement, AlikeObjectsComeInTheOrderOfTheirRanks) {
    const Topology topology(parse_levels("node:2 core:3"));
    EXPECT_EQ(in_order(topology, {5, 0, 4, 2}), (Mapping{0, 3, 1, 4}));
}

// A job whose rank i ran on the node of this name.
Profile job_on(const std::vector<std::string> &names) {
    Profile profile;
    profile.job.world_size = static_cast<uint32_t>(names.size());
    for (uint32_t rank = 0; rank < names.size(); ++rank) {
        profile.nodes.emplace_back().name = names[rank];
        profile.nodes.back().index = rank;
        profile.processes.emplace_back().place.node = rank;
    }
    return profile;
}

TEST(Placement, AHostThatWasToldSeveralTimesIsOneNode) {
    using Nodes = std::vector<uint32_t>;
    EXPECT_EQ(nodes_of_run(job_on({"b", "a", "b"})), (Nodes{0, 1, 0}));
    EXPECT_EQ(mapping_of_run(job_on({"b", "a", "b"}), Topology(parse_levels("node:2 core:2"))), (Mapping{0, 2, 1}));
}

TEST(Placement, EmulatedNodesMayBeSeveralOfEach) {
    using Nodes = std::vector<uint32_t>;
    Profile emulated = job_on({"a", "a", "a", "a"});
    emulated.processes[1].place.node = 0;
    EXPECT_EQ(nodes_of_run(emulated), (Nodes{0, 0, 1, 2}));
    EXPECT_FALSE(nodes_of_rerun(emulated, Topology(parse_levels("node:2 core:2")), {1, 1, 0, 0}).has_value());
    EXPECT_EQ(nodes_of_rerun(emulated, Topology(parse_levels("node:2 core:2")), {0, 1, 0, 1}), (Nodes{0, 0, 1, 2}));
    EXPECT_EQ(nodes_of_rerun(job_on({"b", "a", "b"}), Topology(parse_levels("node:2 core:2")), {0, 0, 0}),
              (Nodes{0, 1, 0}));
}

TEST(Placement, OneNodeIsKnownByItsName) {
    Profile together = job_on({"b", "b"});
    together.nodes.resize(1);
    together.processes[1].place.node = 0;
    const Topology named(Tree{{"node", "core"}, {{2}, {2, 2}}, {"a", "b"}});
    const Topology unnamed(Tree{{"node", "core"}, {{2}, {2, 2}}, {}});
    EXPECT_EQ(mapping_of_run(together, named), (Mapping{2, 3}));
    EXPECT_FALSE(mapping_of_run(together, unnamed).has_value());
    EXPECT_EQ(nodes_of_rerun(together, named, {0, 1}), (std::vector<uint32_t>{0, 0}));
    EXPECT_FALSE(nodes_of_rerun(together, unnamed, {0, 1}).has_value());
}

TEST(Placement, AMachineMayHaveNodes) {
    EXPECT_EQ(Topology(parse_levels("machine:1 node:2 core:2")).node_level(), 1U);
    EXPECT_EQ(Topology(parse_levels("machine:2 core:2")).node_level(), 0U);
}

TEST(Placement, OfTheSampleJob) {
    std::vector<SegmentBuilder> segments = sample_job();
    const std::string file = profile_of(segments);
    const Profile profile = decode_profile(file.data(), file.size(), "sample.mon");
    const Topology two(parse_levels("node:2 core:2"));
    const std::optional<Mapping> ran = mapping_of_run(profile, two);
    ASSERT_TRUE(ran.has_value());
    const std::optional<std::vector<uint32_t>> nodes = nodes_of_run(profile);
    ASSERT_TRUE(nodes.has_value());
    for (uint32_t rank = 0; rank < 4; ++rank) {
        EXPECT_EQ((*nodes)[rank], profile.processes[rank].host);
        EXPECT_EQ((*ran)[rank] / 2 == (*ran)[0] / 2, (*nodes)[rank] == (*nodes)[0]);
    }
    EXPECT_FALSE(mapping_of_run(profile, Topology(parse_levels("node:1 core:4"))).has_value());
    std::vector<Exchange> exchanges;
    add_exchanges(profile, ClassSet::all(), exchanges);
    const TrafficGraph graph(4, exchanges);
    EXPECT_TRUE(between_nodes(graph, *nodes) == traffic_by_level(graph, two, *ran)[0]);
}

}  // namespace

}  // namespace mpimon::test
