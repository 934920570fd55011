// Functions and regions without MPI: what is counted in which of them, by the very hooks that MPICH compiles.
#include <cerrno>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "profile/write/segment_view.h"

extern "C" {
#include "mpich/macros/hook_function.h"
}

namespace {

using mpimon::SegmentView;

void count(uint32_t peer, uint64_t bytes) {
    const uint64_t base = mpimon_key_base(0, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT);
    const uint64_t key = mpimon_key(base, static_cast<int>(peer));
    const unsigned slot = mpimon_cache_slot(key);
    mpimon_flow *flow = mpimon_shard_now()->keys[slot] == key ? mpimon_shard_now()->flows[slot]
                                                              : mpimon_cache_flow(key, peer, MPIMON_PATH_NET);
    mpimon_add_sent(mpimon_shard_now(), flow, MPIMON_CLASS_P2P, bytes);
}

// Two functions as the binding has them. What goes in and comes out must not be touched by the hooks.
__attribute__((noinline)) uint64_t internal_Send(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f,
                                                 uint64_t g) {
    MPIR_FUNC_TERSE_ENTER;
    count(static_cast<uint32_t>(b), a);
    const uint64_t result = a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f + 17 * g;
    MPIR_FUNC_TERSE_EXIT;
    return result;
}

void send(uint32_t peer, uint64_t bytes) {
    ASSERT_EQ(internal_Send(bytes, peer, 2, 3, 4, 5, 6), bytes + 3 * peer + 10 + 21 + 44 + 65 + 102);
}

// A function that the user's code is called from, as with MPI_Comm_dup and attributes.
__attribute__((noinline)) void internal_Comm_dup(const std::function<void()> &callback) {
    MPIR_FUNC_TERSE_ENTER;
    callback();
    MPIR_FUNC_TERSE_EXIT;
}

std::string path_of(const SegmentView &view, uint32_t region) {
    std::string path;
    view.each<mpimon_region>([&](const mpimon_region &item, uint32_t index) {
        if (index == region)
            path = (item.parent == MPIMON_NONE ? "" : path_of(view, item.parent) + "/") + mpimon_name_at(item.name);
    });
    return path;
}

// "region function" of a context.
std::string context_of(const SegmentView &view, uint32_t context) {
    std::string text;
    view.each<mpimon_context>([&](const mpimon_context &item, uint32_t index) {
        if (index == context)
            text = path_of(view, item.region) + " " + mpimon_name_at(item.function);
    });
    return text;
}

using Traffic = std::map<std::pair<std::string, uint32_t>, std::pair<uint64_t, uint64_t>>;

Traffic traffic() {
    const SegmentView view(mpimon_segment());
    Traffic sums;
    view.each<mpimon_flow>([&](const mpimon_flow &flow, uint32_t) {
        if (flow.messages == 0)
            return;
        auto &sum = sums[{context_of(view, flow.context), flow.peer}];
        sum.first += flow.messages;
        sum.second += flow.bytes;
    });
    return sums;
}

std::map<std::string, uint64_t> calls() {
    const SegmentView view(mpimon_segment());
    std::map<std::string, uint64_t> sums;
    view.each<mpimon_function>([&](const mpimon_function &function, uint32_t) {
        if (function.calls == 0)
            return;
        sums[context_of(view, function.context)] += function.calls;
        EXPECT_LE(function.shortest, function.longest);
        EXPECT_LE(function.longest, function.time);
        EXPECT_LE(function.shortest * function.calls, function.time);
    });
    return sums;
}

std::map<std::string, uint64_t> entries() {
    const SegmentView view(mpimon_segment());
    std::map<std::string, uint64_t> counts;
    view.each<mpimon_region>(
        [&](const mpimon_region &region, uint32_t index) { counts[path_of(view, index)] = region.entries; });
    return counts;
}

// With the processor's ticks, as far as it has them, and with a clock that must be asked.
class Contexts : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override { start(); }
    void TearDown() override { stop(); }

    static void start() {
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
        if (!GetParam())
            mpimon_ticks_of_processor = 0;
        mpimon_functions_switch(1);
    }
    static void stop() {
        mpimon_functions_switch(0);
        mpimon_engine_stop();
    }
};

