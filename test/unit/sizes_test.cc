// Sizes per peer: what is counted with the detail and without, by several threads, and while it is switched.
#include <atomic>
#include <map>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/tables/iterator.h"

namespace {

// What the hooks do for one message; `fast` counts those that took the fast path.
uint64_t fast;

void count(uint64_t base, uint32_t rank, mpimon_class traffic_class, uint64_t bytes) {
    const uint64_t key = mpimon_key(base, static_cast<int>(rank));
    const unsigned slot = mpimon_cache_slot(key);
    const mpimon_shard *shard = mpimon_this_thread.shard;
    if (__atomic_load_n(&shard->keys[slot], __ATOMIC_RELAXED) == key) {
        mpimon_add_sent(mpimon_this_thread.shard, shard->flows[slot], traffic_class, bytes);
        __atomic_fetch_add(&fast, 1, __ATOMIC_RELAXED);
        return;
    }
    const bool on = __atomic_load_n(&mpimon_sizes_on, __ATOMIC_RELAXED) != 0;
    mpimon_flow *flow = on ? mpimon_sized_flow(key) : nullptr;
    if (!flow)
        flow = mpimon_known_flow(key);
    if (!flow)
        flow = mpimon_cache_flow(key, rank, MPIMON_PATH_NET);
    mpimon_add_sent(mpimon_this_thread.shard, flow, traffic_class, bytes);
    if (on)
        mpimon_count_size(flow, mpimon_bin(bytes));
}

uint64_t base_of(uint32_t communicator, mpimon_class traffic_class, mpimon_direction direction = MPIMON_SENT) {
    return mpimon_key_base(communicator, traffic_class, MPIMON_PATH_NET, direction);
}

void send(uint32_t communicator, uint32_t rank, mpimon_class traffic_class, uint64_t bytes) {
    count(base_of(communicator, traffic_class), rank, traffic_class, bytes);
}

// Messages by (peer, class, bin).
using Sizes = std::map<std::tuple<uint32_t, int, unsigned>, uint64_t>;

Sizes counted_sizes() {
    Sizes sizes;
    mpimon_cursor cursor = {};
    while (const auto *item =
               static_cast<mpimon_size *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_SIZES, &cursor)))
        sizes[{item->peer, item->traffic_class, item->bin}] += mpimon_read(&item->messages);
    return sizes;
}

uint64_t counted_messages() {
    uint64_t sum = 0;
    mpimon_cursor cursor = {};
    while (const auto *flow =
               static_cast<mpimon_flow *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_FLOWS, &cursor)))
        sum += mpimon_read(&flow->messages);
    return sum;
}

unsigned bin_of(uint64_t bytes) {
    unsigned bin = 0;
    while (bin < 64 && bytes >= uint64_t{1} << bin)
        ++bin;
    return bin;
}

class SizesOfPeers : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
        fast = 0;
    }
    void TearDown() override {
        mpimon_sizes_switch(0);
        mpimon_engine_stop();
    }
};

TEST_F(SizesOfPeers, AreExactOverAllCommunicators) {
    mpimon_sizes_switch(1);
    Sizes expected;
    std::mt19937 random(11);
    for (int i = 0; i < 200000; ++i) {
        const uint32_t rank = random() % 700;
        const auto traffic_class = static_cast<mpimon_class>(random() % MPIMON_CLASSES);
        const uint64_t bytes = random() % 5 == 0 ? 0 : UINT64_C(1) << random() % 40;
        send(random() % 3, rank, traffic_class, bytes);
        ++expected[{rank, traffic_class, bin_of(bytes)}];
    }
    EXPECT_EQ(counted_sizes(), expected);
    EXPECT_EQ(counted_messages(), 200000U);
    EXPECT_EQ(fast, 0U);
    EXPECT_EQ(mpimon_engine_lost(), 0);
}

TEST_F(SizesOfPeers, OffCountNothingAndTakeTheFastPath) {
    for (int i = 0; i < 100; ++i)
        send(0, 1, MPIMON_CLASS_P2P, 8);
    EXPECT_EQ(counted_sizes(), Sizes());
    EXPECT_EQ(fast, 99U);
}

// Each switch takes effect with the next message, and nothing is counted twice or lost.
TEST_F(SizesOfPeers, AreSwitchedWhileTheProgramRuns) {
    for (int round = 0; round < 3; ++round) {
        for (uint32_t i = 0; i < 1000; ++i)
            send(0, i % 10, MPIMON_CLASS_COLL, 100);
        mpimon_sizes_switch(1);
        mpimon_sizes_switch(1);
        const uint64_t before = fast;
        for (uint32_t i = 0; i < 50; ++i)
            send(0, i % 10, MPIMON_CLASS_COLL, 4);
        EXPECT_EQ(fast, before);
        mpimon_sizes_switch(0);
    }
    Sizes expected;
    for (uint32_t peer = 0; peer < 10; ++peer)
        expected[{peer, MPIMON_CLASS_COLL, 3}] = 15;
    EXPECT_EQ(counted_sizes(), expected);
    EXPECT_EQ(counted_messages(), 3U * 1050);
    EXPECT_EQ(fast, 3U * 990);
}

