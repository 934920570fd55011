// Where ranks are to each other, and what that makes of their traffic.
#include <gtest/gtest.h>

#include "analysis/failure.h"
#include "analysis/place/groups.h"
#include "analysis/place/where.h"
#include "encoded.h"

namespace mpimon::test {

namespace {

struct Spot {
    const char *node;
    uint32_t package, numa_node, l3, core;
};
constexpr uint32_t kSeveral = MPIMON_NONE;

// Two nodes of two packages with two NUMA nodes each, which have two third-level caches of two cores each.
const std::vector<Spot> kSpots = {
    {"n1", 0, 0, 0, 0},                              // 0
    {"n1", 0, 0, 0, 0},                              // 1: the same core
    {"n1", 0, 0, 0, 1},                              // 2: the same cache
    {"n1", 0, 0, 1, 2},                              // 3: the same NUMA node
    {"n1", 0, 1, 2, 4},                              // 4: the same package
    {"n1", 1, 2, 4, 8},                              // 5: another one
    {"n1", 0, 0, kSeveral, kSeveral},                // 6: bound to a NUMA node
    {"n1", kSeveral, kSeveral, kSeveral, kSeveral},  // 7: bound to nothing
    {"n2", 0, 0, 0, 0},                              // 8
};
constexpr uint32_t kRanks = 10;  // the last one has no place

using Flows = std::vector<std::pair<uint32_t, mpimon_flow>>;  // by rank

Profile profile_with(const Flows &flows, const std::vector<std::pair<uint32_t, mpimon_transport>> &transports = {}) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(with_world(rank, kRanks));
        if (rank < kSpots.size()) {
            const Spot &spot = kSpots[rank];
            mpimon_place place = {};
            set_text(place.node, spot.node);
            place.by_name = place.bound = 1;
            place.package = spot.package;
            place.numa_node = spot.numa_node;
            place.l3 = spot.l3;
            place.core = spot.core;
            segment.add(MPIMON_BLOCK_PLACES, std::vector{place});
        }
        std::vector<mpimon_flow> own;
        for (const auto &[owner, flow] : flows)
            if (owner == rank)
                own.push_back(flow);
        segment.add(MPIMON_BLOCK_FLOWS, own);
        std::vector<mpimon_transport> own_transports;
        for (const auto &[owner, transport] : transports)
            if (owner == rank)
                own_transports.push_back(transport);
        segment.add(MPIMON_BLOCK_NAMES, std::vector{name("posix/memory"), name("cma/memory"), name("tcp/lo")});
        segment.add(MPIMON_BLOCK_TRANSPORTS, own_transports);
    }
    return decoded(profile_of(segments));
}

TEST(Locality, FollowsFromPlaces) {
    const Profile profile = profile_with({});
    const auto to_0 = [&](uint32_t rank) { return locality_name(locality_of(profile, 0, rank)); };
    EXPECT_EQ(to_0(0), "process");
    EXPECT_EQ(to_0(1), "cache");
    EXPECT_EQ(to_0(2), "cache");
    EXPECT_EQ(to_0(3), "numa");
    EXPECT_EQ(to_0(4), "node");
    EXPECT_EQ(to_0(5), "node");
    EXPECT_EQ(to_0(6), "numa");
    EXPECT_EQ(to_0(7), "node");
    EXPECT_EQ(to_0(8), "remote");
    EXPECT_EQ(to_0(9), "unknown");
    EXPECT_EQ(to_0(10), "unknown");
    EXPECT_EQ(locality_name(locality_of(profile, 7, 6)), "node");
    EXPECT_EQ(locality_name(locality_of(profile, 9, 9)), "process");
}

mpimon_flow sent(uint32_t peer, mpimon_path path, uint64_t messages, uint64_t bytes) {
    return flow(0, peer, MPIMON_CLASS_P2P, path, MPIMON_SENT, messages, bytes);
}

Where where_of(const Profile &profile) {
    WhereSums sums(profile);
    each_source(profile, ClassSet::all(), [&](const std::vector<PairTraffic> &rows) { sums.add(rows); });
    return sums.take();
}

std::vector<std::string> texts_of(const Where &where) {
    std::vector<std::string> texts;
    for (const LocalityTotals &row : where.localities)
        texts.push_back(std::string(locality_name(row.locality)) + " " + std::to_string(row.pairs) + " " +
                        std::to_string(row.totals.messages) + " " + std::to_string(row.totals.bytes));
    for (const CarrierTotals &row : where.carriers)
        texts.push_back(row.carrier + (row.own ? "! " : ": ") + std::string(locality_name(row.locality)) + " " +
                        std::to_string(row.pairs) + " " + std::to_string(row.totals.messages));
    return texts;
}

