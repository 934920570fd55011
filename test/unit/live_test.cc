// Threads that count, register communicators and pass through functions and regions, while others read: what is read is
// whole and never less than before, and in the end the sums are exact. test/sanitizers/run has ThreadSanitizer watch.
// It does not see assembly: of entering and leaving functions it sees what functions.c does, with a clock that is
// asked.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/tables/iterator.h"
#include "profile/write/encode/encode.h"
#include "profile/write/prof_text.h"
#include "profile/write/segment_view.h"

extern "C" {
#include "mpich/macros/hook_function.h"
}

namespace {

constexpr uint32_t kWriters = 4;
constexpr uint32_t kRounds = 1500;
constexpr uint32_t kPeers = 50;
constexpr uint64_t kBytes = 3;

void count(uint32_t communicator, uint32_t peer) {
    const uint64_t base = mpimon_key_base(communicator, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT);
    const uint64_t key = mpimon_key(base, static_cast<int>(peer));
    const unsigned slot = mpimon_cache_slot(key);
    mpimon_flow *flow = mpimon_shard_now()->keys[slot] == key ? mpimon_shard_now()->flows[slot] : nullptr;
    if (!flow)
        flow = mpimon_known_flow(key);
    if (!flow)
        flow = mpimon_cache_flow(key, peer, MPIMON_PATH_NET);
    mpimon_add_sent(mpimon_shard_now(), flow, MPIMON_CLASS_P2P, kBytes);
}

__attribute__((noinline)) void internal_Send(uint32_t communicator, uint32_t peer) {
    MPIR_FUNC_TERSE_ENTER;
    count(communicator, peer);
    MPIR_FUNC_TERSE_EXIT;
}

__attribute__((noinline)) void internal_Bcast(uint32_t communicator) {
    MPIR_FUNC_TERSE_ENTER;
    mpimon_collective *counters = mpimon_collective_find(
        communicator, mpimon_name_index("Bcast"), mpimon_name_index("binomial"), MPIMON_BLOCKING, MPIMON_ROLE_CALL, 0);
    mpimon_increase(&counters->calls, 1);
    MPIR_FUNC_TERSE_EXIT;
}

// Its members follow from its id.
uint32_t register_communicator(uint32_t id) {
    mpimon_communicator item = {};
    const uint32_t members[] = {id, id + 1};
    item.context_id = id;
    item.group_hash = id;
    item.size = 2;
    item.members = MPIMON_MEMBERS_LISTED;
    return mpimon_communicator_add(&item, members, 1);
}

// One round in 100 registers a communicator; rounds go through the regions "even" and "odd" with "inner" in it.
void write(uint32_t writer) {
    uint32_t communicator = 0;
    for (uint32_t round = 0; round < kRounds; ++round) {
        if (round % 100 == 0)
            communicator = register_communicator(writer * kRounds + round);
        const char *region = round % 2 == 0 ? "even" : "odd";
        mpimon_region_enter(region);
        internal_Send(communicator, round % kPeers);
        mpimon_region_enter("inner");
        internal_Send(communicator, mpimon_foreign_index(1, round % kPeers) | MPIMON_PEER_FOREIGN_BIT);
        internal_Bcast(communicator);
        mpimon_region_leave("inner");
        mpimon_region_leave(region);
    }
}

template <class Item, class Visit>
void visit_items(const mpimon_header *segment, mpimon_block_kind kind, Visit visit) {
    mpimon_cursor cursor = {};
    while (const void *item = mpimon_next_item(segment, kind, &cursor))
        visit(*static_cast<const Item *>(item));
}

// What all writers together have counted.
struct Sums {
    uint64_t messages = 0;
    uint64_t bytes = 0;
    uint64_t sizes = 0;
    uint64_t broadcasts = 0;
    uint64_t function_calls = 0;
    uint64_t region_entries = 0;
    uint64_t communicators = 0;

    static Sums of(const mpimon_header *segment) {
        Sums sums;
        visit_items<mpimon_flow>(segment, MPIMON_BLOCK_FLOWS, [&](const mpimon_flow &flow) {
            sums.messages += mpimon_read(&flow.messages);
            sums.bytes += mpimon_read(&flow.bytes);
        });
        visit_items<mpimon_histograms>(segment, MPIMON_BLOCK_HISTOGRAMS, [&](const mpimon_histograms &item) {
            sums.sizes += mpimon_read(&item.bins[MPIMON_CLASS_P2P][mpimon_bin(kBytes)]);
        });
        visit_items<mpimon_collective>(segment, MPIMON_BLOCK_COLLECTIVES, [&](const mpimon_collective &item) {
            sums.broadcasts += mpimon_read(&item.calls);
        });
        visit_items<mpimon_function>(segment, MPIMON_BLOCK_FUNCTIONS, [&](const mpimon_function &item) {
            sums.function_calls += mpimon_read(&item.calls);
        });
        visit_items<mpimon_region>(segment, MPIMON_BLOCK_REGIONS, [&](const mpimon_region &item) {
            sums.region_entries += mpimon_read(&item.entries);
        });
        visit_items<mpimon_communicator>(segment, MPIMON_BLOCK_COMMUNICATORS,
                                         [&](const mpimon_communicator &) { ++sums.communicators; });
        return sums;
    }

