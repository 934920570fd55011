// Who is at the origin of waits, and what a profile keeps of them.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "analysis/waiting/culprits.h"
#include "analysis/waiting/waiting.h"
#include "encoded.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

using Times = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;  // by rank and peer

// A profile in which ranks waited so long for others, in one collective operation.
Profile profile_of_barrier(const Times &direct, uint32_t ranks) {
    Profile profile;
    profile.job.world_size = ranks;
    profile.names = {"Barrier"};
    profile.processes.resize(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
        profile.processes[rank].world_rank = rank;
    for (const auto &[pair, time] : direct) {
        Wait wait;
        wait.process = pair.first;
        wait.peer = pair.second;
        wait.communicator = wait.operation = 0;
        wait.traffic_class = MPIMON_CLASS_COLL;
        wait.kind = MPIMON_WAIT_COLLECTIVE;
        wait.time_ns = time;
        profile.waits.push_back(wait);
    }
    return profile;
}

Times culprits(const Profile &profile) {
    Times times;
    for (const CulpritTime &row : find_culprits(profile, ClassSet::all()))
        times[{profile.processes[row.process].world_rank, row.culprit}] = row.time_ns;
    return times;
}

bool any_estimated(const Profile &profile) {
    for (const CulpritTime &row : find_culprits(profile, ClassSet::all()))
        if (row.estimated)
            return true;
    return false;
}

// Dissemination over 8 ranks: in step k, rank r waits for r - 2^k, unless it has waited long enough before.
TEST(Culprits, OneLateRankGetsAllThatTheOthersWaited) {
    constexpr uint32_t kRanks = 8, kLate = 5;
    constexpr uint64_t kTime = 1000000;
    Times direct;
    std::map<uint32_t, bool> waits = {{kLate, true}};
    for (uint32_t step = 1; step < kRanks; step *= 2) {
        const std::map<uint32_t, bool> before = waits;
        for (uint32_t rank = 0; rank < kRanks; ++rank) {
            const uint32_t from = (rank + kRanks - step) % kRanks;
            if (before.count(from) > 0 && before.count(rank) == 0) {
                direct[{rank, from}] = kTime;
                waits[rank] = true;
            }
        }
    }
    ASSERT_EQ(direct.size(), kRanks - 1);
    const Profile profile = profile_of_barrier(direct, kRanks);
    Times expected;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        if (rank != kLate)
            expected[{rank, kLate}] = kTime;
    EXPECT_EQ(culprits(profile), expected);
    EXPECT_FALSE(any_estimated(profile));
}

// 0 was late by 500 in some calls, and 1 by 300 in others: 2 waited for both.
TEST(Culprits, OfTwoThatWereLateByTurnsEachGetsItsOwn) {
    const Profile profile = profile_of_barrier({{{0, 1}, 300}, {{1, 0}, 500}, {{2, 0}, 500}, {{2, 1}, 300}}, 3);
    std::map<uint32_t, uint64_t> sums;
    for (const auto &[pair, time] : culprits(profile))
        sums[pair.second] += time;
    EXPECT_EQ(sums, (std::map<uint32_t, uint64_t>{{0, 1000}, {1, 600}}));
}

TEST(Culprits, WhatIsDividedIsAnEstimate) {
    const Profile profile = profile_of_barrier({{{0, 1}, 1000}, {{1, 2}, 400}}, 3);
    EXPECT_EQ(culprits(profile), (Times{{{0, 1}, 600}, {{0, 2}, 400}, {{1, 2}, 400}}));
    EXPECT_TRUE(any_estimated(profile));
}

// What is not of a collective stays with whom was waited for; of different operations or communicators nothing is
// passed on.
TEST(Culprits, NothingIsPassedOnElsewhere) {
    const Times direct = {{{0, 1}, 1000}, {{1, 2}, 1000}};
    for (const int change : {0, 1, 2}) {
        Profile profile = profile_of_barrier(direct, 3);
        profile.names.emplace_back("Bcast");
        if (change == 0)
            profile.waits[1].operation = 1;
        else if (change == 1)
            profile.waits[1].communicator = 1;
        else
            for (Wait &wait : profile.waits) {
                wait.traffic_class = MPIMON_CLASS_P2P;
                wait.kind = MPIMON_WAIT_SENDER;
            }
        EXPECT_EQ(culprits(profile), direct) << change;
    }
}

// Those of MPI-IO are of its class; its messages, of the same class, are no part of any.
TEST(Culprits, WhatCollectivesOfFilesWaitForIsPassedOn) {
    Profile profile = profile_of_barrier({{{0, 1}, 1000}, {{1, 2}, 1000}}, 3);
    for (Wait &wait : profile.waits)
        wait.traffic_class = MPIMON_CLASS_IO;
    EXPECT_EQ(culprits(profile), (Times{{{0, 2}, 1000}, {{1, 2}, 1000}}));
    for (Wait &wait : profile.waits)
        wait.kind = MPIMON_WAIT_SENDER;
    EXPECT_EQ(culprits(profile), (Times{{{0, 1}, 1000}, {{1, 2}, 1000}}));
}

// However many wait for each other, all time is somebody's, and an end is found.
TEST(Culprits, KeepTheSum) {
    Times direct;
    uint64_t sum = 0;
    constexpr uint32_t kRanks = 30;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        for (uint32_t peer = 0; peer < kRanks; ++peer)
            if (rank != peer)
                sum += direct[{rank, peer}] = 1000 + 7 * rank + 13 * peer;
    uint64_t found = 0;
    for (const auto &[pair, time] : culprits(profile_of_barrier(direct, kRanks))) {
        EXPECT_NE(pair.first, pair.second);
        found += time;
    }
    EXPECT_NEAR(static_cast<double>(found), static_cast<double>(sum), 4000);
}

TEST(Waiting, OfTheSampleJob) {
    std::vector<SegmentBuilder> segments = waiting_job();
    const std::string file = profile_of(segments);
    const Profile profile = decoded(file);
    EXPECT_TRUE(profile.diagnostics.empty());
    const Waiting waiting = summarize_waiting(profile, ClassSet::all());
    EXPECT_EQ(waiting.waits, 13U);
    EXPECT_EQ(waiting.time_ns, 12000U + 6000 + 3 * 4000 + 3000 + 1000 + 500 + 1000);
    ASSERT_TRUE(waiting.mpi_seconds);
    EXPECT_NEAR(*waiting.mpi_seconds, 4 * 22700e-9, 1e-12);
    EXPECT_EQ(culprits(profile), (Times{{{0, 1}, 12000},
                                        {{0, 2}, 4000},
                                        {{0, 3}, 1000},
                                        {{1, 0}, 2000 + 1000},
                                        {{1, 2}, 4000},
                                        {{1, 3}, 1000},
                                        {{2, MPIMON_PEER_UNKNOWN}, 500},
                                        {{3, 2}, 4000 + 6000}}));
    EXPECT_EQ(profile.collective_sizes.size(), 12U);
}

// Of two threads; of the rest, communicator 1, peer 4, class 5, kind 4, name 1, and context 1 are none, and the last
// one has not waited.
TEST(Waiting, WhatMakesNoSenseIsLeftOut) {
    SegmentBuilder segment = with_world(2);
    const mpimon_wait good = {0, 1, MPIMON_CLASS_P2P, MPIMON_WAIT_SENDER, 0, 0, 0, 0, 2, 30, 20};
    std::vector<mpimon_wait> items = {good, good, good, good, good, good, good, good, good};
    items[1].communicator = MPIMON_NONE;
    items[2].communicator = 1;
    items[3].peer = 4;
    items[4].traffic_class = MPIMON_CLASSES;
    items[5].kind = MPIMON_WAIT_KINDS;
    items[6].operation = 1;
    items[7].context = 1;
    items[8].waits = 0;
    segment.add(MPIMON_BLOCK_WAITS, items);
    segment.add(MPIMON_BLOCK_WAITS,
                std::vector<mpimon_wait>{{0, 1, MPIMON_CLASS_P2P, MPIMON_WAIT_SENDER, 0, 0, 0, 5, 1, 25, 25}});
    segment.add(MPIMON_BLOCK_COLLECTIVE_SIZES,
                std::vector<mpimon_collective_size>{{0, 0, 0, MPIMON_BLOCKING, 0, 1, 0, 1, 1, 1}});
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.waits.size(), 2U);
    EXPECT_EQ(profile.waits[1].communicator, kNoCommunicator);
    EXPECT_EQ(profile.waits[0].communicator, 0U);
    EXPECT_EQ(profile.waits[0].waits, 3U);
    EXPECT_EQ(profile.waits[0].time_ns, 55U);
    EXPECT_EQ(profile.waits[0].longest_ns, 25U);
    EXPECT_TRUE(profile.collective_sizes.empty());
    ASSERT_FALSE(profile.diagnostics.empty());
    EXPECT_EQ(profile.diagnostics[0].text, "rank 2: 7 blocks or items of its memory make no sense and are left out");
}

}  // namespace

}  // namespace mpimon::test