TEST(Where, SumsByLocalityAndByCarrier) {
    const Flows flows = {
        {0, sent(0, MPIMON_PATH_SELF, 1, 8)},
        {0, sent(2, MPIMON_PATH_SHM, 10, 100)},
        {0, sent(2, MPIMON_PATH_NET, 3, 30)},
        {2, sent(0, MPIMON_PATH_NET, 5, 50)},
        {0, sent(8, MPIMON_PATH_NET, 7, 70)},
        {0, sent(5, MPIMON_PATH_NET, 2, 20)},
        // Rank 5 reads from rank 3, by what rank 5 uses.
        {5, flow(0, 3, MPIMON_CLASS_RMA, MPIMON_PATH_NET, MPIMON_RECEIVED, 4, 400)},
        // Counted by its sender.
        {2, flow(0, 0, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_RECEIVED, 3, 30)},
    };
    const Where where = where_of(profile_with(flows, {{0, {2, 0}}, {0, {2, 1}}, {0, {8, 2}}, {5, {3, 2}}}));
    EXPECT_EQ(
        texts_of(where),
        (std::vector<std::string>{"process 1 1 8", "cache 2 18 180", "node 2 6 420", "remote 1 7 70",
                                  "self! process 1 1", "shm! cache 1 10", "not asked: cache 1 5", "not asked: node 1 2",
                                  "posix/memory, cma/memory: cache 1 3", "tcp/lo: node 1 4", "tcp/lo: remote 1 7"}));
    ASSERT_TRUE(where.ip_on_one_node);
    EXPECT_EQ(where.ip_on_one_node->pairs, 1U);
    EXPECT_EQ(where.ip_on_one_node->source, 3U);
    EXPECT_EQ(where.ip_on_one_node->target, 5U);
    EXPECT_EQ(where.ip_on_one_node->totals.bytes, 400U);
}

TEST(Where, TcpBesideMemoryIsNoReasonToWarn) {
    EXPECT_FALSE(
        where_of(profile_with({{0, sent(2, MPIMON_PATH_NET, 1, 1)}}, {{0, {2, 0}}, {0, {2, 2}}})).ip_on_one_node);
}

TEST(Where, NothingIsKnownOfOlderProfiles) {
    std::vector<SegmentBuilder> segments = sample_job();
    const Profile profile = decoded(profile_of(segments));
    EXPECT_FALSE(has_places(profile));
    EXPECT_TRUE(texts_of(where_of(profile)).empty());
    EXPECT_THROW(group_processes(profile, GroupBy::kNode), AnalysisError);
    EXPECT_EQ(group_processes(profile, GroupBy::kHost).labels, (std::vector<std::string>{"node0", "node1"}));
}

TEST(Groups, AreInTheOrderOfTheHardware) {
    const Profile profile = profile_with({});
    const Groups nodes = group_processes(profile, GroupBy::kNode);
    EXPECT_EQ(nodes.labels, (std::vector<std::string>{"n1", "n2", "(unknown)"}));
    EXPECT_EQ(nodes.of_process, (std::vector<uint32_t>{0, 0, 0, 0, 0, 0, 0, 0, 1, 2}));
    const Groups packages = group_processes(profile, GroupBy::kPackage);
    EXPECT_EQ(packages.labels, (std::vector<std::string>{"n1 package 0", "n1 package 1", "n1, no one package",
                                                         "n2 package 0", "(unknown)"}));
    EXPECT_EQ(packages.of_process, (std::vector<uint32_t>{0, 0, 0, 0, 0, 1, 0, 2, 3, 4}));
    const Groups cores = group_processes(profile, GroupBy::kCore);
    EXPECT_EQ(cores.labels.size(), 8U);
    EXPECT_EQ(cores.of_process, (std::vector<uint32_t>{0, 0, 1, 2, 3, 4, 5, 5, 6, 7}));
}

TEST(Groups, NodesOfOneNameHaveTheirNumbers) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < 2; ++rank) {
        mpimon_place place = {};
        set_text(place.node, "host");
        place.node_index = 1 - rank;
        segments.push_back(with_world(rank, 2));
        segments.back().add(MPIMON_BLOCK_PLACES, std::vector{place});
    }
    EXPECT_EQ(node_labels(decoded(profile_of(segments))), (std::vector<std::string>{"host/1", "host/0"}));
}

}  // namespace

}  // namespace mpimon::test