    static Sums of_all_rounds() {
        constexpr uint64_t rounds = uint64_t{kWriters} * kRounds;
        return {2 * rounds, 2 * rounds * kBytes, 2 * rounds, rounds, 3 * rounds, 2 * rounds, rounds / 100};
    }

    // Whether each of them is no more than in `later`.
    bool no_more_than(const Sums &later) const {
        return messages <= later.messages && bytes <= later.bytes && sizes <= later.sizes &&
               broadcasts <= later.broadcasts && function_calls <= later.function_calls &&
               region_entries <= later.region_entries && communicators <= later.communicators;
    }
};

// Communicators that are there are there with their members.
bool members_are_whole(const mpimon_header *segment) {
    bool whole = true;
    visit_items<mpimon_communicator>(segment, MPIMON_BLOCK_COMMUNICATORS, [&](const mpimon_communicator &item) {
        const auto *members =
            reinterpret_cast<const uint32_t *>(reinterpret_cast<const char *>(segment) + item.members_offset);
        whole = whole && members[0] == item.context_id && members[1] == item.context_id + 1;
    });
    return whole;
}

void read_on(const std::function<bool()> &writing) {
    Sums before;
    while (writing()) {
        const Sums now = Sums::of(mpimon_segment());
        EXPECT_TRUE(before.no_more_than(now));
        EXPECT_TRUE(now.no_more_than(Sums::of_all_rounds()));
        EXPECT_TRUE(members_are_whole(mpimon_segment()));
        before = now;
    }
}

// As the flush variable of MPI_T does, and the profile of a copy.
void copy_on(const std::function<bool()> &writing) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    Sums before;
    while (writing()) {
        const std::unique_ptr<mpimon_header, decltype(&std::free)> copy(mpimon_segment_copy(), &std::free);
        ASSERT_TRUE(copy);
        EXPECT_EQ(mpimon::SegmentView(copy.get()).bad_blocks(), 0U);
        EXPECT_GT(mpimon_encode_process(copy.get(), nullptr, 0), 0U);
        EXPECT_EQ(mpimon_write_prof(copy.get(), nowhere), 0);
        const Sums now = Sums::of(copy.get());
        EXPECT_TRUE(before.no_more_than(now));
        before = now;
    }
    close(nowhere);
}

// With the processor's ticks, as far as it has them, and with a clock that must be asked.
class Live : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
        if (!GetParam())
            mpimon_ticks_of_processor = 0;
        mpimon_segment()->world_size = kPeers;
        mpimon_functions_switch(1);
    }
    void TearDown() override {
        mpimon_functions_switch(0);
        mpimon_engine_stop();
    }
};

INSTANTIATE_TEST_SUITE_P(Clocks, Live, testing::Bool(),
                         [](const auto &parameter) { return parameter.param ? "Ticks" : "Asked"; });

TEST_P(Live, WhatIsReadMeanwhileOnlyGrowsAndEndsExact) {
    std::atomic<uint32_t> running{kWriters};
    const auto writing = [&] { return running.load() > 0; };
    std::vector<std::thread> threads;
    for (uint32_t writer = 0; writer < kWriters; ++writer)
        threads.emplace_back([&running, writer] {
            write(writer);
            --running;
        });
    threads.emplace_back([&] { read_on(writing); });
    threads.emplace_back([&] { read_on(writing); });
    threads.emplace_back([&] { copy_on(writing); });
    for (std::thread &thread : threads)
        thread.join();
    const Sums sums = Sums::of(mpimon_segment());
    EXPECT_TRUE(sums.no_more_than(Sums::of_all_rounds()));
    EXPECT_TRUE(Sums::of_all_rounds().no_more_than(sums));
    EXPECT_EQ(mpimon_engine_lost(), 0);
}

TEST(SegmentCopy, IsNoneBeforeTheEngineIsStarted) {
    EXPECT_EQ(mpimon_segment_copy(), nullptr);
}

}  // namespace
