// Where communicators come from: what the processes write of it, and the names made of that.
#include <gtest/gtest.h>

#include "analysis/names/labels.h"
#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

enum NameIndex : uint32_t { kDup, kSplit, kCart, kDistGraph, kRegionName };
enum CommunicatorIndex : uint32_t { kWorld, kNamed, kHalf, kGrid, kCopy, kNeighbors };

mpimon_communicator made(uint32_t context_id, uint32_t rank, NameIndex function, CommunicatorIndex parent) {
    mpimon_communicator communicator = world(2, static_cast<int32_t>(rank));
    communicator.name[0] = '\0';
    communicator.context_id = context_id;
    communicator.origin.function = function + 1;
    communicator.origin.parent = parent + 1;
    return communicator;
}

std::vector<mpimon_communicator> communicators(uint32_t rank) {
    mpimon_communicator named = made(1, rank, kDup, kWorld);
    set_text(named.name, "solver");
    mpimon_communicator half = made(2, rank, kSplit, kNamed);
    half.origin.has_color = 1;
    half.origin.color = -3;
    mpimon_communicator grid = made(3, rank, kCart, kHalf);
    grid.origin.topology = MPIMON_TOPOLOGY_CARTESIAN;
    grid.origin.dimensions = 9;
    grid.origin.periodic = 0x81;
    for (uint32_t i = 0; i < MPIMON_DIMENSIONS; ++i)
        grid.origin.sizes[i] = i + 1;
    mpimon_communicator copy = made(4, rank, kDup, kGrid);
    copy.origin.region = 1;
    mpimon_communicator neighbors = made(5, rank, kDistGraph, kWorld);
    neighbors.origin.topology = MPIMON_TOPOLOGY_DIST_GRAPH;
    neighbors.origin.sources = 3 + rank;
    neighbors.origin.destinations = 1;
    return {world(2, static_cast<int32_t>(rank)), named, half, grid, copy, neighbors};
}

SegmentBuilder process(uint32_t rank, const std::vector<mpimon_communicator> &items) {
    SegmentBuilder segment(rank, 2);
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("MPI_Comm_dup"), name("MPI_Comm_split"), name("MPI_Cart_create"),
                                                name("MPI_Dist_graph_create_adjacent"), name("setup")});
    segment.add(MPIMON_BLOCK_REGIONS, std::vector<mpimon_region>{{kRegionName, MPIMON_NONE, 1, 1}});
    segment.add(MPIMON_BLOCK_COMMUNICATORS, items);
    return segment;
}

Profile decoded(std::vector<SegmentBuilder> segments) {
    const std::string file = profile_of(segments);
    return decode_profile(file.data(), file.size(), "test.mon");
}

Profile sample() {
    return decoded({process(0, communicators(0)), process(1, communicators(1))});
}

TEST(Origins, NamesAreMadeOfThem) {
    EXPECT_EQ(communicator_labels(sample()),
              (std::vector<std::string>{
                  "MPI_COMM_WORLD", "solver", "split -3 of solver", "cart 1×2×3×4×5×6×7×8×… of split -3 of solver",
                  "dup of cart 1×2×3×4×5×6×7×8×… of split -3 of solver", "dist graph of MPI_COMM_WORLD"}));
}

TEST(Origins, ComeBack) {
    const Profile profile = sample();
    ASSERT_EQ(profile.communicators.size(), 6U);
    EXPECT_FALSE(profile.communicators[kWorld].origin.is_known());
    EXPECT_EQ(profile.communicators[kHalf].origin.color, -3);
    EXPECT_FALSE(profile.communicators[kGrid].origin.color);
    EXPECT_EQ(profile.communicators[kGrid].origin.dimensions, 9U);
    EXPECT_EQ(profile.communicators[kGrid].origin.sizes, (std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(profile.communicators[kGrid].origin.periodic, 0x81U);
    EXPECT_EQ(profile.communicators[kGrid].origin.region, kNoRegion);
    EXPECT_EQ(profile.communicators[kCopy].origin.region, 0U);
    EXPECT_EQ(profile.communicators[kCopy].origin.parent, kGrid + 1U);
    EXPECT_TRUE(profile.diagnostics.empty());
}

TEST(Origins, NeighborsAreThoseOfAllProcesses) {
    const Profile profile = sample();
    const Origin &origin = profile.communicators[kNeighbors].origin;
    EXPECT_EQ(origin.sources, 3U + 4);
    EXPECT_EQ(origin.destinations, 2U);
}

TEST(Origins, TheSameMadeTwiceAreToldApart) {
    std::vector<mpimon_communicator> items = {world(2, 0), made(0x10, 0, kDup, kWorld), made(0x11, 0, kDup, kWorld)};
    EXPECT_EQ(communicator_labels(decoded({process(0, items), process(1, {})})),
              (std::vector<std::string>{"MPI_COMM_WORLD", "dup of MPI_COMM_WORLD [0-1] (context 0x10)",
                                        "dup of MPI_COMM_WORLD [0-1] (context 0x11)"}));
}

TEST(Origins, WhatCannotBeIsLeftOutAndSaid) {
    std::vector<mpimon_communicator> items = {world(2, 0), made(1, 0, kDup, kWorld), made(2, 0, kDup, kWorld)};
    items[1].origin.function = 99;
    items[2].origin.region = 99;
    const Profile profile = decoded({process(0, items), process(1, {})});
    EXPECT_EQ(profile.communicators[1].origin.function, kNoFunction);
    EXPECT_EQ(profile.communicators[2].origin.function, kNoFunction);
    ASSERT_EQ(profile.diagnostics.size(), 1U);
    EXPECT_EQ(profile.diagnostics[0].text, "rank 0: 2 origins of communicators make no sense and are left out");
}

TEST(Origins, ACircleEnds) {
    std::vector<mpimon_communicator> items = {made(7, 0, kDup, kNamed), made(8, 0, kDup, kWorld)};
    const Profile profile = decoded({process(0, items), process(1, {})});
    EXPECT_EQ(communicator_labels(profile)[0], "dup of dup of dup of dup of (context 0x7)");
}

}  // namespace

}  // namespace mpimon::test
