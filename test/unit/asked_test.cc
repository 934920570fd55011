// What calls of collectives ask for, pair by pair: expected values are worked out from Open MPI's definitions.
#include "profile/write/asked.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "segment_builder.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kSelf = 1;
constexpr uint32_t kRanks = 4;

using Volume = std::pair<uint64_t, uint64_t>;  // messages, bytes
using Volumes = std::map<std::tuple<mpimon_operation_kind, uint32_t>, Volume>;

Volumes volumes_of(SegmentBuilder &segment) {
    Volumes volumes;
    EXPECT_EQ(mpimon_each_asked(
                  segment.segment(),
                  [](void *context, const mpimon_asked_volume *volume) {
                      auto &[messages, bytes] = (*static_cast<Volumes *>(context))[{volume->kind, volume->peer}];
                      messages += volume->messages;
                      bytes += volume->bytes;
                  },
                  &volumes),
              0);
    return volumes;
}

mpimon_collective calls(uint64_t number, uint64_t bytes) {
    mpimon_collective collective = {};
    collective.calls = number;
    collective.bytes = bytes;
    return collective;
}

mpimon_collective root_calls(uint64_t number, uint64_t bytes) {
    mpimon_collective collective = calls(2 * number, 2 * bytes);
    collective.root_calls = number;
    collective.root_bytes = bytes;
    return collective;
}

// Rank 1 of 4, with one operation on the world.
Volumes volumes_of(const char *operation, mpimon_collective collective, const std::vector<mpimon_asked> &kept = {}) {
    SegmentBuilder segment(kSelf, kRanks);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, kSelf)});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name(operation)});
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{collective});
    segment.add(MPIMON_BLOCK_ASKED, kept);
    return volumes_of(segment);
}

mpimon_asked kept(uint32_t peer, uint64_t number, uint64_t bytes) {
    return {0, peer, 0, 0, number, bytes};
}

Volumes each(mpimon_operation_kind kind, Volume volume) {
    return {{{kind, 0}, volume}, {{kind, 2}, volume}, {{kind, 3}, volume}};
}

TEST(Asked, EveryCallerOfAllToAllHasAMessageWithEachOther) {
    EXPECT_EQ(volumes_of("Allgather", calls(3, 30)), each(MPIMON_ALL_TO_ALL, {3, 30}));
    EXPECT_EQ(volumes_of("Barrier", calls(3, 0)), each(MPIMON_ALL_TO_ALL, {3, 0}));
    EXPECT_EQ(volumes_of("Alltoall", calls(3, 120)), each(MPIMON_ALL_TO_ALL, {3, 30})) << "a fourth is its own";
}

TEST(Asked, OnlyTheRootOfOneToAllOrAllToOneHas) {
    EXPECT_EQ(volumes_of("Bcast", root_calls(3, 30)), each(MPIMON_ONE_TO_ALL, {3, 30}));
    EXPECT_EQ(volumes_of("Scatter", root_calls(3, 120)), each(MPIMON_ONE_TO_ALL, {3, 30}));
    EXPECT_EQ(volumes_of("Gather", root_calls(3, 30)), each(MPIMON_ALL_TO_ONE, {3, 30}));
    EXPECT_EQ(volumes_of("Reduce", calls(3, 30)), Volumes());
}

TEST(Asked, ScansGoToHigherRanks) {
    EXPECT_EQ(volumes_of("Scan", calls(2, 16)),
              (Volumes{{{MPIMON_ALL_TO_ALL, 2}, {2, 16}}, {{MPIMON_ALL_TO_ALL, 3}, {2, 16}}}));
}

TEST(Asked, WhatIsKeptIsExact) {
    const std::vector<mpimon_asked> all = {kept(1, 2, 7), kept(0, 2, 10), kept(2, 2, 0), kept(3, 2, 23)};
    EXPECT_EQ(volumes_of("Alltoallv", calls(2, 40), all), (Volumes{{{MPIMON_ALL_TO_ALL, 0}, {2, 10}},
                                                                   {{MPIMON_ALL_TO_ALL, 2}, {2, 0}},
                                                                   {{MPIMON_ALL_TO_ALL, 3}, {2, 23}}}));
}

TEST(Asked, WhatIsNotIsDividedEvenly) {
    const std::vector<mpimon_asked> some = {kept(1, 2, 7), kept(0, 2, 10), kept(2, 2, 0), kept(3, 2, 23)};
    EXPECT_EQ(volumes_of("Alltoallv", calls(5, 40 + 20), some), (Volumes{{{MPIMON_ALL_TO_ALL, 0}, {5, 10 + 5}},
                                                                         {{MPIMON_ALL_TO_ALL, 2}, {5, 0 + 5}},
                                                                         {{MPIMON_ALL_TO_ALL, 3}, {5, 23 + 5}}}));
    // The root has 7 of its own in the calls that are kept, and 4 in the one that is not.
    EXPECT_EQ(volumes_of("Gatherv", root_calls(3, 7 + 4), some), (Volumes{{{MPIMON_ALL_TO_ONE, 0}, {3, 10 + 4}},
                                                                          {{MPIMON_ALL_TO_ONE, 2}, {3, 0 + 4}},
                                                                          {{MPIMON_ALL_TO_ONE, 3}, {3, 23 + 4}}}));
}

TEST(Asked, NeighboursAreKnownWhereTheyAreKept) {
    EXPECT_EQ(volumes_of("Neighbor_alltoall", calls(2, 40), {kept(1, 1, 4), kept(3, 1, 16)}),
              (Volumes{{{MPIMON_ALL_TO_ALL, 3}, {1, 16}}, {{MPIMON_ALL_TO_ALL, MPIMON_PEER_UNKNOWN}, {1, 20}}}));
}

TEST(Asked, MembersThatAreNotListedAreUnknownTogether) {
    SegmentBuilder segment(kSelf, kRanks);
    mpimon_communicator split = world(3, 1);
    split.members = MPIMON_MEMBERS_LISTED;
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{split});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Allreduce")});
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{calls(3, 24)});
    EXPECT_EQ(volumes_of(segment), (Volumes{{{MPIMON_ALL_TO_ALL, MPIMON_PEER_UNKNOWN}, {1, 48}}}));
}

TEST(Asked, MembersOfAnInterCommunicatorAreTheRemoteGroups) {
    SegmentBuilder segment(kSelf, kRanks);
    mpimon_communicator bridge = world(2, 1);
    bridge.kind = MPIMON_INTERCOMM;
    bridge.remote_size = 2;
    bridge.members = MPIMON_MEMBERS_LISTED;
    bridge.members_offset = segment.add(MPIMON_BLOCK_MEMBERS, std::vector<uint32_t>{0, 1, 3, 2});
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{bridge});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Alltoall")});
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{calls(3, 24)});
    EXPECT_EQ(volumes_of(segment), (Volumes{{{MPIMON_ALL_TO_ALL, 2}, {3, 12}}, {{MPIMON_ALL_TO_ALL, 3}, {3, 12}}}));
}

TEST(Asked, WhatMakesNoSenseIsLeftOut) {
    SegmentBuilder segment(kSelf, kRanks);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, kSelf)});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Alltoallv")});
    mpimon_collective nameless = calls(1, 4);
    nameless.operation = 1;
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{nameless});
    mpimon_asked nowhere = kept(2, 1, 4);
    nowhere.communicator = 1;
    segment.add(MPIMON_BLOCK_ASKED, std::vector{nowhere});
    EXPECT_EQ(volumes_of(segment), Volumes());
}

}  // namespace

}  // namespace mpimon::test