// What is not sent has no sizes, and stays on its fast path.
TEST_F(SizesOfPeers, LeaveOtherDirectionsInTheCache) {
    mpimon_sizes_switch(1);
    const uint64_t key = mpimon_key(base_of(0, MPIMON_CLASS_P2P, MPIMON_RECEIVED), 1);
    mpimon_flow *flow = mpimon_cache_flow(key, 1, MPIMON_PATH_NET);
    EXPECT_EQ(mpimon_this_thread.shard->keys[mpimon_cache_slot(key)], key);
    EXPECT_EQ(mpimon_this_thread.shard->flows[mpimon_cache_slot(key)], flow);
    EXPECT_EQ(mpimon_sized_flow(key), nullptr);
}

// The bases of a communicator are 0 until its first message is counted.
TEST_F(SizesOfPeers, NoRankOfAnUnknownCommunicatorIsInTheCache) {
    mpimon_sizes_switch(1);
    const auto expect_none = [] {
        for (const uint64_t kind : {UINT64_C(0), mpimon_key_kind(MPIMON_CLASS_RMA, MPIMON_PATH_NET, MPIMON_SENT)})
            for (int rank = 0; rank < 2 * MPIMON_CACHE_SIZE; ++rank) {
                const uint64_t key = mpimon_key(kind, rank);
                EXPECT_NE(mpimon_this_thread.shard->keys[mpimon_cache_slot(key)], key);
                EXPECT_EQ(mpimon_sized_flow(key), nullptr);
            }
    };
    expect_none();
    for (uint32_t rank = 0; rank < MPIMON_CACHE_SIZE; ++rank)
        for (int traffic_class = 0; traffic_class < MPIMON_CLASSES; ++traffic_class)
            send(0, rank, static_cast<mpimon_class>(traffic_class), 1);
    expect_none();
    mpimon_sizes_switch(0);
    mpimon_sizes_switch(1);
    expect_none();
}

TEST_F(SizesOfPeers, OfSeveralThreadsAddUp) {
    constexpr int threads = 8, messages = 20000;
    mpimon_sizes_switch(1);
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
        running.emplace_back([] {
            for (uint32_t i = 0; i < messages; ++i)
                send(0, i % 100, MPIMON_CLASS_P2P, i % 2);
        });
    for (auto &thread : running)
        thread.join();
    Sizes expected;
    for (uint32_t peer = 0; peer < 100; ++peer)
        expected[{peer, MPIMON_CLASS_P2P, peer % 2}] = uint64_t{threads} * messages / 100;
    EXPECT_EQ(counted_sizes(), expected);
}

// However the switch meets a message, one that is sent after it has its size counted.
TEST_F(SizesOfPeers, AreCountedInAllThreadsOnceSwitchedOn) {
    constexpr int threads = 3, rounds = 40;
    constexpr uint32_t peers = 300;
    std::atomic<int> round{0}, counting{0}, done{0};
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
        running.emplace_back([&] {
            for (int seen = 0; seen < rounds; ++seen) {
                ++counting;
                for (uint32_t i = 0; round == seen; ++i)  // the cache has room for most of these
                    send(0, i % peers, MPIMON_CLASS_P2P, 1);
                for (uint32_t i = 0; i < peers; ++i)
                    send(0, i, MPIMON_CLASS_P2P, 8);
                ++done;
                while (done < threads * (seen + 1) || mpimon_sizes_on)
                    std::this_thread::yield();
            }
        });
    for (int now = 0; now < rounds; ++now) {
        while (counting < threads * (now + 1))
            std::this_thread::yield();
        mpimon_sizes_switch(1);
        ++round;
        while (done < threads * (now + 1))
            std::this_thread::yield();
        mpimon_sizes_switch(0);
    }
    for (auto &thread : running)
        thread.join();
    const Sizes sizes = counted_sizes();
    for (uint32_t peer = 0; peer < peers; ++peer)
        EXPECT_EQ(sizes.at({peer, MPIMON_CLASS_P2P, 4}), uint64_t{threads} * rounds) << peer;
}

// 1 KiB for each peer with messages of five sizes and two classes, in the segment.
TEST_F(SizesOfPeers, StaySmall) {
    mpimon_sizes_switch(1);
    send(0, 0, MPIMON_CLASS_P2P, 0);
    const uint64_t base = mpimon_segment()->used;
    constexpr uint32_t peers = 10000;
    for (uint32_t peer = 0; peer < peers; ++peer)
        for (const uint64_t bytes : {0, 8, 1000, 100000, 2000000})
            for (const mpimon_class traffic_class : {MPIMON_CLASS_P2P, MPIMON_CLASS_COLL})
                send(0, peer, traffic_class, bytes);
    EXPECT_LE(mpimon_segment()->used, base + peers * 512);
}

TEST_F(SizesOfPeers, EndWithTheEngine) {
    mpimon_sizes_switch(1);
    send(0, 1, MPIMON_CLASS_P2P, 8);
    mpimon_sizes_switch(0);
    mpimon_engine_stop();
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_sizes_switch(1);
    send(0, 1, MPIMON_CLASS_P2P, 8);
    EXPECT_EQ(counted_sizes(), (Sizes{{{1, MPIMON_CLASS_P2P, 4}, 1}}));
}

}  // namespace
