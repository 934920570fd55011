// Messages whose data does not lie together: what is counted by class and function, by several threads.
#include <map>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/tables/iterator.h"

namespace {

// As the hooks do for one message: it is counted before.
void send(mpimon_class traffic_class, uint64_t bytes, uint64_t blocks) {
    mpimon_cache_flow(mpimon_key(mpimon_key_base(0, traffic_class, MPIMON_PATH_NET, MPIMON_SENT), 1), 1,
                      MPIMON_PATH_NET);
    mpimon_count_noncontiguous(traffic_class, bytes, blocks);
}

// Sends within a region.
void send_in(const char *region, mpimon_class traffic_class, uint64_t bytes, uint64_t blocks) {
    EXPECT_EQ(mpimon_region_enter(region), 0);
    send(traffic_class, bytes, blocks);
    EXPECT_EQ(mpimon_region_leave(region), 0);
}

using Totals = std::tuple<uint64_t, uint64_t, uint64_t>;
using Counts = std::map<std::pair<uint32_t, int>, Totals>;  // by region and class

Counts counted(int &items) {
    Counts counts;
    items = 0;
    mpimon_cursor cursor = {};
    while (const auto *item = static_cast<const mpimon_noncontiguous *>(
               mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_NONCONTIGUOUS, &cursor))) {
        auto &[messages, bytes, blocks] = counts[{mpimon_context_at(item->context).region, item->traffic_class}];
        messages += mpimon_read(&item->messages);
        bytes += mpimon_read(&item->bytes);
        blocks += mpimon_read(&item->blocks);
        ++items;
    }
    return counts;
}

TEST(Noncontiguous, ByContextAndClassInEachThread) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    send(MPIMON_CLASS_P2P, 80, 10);
    send(MPIMON_CLASS_P2P, 40, 5);
    send(MPIMON_CLASS_RMA, 1, 1);
    send_in("solve", MPIMON_CLASS_P2P, 8, 2);
    std::thread([] {
        send_in("solve", MPIMON_CLASS_P2P, 16, 4);
        send(MPIMON_CLASS_P2P, 3, 3);
    }).join();
    int items = 0;
    const Counts expected = {{{MPIMON_NONE, MPIMON_CLASS_P2P}, {3, 123, 18}},
                             {{MPIMON_NONE, MPIMON_CLASS_RMA}, {1, 1, 1}},
                             {{0, MPIMON_CLASS_P2P}, {2, 24, 6}}};
    EXPECT_EQ(counted(items), expected);
    EXPECT_EQ(items, 5) << "each thread has items of its own";
    EXPECT_EQ(mpimon_engine_lost(), 0);
    mpimon_engine_stop();
}

// A thread that has not counted the message first has nowhere to count this to.
TEST(Noncontiguous, NothingBeforeTheMessageIsCounted) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_count_noncontiguous(MPIMON_CLASS_P2P, 8, 1);
    int items = 0;
    EXPECT_TRUE(counted(items).empty());
    mpimon_engine_stop();
}

}  // namespace