INSTANTIATE_TEST_SUITE_P(Clocks, Contexts, testing::Bool(),
                         [](const auto &parameter) { return parameter.param ? "Ticks" : "Asked"; });

TEST_P(Contexts, TrafficIsOfTheFunctionThatCausedIt) {
    count(1, 10);
    for (int i = 0; i < 1000; ++i)
        send(static_cast<uint32_t>(i % 2), 3);
    count(1, 10);
    EXPECT_EQ(traffic(),
              (Traffic{{{" ", 1}, {2, 20}}, {{" MPI_Send", 0}, {500, 1500}}, {{" MPI_Send", 1}, {500, 1500}}}));
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Send", 1000}}));
}

TEST_P(Contexts, CallsWithinCallsAreOfTheOutermost) {
    for (int i = 0; i < 10; ++i)
        internal_Comm_dup([] {
            count(4, 1);
            send(4, 1);
            internal_Comm_dup([] { send(4, 1); });
        });
    send(4, 1);
    EXPECT_EQ(traffic(), (Traffic{{{" MPI_Comm_dup", 4}, {30, 30}}, {{" MPI_Send", 4}, {1, 1}}}));
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Comm_dup", 10}, {" MPI_Send", 1}}));
}

TEST_P(Contexts, RegionsAreNestedAndNamed) {
    EXPECT_EQ(mpimon_region_enter("solve"), 0);
    count(0, 1);
    send(0, 2);
    EXPECT_EQ(mpimon_region_enter("exchange"), 0);
    send(0, 3);
    EXPECT_EQ(mpimon_region_leave("exchange"), 0);
    send(0, 2);
    EXPECT_EQ(mpimon_region_leave("solve"), 0);
    EXPECT_EQ(mpimon_region_enter("exchange"), 0);
    send(0, 4);
    EXPECT_EQ(mpimon_region_leave("exchange"), 0);
    EXPECT_EQ(mpimon_region_enter("solve"), 0);
    send(0, 2);
    EXPECT_EQ(mpimon_region_leave("solve"), 0);
    send(0, 5);
    EXPECT_EQ(traffic(), (Traffic{{{"solve ", 0}, {1, 1}},
                                  {{"solve MPI_Send", 0}, {3, 6}},
                                  {{"solve/exchange MPI_Send", 0}, {1, 3}},
                                  {{"exchange MPI_Send", 0}, {1, 4}},
                                  {{" MPI_Send", 0}, {1, 5}}}));
    EXPECT_EQ(entries(), (std::map<std::string, uint64_t>{{"solve", 2}, {"solve/exchange", 1}, {"exchange", 1}}));
}

TEST_P(Contexts, LeavesThatDoNotFitChangeNothing) {
    EXPECT_EQ(mpimon_region_leave("solve"), EINVAL);
    mpimon_region_enter("solve");
    mpimon_region_enter("exchange");
    EXPECT_EQ(mpimon_region_leave("solve"), EINVAL);
    send(0, 1);
    EXPECT_EQ(mpimon_region_leave("exchange"), 0);
    EXPECT_EQ(mpimon_region_leave("solve"), 0);
    EXPECT_EQ(mpimon_region_leave("solve"), EINVAL);
    EXPECT_EQ(traffic(), (Traffic{{{"solve/exchange MPI_Send", 0}, {1, 1}}}));
}

TEST_P(Contexts, RegionsWithoutEndStayFew) {
    for (int i = 0; i < 10000; ++i)
        EXPECT_EQ(mpimon_region_enter("again"), 0);
    EXPECT_EQ(entries().size(), 64U);
    for (int i = 0; i < 10000; ++i)
        EXPECT_EQ(mpimon_region_leave("again"), 0);
    EXPECT_EQ(mpimon_region_leave("again"), EINVAL);
    send(0, 1);
    EXPECT_EQ(traffic(), (Traffic{{{" MPI_Send", 0}, {1, 1}}}));
}

