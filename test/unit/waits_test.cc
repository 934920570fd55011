// Waits and sizes of collectives in the engine: each combination has an item of its own, in each thread.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/engine.h"
#include "engine/tables/iterator.h"

namespace {

using Key = std::tuple<uint32_t, uint32_t, int, int, uint32_t>;        // part, peer, class, kind, operation
using Sums = std::map<Key, std::tuple<uint64_t, uint64_t, uint64_t>>;  // waits, time, longest

void add(Sums &sums, const mpimon_wait &wait, uint64_t waits, uint64_t time, uint64_t longest) {
    auto &[sum_waits, sum_time, sum_longest] =
        sums[{wait.part, wait.peer, wait.traffic_class, wait.kind, wait.operation}];
    sum_waits += waits;
    sum_time += time;
    sum_longest = std::max(sum_longest, longest);
}

Sums counted() {
    Sums sums;
    mpimon_cursor cursor = {};
    while (const auto *wait =
               static_cast<const mpimon_wait *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_WAITS, &cursor)))
        add(sums, *wait, wait->waits, wait->time, wait->longest);
    return sums;
}

mpimon_wait random_wait(std::mt19937 &random) {
    mpimon_wait wait = {};
    wait.part = random() % 3;
    wait.peer = random() % 200;
    wait.traffic_class = static_cast<uint8_t>(random() % MPIMON_CLASSES);
    wait.kind = static_cast<uint8_t>(random() % MPIMON_WAIT_KINDS);
    wait.operation = random() % 4;
    return wait;
}

void wait_for(const mpimon_wait &item, uint64_t ticks) {
    mpimon_wait_add(mpimon_wait_find(&item), ticks);
}

class Waits : public ::testing::Test {
  protected:
    Waits() { EXPECT_EQ(mpimon_engine_start(nullptr), 0); }
    ~Waits() override { mpimon_engine_stop(); }
};

TEST_F(Waits, AreExact) {
    std::mt19937 random(3);
    Sums expected;
    for (int i = 0; i < 100000; ++i) {
        const mpimon_wait wait = random_wait(random);
        const uint64_t ticks = random() % 1000;
        wait_for(wait, ticks);
        add(expected, wait, 1, ticks, ticks);
    }
    EXPECT_EQ(counted(), expected);
    EXPECT_EQ(mpimon_engine_lost(), 0);
}

TEST_F(Waits, OfSeveralThreadsAddUp) {
    constexpr int kThreads = 4;
    std::vector<std::thread> threads;
    Sums expected;
    for (unsigned t = 0; t < kThreads; ++t) {
        std::mt19937 random(t);
        for (int i = 0; i < 5000; ++i) {
            const mpimon_wait wait = random_wait(random);
            add(expected, wait, 1, 7, 7);
        }
        threads.emplace_back([t] {
            std::mt19937 own(t);
            for (int i = 0; i < 5000; ++i) {
                const mpimon_wait wait = random_wait(own);
                wait_for(wait, 7);
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(counted(), expected);
}

// A part of another communicator counts for that one, and one that is not registered for none.
TEST_F(Waits, CountForTheCommunicatorThatTheirsIsAPartOf) {
    mpimon_communicator communicator = {};
    const uint32_t world = mpimon_communicator_add(&communicator, nullptr, 0);
    communicator.owner = world + 1;
    communicator.context_id = 1;
    mpimon_wait wait = {};
    wait.part = mpimon_communicator_add(&communicator, nullptr, 0);
    wait_for(wait, 1);
    wait.part = UINT32_MAX;
    wait_for(wait, 1);
    mpimon_cursor cursor = {};
    std::vector<uint32_t> communicators;
    while (const auto *item =
               static_cast<const mpimon_wait *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_WAITS, &cursor)))
        communicators.push_back(item->communicator);
    EXPECT_EQ(communicators, (std::vector<uint32_t>{world, MPIMON_NONE}));
}

TEST_F(Waits, AreApartByRegion) {
    mpimon_wait wait = {};
    wait.part = UINT32_MAX;
    wait_for(wait, 1);
    mpimon_region_enter("solve");
    wait_for(wait, 2);
    wait_for(wait, 2);
    mpimon_region_leave("solve");
    wait_for(wait, 1);
    std::map<uint32_t, uint64_t> times;
    mpimon_cursor cursor = {};
    while (const auto *item =
               static_cast<const mpimon_wait *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_WAITS, &cursor)))
        times[item->context] = item->time;
    EXPECT_EQ(times, (std::map<uint32_t, uint64_t>{{0, 2}, {1, 4}}));
}

// Before a thread has counted anything else, there is no room for its sizes; then each combination has one.
TEST_F(Waits, SizesOfCollectivesHaveAnItemEach) {
    mpimon_collective_size size = {};
    EXPECT_EQ(mpimon_collective_size_find(&size), nullptr);
    mpimon_collective_find(0, 0, 0, MPIMON_BLOCKING, MPIMON_ROLE_CALL, 0);
    mpimon_collective_size *first = mpimon_collective_size_find(&size);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(mpimon_collective_size_find(&size), first);
    for (const auto change : {0, 1, 2, 3, 4, 5}) {
        mpimon_collective_size other = size;
        (change == 0 ? other.communicator : change == 1 ? other.operation : other.algorithm) += change < 3 ? 1 : 0;
        (change == 3   ? other.mode
         : change == 4 ? other.is_root
                       : other.bin) = static_cast<uint8_t>(change >= 3 ? 1 : 0);
        mpimon_collective_size *found = mpimon_collective_size_find(&other);
        EXPECT_NE(found, first) << change;
        EXPECT_EQ(mpimon_collective_size_find(&other), found) << change;
    }
    size.algorithm = UINT32_MAX;
    EXPECT_EQ(mpimon_collective_size_find(&size), nullptr);
}

TEST_F(Waits, TrialsCountByTheirLogarithms) {
    const mpimon_trial trial = {};
    const std::vector<uint64_t> times = {90000, 80, 100, 120, 1000000, 100};
    wait_for({}, 1);  // so that the thread counts
    for (const uint64_t ticks : times)
        mpimon_trial_add(&trial, ticks);
    mpimon_cursor cursor = {};
    const auto *found =
        static_cast<const mpimon_trial *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_TRIALS, &cursor));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->calls, times.size());
    EXPECT_EQ(found->least, 80);
    double mean = 0, squares = 0;
    for (const auto time : times)
        mean += std::log(static_cast<double>(time)) / static_cast<double>(times.size());
    for (const auto time : times)
        squares += std::pow(std::log(static_cast<double>(time)) - mean, 2) * std::exp(2 * mean);
    EXPECT_NEAR(found->mean / std::exp(mean), 1, 1e-9);
    EXPECT_NEAR(found->squares / squares, 1, 1e-9);
}

}  // namespace