TEST_P(Contexts, RegionsOfAlwaysAnotherNameStayFew) {
    constexpr int kNames = MPIMON_REGIONS + 1000;
    const auto name = [](int i) { return "step " + std::to_string(i); };
    for (int i = 0; i < kNames; ++i) {
        ASSERT_EQ(mpimon_region_enter(name(i).c_str()), 0);
        ASSERT_EQ(mpimon_region_leave(name(i + 1).c_str()), EINVAL);
        ASSERT_EQ(mpimon_region_leave(name(i).c_str()), 0);
    }
    EXPECT_EQ(entries().size(), static_cast<size_t>(MPIMON_REGIONS));
    EXPECT_EQ(mpimon_name_index("the next name"), static_cast<uint32_t>(MPIMON_REGIONS));
}

TEST_P(Contexts, SwitchingWhatIsOnChangesNothing) {
    internal_Comm_dup([] { mpimon_functions_switch(1); });
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Comm_dup", 1}}));
}

TEST_P(Contexts, ARegionLeftWithinAFunctionIsTheFunctionsToItsEnd) {
    mpimon_region_enter("solve");
    internal_Comm_dup([] {
        count(0, 1);
        mpimon_region_leave("solve");
        count(0, 1);
    });
    send(0, 1);
    EXPECT_EQ(traffic(), (Traffic{{{"solve MPI_Comm_dup", 0}, {2, 2}}, {{" MPI_Send", 0}, {1, 1}}}));
}

TEST_P(Contexts, SwitchedOnWithinAFunction) {
    mpimon_functions_switch(0);
    internal_Comm_dup([] { internal_Comm_dup([] { mpimon_functions_switch(1); }); });
    send(0, 1);
    internal_Comm_dup([] { mpimon_functions_switch(0); });
    send(0, 1);
    mpimon_functions_switch(1);
    send(0, 1);
    EXPECT_EQ(traffic(), (Traffic{{{" MPI_Send", 0}, {2, 2}}, {{" ", 0}, {1, 1}}}));
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Send", 2}}));
}

TEST_P(Contexts, GaugesAreOfTheFunctionThatChangedThem) {
    const uint32_t queue = mpimon_name_index("queue");
    mpimon_gauge_find(queue)->rises += 1;
    internal_Comm_dup([&] {
        mpimon_gauge_find(queue)->rises += 2;
        mpimon_gauge_find(mpimon_name_index("buffers"))->falls += 3;
    });
    mpimon_gauge_find(queue)->rises += 4;
    std::map<std::string, uint64_t> rises;
    const SegmentView view(mpimon_segment());
    view.each<mpimon_gauge>([&](const mpimon_gauge &gauge, uint32_t) {
        if (gauge.name == queue)
            rises[context_of(view, gauge.context)] += gauge.rises;
    });
    EXPECT_EQ(rises, (std::map<std::string, uint64_t>{{" ", 5}, {" MPI_Comm_dup", 2}}));
}

TEST_P(Contexts, TheFunctionThatEndsTheRecordIsCounted) {
    internal_Comm_dup([] {
        mpimon_functions_close();
        mpimon_functions_switch(0);
    });
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Comm_dup", 1}}));
}

TEST_P(Contexts, ClosingLeavesAllRegions) {
    mpimon_region_enter("solve");
    mpimon_region_enter("exchange");
    send(0, 1);
    mpimon_regions_close();
    send(0, 1);
    EXPECT_EQ(mpimon_region_leave("exchange"), EINVAL);
    mpimon_region_enter("exchange");
    send(0, 1);
    EXPECT_EQ(traffic(), (Traffic{{{"solve/exchange MPI_Send", 0}, {1, 1}},
                                  {{" MPI_Send", 0}, {1, 1}},
                                  {{"exchange MPI_Send", 0}, {1, 1}}}));
}

TEST_P(Contexts, ThreadsInDifferentRegions) {
    constexpr int threads = 8, rounds = 2000;
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
        running.emplace_back([t] {
            const std::string own = "region" + std::to_string(t);
            for (int i = 0; i < rounds; ++i) {
                mpimon_region_enter("all");
                send(0, 1);
                mpimon_region_enter(own.c_str());
                send(static_cast<uint32_t>(t), 2);
                mpimon_region_leave(own.c_str());
                mpimon_region_leave("all");
            }
        });
    for (auto &thread : running)
        thread.join();
    Traffic expected{{{"all MPI_Send", 0}, {threads * rounds, threads * rounds}}};
    std::map<std::string, uint64_t> expected_calls{{"all MPI_Send", threads * rounds}};
    for (int t = 0; t < threads; ++t) {
        const std::string context = "all/region" + std::to_string(t) + " MPI_Send";
        expected[{context, static_cast<uint32_t>(t)}] = {rounds, 2 * rounds};
        expected_calls[context] = rounds;
    }
    EXPECT_EQ(traffic(), expected);
    EXPECT_EQ(calls(), expected_calls);
    EXPECT_EQ(entries()["all"], uint64_t{threads} * rounds);
}

// Each has its own way through the regions, and its own counters.
TEST_P(Contexts, ThreadsThatTakeTurns) {
    mpimon_region_enter("mine");
    send(0, 1);
    std::thread([] {
        send(0, 1);
        mpimon_region_enter("yours");
        send(0, 1);
        mpimon_region_leave("yours");
        mpimon_region_enter("mine");
        send(0, 1);
    }).join();
    send(0, 1);
    mpimon_region_leave("mine");
    send(0, 1);
    EXPECT_EQ(traffic(),
              (Traffic{{{" MPI_Send", 0}, {2, 2}}, {{"mine MPI_Send", 0}, {3, 3}}, {{"yours MPI_Send", 0}, {1, 1}}}));
    unsigned shards = 0;
    SegmentView(mpimon_segment()).each_histogram([&](uint32_t traffic_class, const uint64_t *) {
        shards += traffic_class == 0 ? 1 : 0;
    });
    EXPECT_EQ(shards, 5U);
}

// A thread that outlives the engine and counts again in the next run finds nothing of the first.
TEST_P(Contexts, AThreadThatOutlivesTheEngine) {
    std::mutex mutex;
    std::condition_variable changed;
    int step = 0;
    const auto reach = [&](int next) {
        std::lock_guard<std::mutex> guard(mutex);
        step = next;
        changed.notify_all();
    };
    const auto wait_for = [&](int wanted) {
        std::unique_lock<std::mutex> guard(mutex);
        changed.wait(guard, [&] { return step == wanted; });
    };
    send(1, 1);
    std::thread other([&] {
        mpimon_region_enter("first");
        for (int i = 0; i < 5; ++i)
            send(1, 1);
        reach(1);
        wait_for(2);
        EXPECT_EQ(mpimon_region_leave("first"), EINVAL);
        for (int i = 0; i < 3; ++i)
            send(1, 1);
        count(1, 1);
    });
    wait_for(1);
    EXPECT_EQ(traffic(), (Traffic{{{" MPI_Send", 1}, {1, 1}}, {{"first MPI_Send", 1}, {5, 5}}}));
    stop();
    start();
    reach(2);
    other.join();
    EXPECT_EQ(traffic(), (Traffic{{{" MPI_Send", 1}, {3, 3}}, {{" ", 1}, {1, 1}}}));
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Send", 3}}));
    // Its counters are there for the next thread, and no two threads have the same.
    send(1, 1);
    std::thread([] { send(1, 1); }).join();
    EXPECT_EQ(calls(), (std::map<std::string, uint64_t>{{" MPI_Send", 5}}));
}

TEST_P(Contexts, TimesAreThoseOfTheClock) {
    const int64_t start = mpimon_clock_ns();
    mpimon_region_enter("sleep");
    internal_Comm_dup([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
    mpimon_regions_close();
    const auto most = static_cast<uint64_t>(mpimon_clock_ns() - start);
    mpimon_clock_look(mpimon_segment());
    const SegmentView view(mpimon_segment());
    view.each<mpimon_function>([&](const mpimon_function &function, uint32_t) {
        const uint64_t ns = mpimon_ticks_to_ns(mpimon_segment(), function.time);
        EXPECT_GE(ns, 49900000U);
        EXPECT_LE(ns, most + most / 500);
        EXPECT_EQ(function.time, function.shortest);
        EXPECT_EQ(function.time, function.longest);
    });
    view.each<mpimon_region>([&](const mpimon_region &region, uint32_t) {
        const uint64_t ns = mpimon_ticks_to_ns(mpimon_segment(), region.time);
        EXPECT_GE(ns, 49900000U);
        EXPECT_LE(ns, most + most / 500);
    });
}

}  // namespace
