// The timeline of a process that counts: what is in which interval, while it is switched, forks, and has no threads.
// The program's pthread_create() stands before the C library's.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/tables/iterator.h"
#include "engine/timeline/sums.h"
#include "engine/timeline/timeline.h"

namespace {

std::atomic<bool> threads_refused{false};

}  // namespace

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                              void *argument) {
    if (threads_refused)
        return EAGAIN;
    static const auto next = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return next(thread, attributes, run, argument);
}

namespace {

constexpr uint64_t kMillisecond = 1000000;

void sleep_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

void count(uint32_t peer, mpimon_class traffic_class, mpimon_direction direction, uint64_t bytes) {
    const uint64_t base = mpimon_key_base(0, traffic_class, MPIMON_PATH_NET, direction);
    mpimon_add(mpimon_cache_flow(mpimon_key(base, static_cast<int>(peer)), peer, MPIMON_PATH_NET), bytes);
}

void send(int messages, uint64_t bytes = 7) {
    for (int i = 0; i < messages; ++i)
        count(static_cast<uint32_t>(i % 20), MPIMON_CLASS_P2P, MPIMON_SENT, bytes);
}

uint64_t now() {
    return static_cast<uint64_t>(mpimon_clock_ns() - mpimon_segment()->start_clock_ns);
}

const mpimon_timeline *timeline() {
    mpimon_cursor cursor = {};
    return static_cast<mpimon_timeline *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_TIMELINE, &cursor));
}

const mpimon_unrecorded &unrecorded_now() {
    return timeline()->unrecorded[timeline()->current % 2];
}

// In the order of time. No thread takes samples any more.
std::vector<mpimon_sample> samples() {
    std::vector<mpimon_sample> list;
    mpimon_cursor cursor = {};
    while (const void *item = mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_SAMPLES, &cursor))
        if (static_cast<const mpimon_sample *>(item)->serial > 0)
            list.push_back(*static_cast<const mpimon_sample *>(item));
    std::sort(list.begin(), list.end(), [](const auto &a, const auto &b) { return a.serial < b.serial; });
    return list;
}

// How many there are while a thread takes them.
int samples_so_far() {
    int count = 0;
    mpimon_cursor cursor = {};
    while (const void *item = mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_SAMPLES, &cursor))
        count += __atomic_load_n(&static_cast<const mpimon_sample *>(item)->serial, __ATOMIC_ACQUIRE) > 0;
    return count;
}

uint64_t sent_messages(const mpimon_sample &sample) {
    return sample.sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT];
}

class Timeline : public testing::Test {
  protected:
    void SetUp() override {
        threads_refused = false;
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    }
    void TearDown() override { mpimon_engine_stop(); }

    mpimon_timeline_settings settings = {10 * kMillisecond, nullptr, {}};
};

// A sample that was taken after a burst has all of it, and one after which another was taken before the burst has
// nothing of it: a thread may have to wait for a processor while it adds up. Bursts go on until there are samples
// enough, since one that took long (the first under an emulator) is followed by a rest.
TEST_F(Timeline, HasWhatWasCountedInItsInterval) {
    struct Burst {
        uint64_t begin, end, messages_before, messages_after;
    };
    std::vector<Burst> bursts;
    mpimon_timeline_on(&settings);
    uint64_t messages = 0;
    for (int burst = 0; burst < 5 || (samples_so_far() < 6 && burst < 500); ++burst) {
        bursts.push_back({now(), 0, messages, 0});
        const int size = 1000 * (burst % 5 + 1);
        send(size);
        messages += static_cast<uint64_t>(size);
        bursts.back().end = now();
        bursts.back().messages_after = messages;
        sleep_ms(35);
    }
    count(1, MPIMON_CLASS_RMA, MPIMON_RECEIVED, 4096);
    mpimon_timeline_finish();
    const std::vector<mpimon_sample> list = samples();
    EXPECT_GE(list.size(), 6U);
    for (const Burst &burst : bursts)
        for (size_t i = 0; i + 1 < list.size(); ++i) {
            if (list[i + 1].end < burst.begin) {
                EXPECT_LE(sent_messages(list[i]), burst.messages_before);
            }
            if (list[i].end > burst.end) {
                EXPECT_GE(sent_messages(list[i]), burst.messages_after);
            }
        }
    EXPECT_EQ(sent_messages(list.back()), messages);
    EXPECT_EQ(list.back().sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT], 7 * messages);
    EXPECT_EQ(list.back().sums.messages[MPIMON_CLASS_RMA][MPIMON_RECEIVED], 1U);
    EXPECT_EQ(list.back().sums.bytes[MPIMON_CLASS_RMA][MPIMON_RECEIVED], 4096U);
    EXPECT_EQ(timeline()->state, uint32_t{MPIMON_TIMELINE_FINISHED});
    EXPECT_EQ(timeline()->interval, settings.interval);
    EXPECT_EQ(timeline()->thread_error, 0);
}

// Samples are taken at multiples of the interval since the start, a little later, and the first interval begins when
// the detail was switched on.
TEST_F(Timeline, IntervalsBeginWithTheProcess) {
    sleep_ms(3);
    const uint64_t before = now();
    mpimon_timeline_on(&settings);
    const uint64_t after = now();
    sleep_ms(50);
    mpimon_timeline_off();
    const std::vector<mpimon_sample> list = samples();
    ASSERT_GE(list.size(), 2U);
    EXPECT_GE(list[0].end - list[0].recorded, before);
    EXPECT_LE(list[0].end - list[0].recorded, after);
    for (size_t i = 0; i + 1 < list.size(); ++i) {
        EXPECT_GE(list[i].end / settings.interval, i + 1);
        EXPECT_LT(list[i].end, list[i + 1].end);
    }
}

TEST_F(Timeline, CollectivesAreCallsAndTimeOfTheUser) {
    mpimon_timeline_on(&settings);
    for (const mpimon_role role : {MPIMON_ROLE_CALL, MPIMON_ROLE_STEP}) {
        mpimon_collective *collective =
            mpimon_collective_find(0, mpimon_name_index("Bcast"), mpimon_name_index("tree"), MPIMON_BLOCKING, role, 0);
        mpimon_increase(&collective->calls, 3);
        mpimon_increase(&collective->time, 500);
    }
    mpimon_timeline_finish();
    EXPECT_EQ(samples().back().sums.collective_calls, 3U);
    EXPECT_EQ(samples().back().sums.collective_time, 500U);
}

// What is counted while the detail is off is in no interval, and neither is that time.
TEST_F(Timeline, GapsAreGaps) {
    send(100);
    mpimon_timeline_on(&settings);
    send(1);
    mpimon_timeline_off();
    EXPECT_EQ(timeline()->state, uint32_t{MPIMON_TIMELINE_OFF});
    const size_t before = samples().size();
    const uint64_t gap_begin = samples().back().end;
    send(50);
    sleep_ms(20);
    EXPECT_EQ(samples().size(), before);
    const uint64_t gap_end = now();
    mpimon_timeline_on(&settings);
    send(2);
    mpimon_timeline_finish();
    const std::vector<mpimon_sample> list = samples();
    EXPECT_EQ(sent_messages(list[before - 1]), 1U);
    EXPECT_EQ(sent_messages(list.back()), 3U);
    const uint64_t gap = list.back().end - list.back().recorded - (list[before - 1].end - list[before - 1].recorded);
    EXPECT_GE(gap, gap_end - gap_begin);
}

// Each time that the detail is switched off the interval ends, and no thread is left.
TEST_F(Timeline, IsSwitchedAtAnyTimeWhileThreadsCount) {
    constexpr int kThreads = 3;
    constexpr uint64_t kMessages = 30000;
    std::atomic<int> running{kThreads};
    std::vector<std::thread> threads;
    mpimon_timeline_on(&settings);
    for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([&] {
            send(kMessages);
            --running;
        });
    for (bool on = true; running > 0; on = !on)
        on ? mpimon_timeline_off() : mpimon_timeline_on(&settings);
    for (std::thread &thread : threads)
        thread.join();
    mpimon_timeline_on(&settings);
    const uint64_t uncounted = unrecorded_now().sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT];
    send(10);
    mpimon_timeline_finish();
    const std::vector<mpimon_sample> list = samples();
    EXPECT_EQ(sent_messages(list.back()) + uncounted, kThreads * kMessages + 10);
    for (size_t i = 1; i < list.size(); ++i)
        ASSERT_LE(sent_messages(list[i - 1]), sent_messages(list[i]));
}

// Threads count all the time, and others copy the segment, as the flush variable of MPI_T does.
TEST_F(Timeline, SumsAreExactWhileThreadsCount) {
    constexpr int kThreads = 3;
    constexpr uint64_t kMessages = 60000;
    std::vector<std::thread> threads;
    mpimon_timeline_on(&settings);
    for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([] { send(kMessages); });
    for (int i = 0; i < 20; ++i)
        std::free(mpimon_segment_copy());
    for (std::thread &thread : threads)
        thread.join();
    mpimon_timeline_finish();
    EXPECT_EQ(sent_messages(samples().back()), kThreads * kMessages);
    EXPECT_EQ(samples().back().sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT], 7 * kThreads * kMessages);
}

void read_gauges(uint64_t values[MPIMON_TIMELINE_GAUGES]) {
    values[0] = 42;
    values[1] = 43;
}

TEST_F(Timeline, GaugesAreSwitchedWithoutAGap) {
    mpimon_timeline_on(&settings);
    send(5);
    settings.read_gauges = read_gauges;
    settings.gauges[0] = 1 + mpimon_name_index("requests");
    settings.gauges[1] = 1 + mpimon_name_index("cells");
    settings.interval *= 2;
    mpimon_timeline_on(&settings);
    EXPECT_EQ(timeline()->interval, settings.interval);
    send(5);
    mpimon_timeline_finish();
    EXPECT_EQ(sent_messages(samples().back()), 10U);
    EXPECT_EQ(samples().back().gauges[0], 42U);
    EXPECT_EQ(samples().back().gauges[1], 43U);
    EXPECT_STREQ(mpimon_name_at(timeline()->gauges[1] - 1), "cells");
    EXPECT_EQ(timeline()->gauges[2], 0U);
}

// A hundred MiB that are touched are resident, and never more is than the kernel's own highest number says.
TEST_F(Timeline, MemoryIsWhatIsResident) {
    constexpr size_t kSize = 100 << 20;
    mpimon_timeline_on(&settings);
    mpimon_timeline_off();
    std::vector<char> touched(kSize, 1);
    mpimon_timeline_on(&settings);
    mpimon_timeline_off();
    const std::vector<mpimon_sample> list = samples();
    EXPECT_GT(list.front().memory, 0U);
    EXPECT_GE(list.back().memory, list.front().memory + kSize - (kSize >> 3));
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    EXPECT_LE(list.back().memory, static_cast<uint64_t>(usage.ru_maxrss) * 1024 + (kSize >> 3));
    EXPECT_EQ(touched.back(), 1);
}

// The program closes all files, and its own gets the number of ours: that one is neither read nor closed.
TEST_F(Timeline, LeavesFilesOfTheProgramAlone) {
    const int next = dup(STDIN_FILENO);
    close(next);
    settings.interval = 3600000 * kMillisecond;  // so that the thread does not look meanwhile
    mpimon_timeline_on(&settings);
    close(next);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(ends[0], next);
    ASSERT_EQ(write(ends[1], "1 2", 3), 3);
    mpimon_timeline_finish();
    EXPECT_EQ(samples().back().memory, 0U);
    char text[3];
    EXPECT_EQ(read(ends[0], text, sizeof text), 3);
    close(ends[0]);
    close(ends[1]);
}

TEST_F(Timeline, WithoutAThreadIsOneInterval) {
    threads_refused = true;
    mpimon_timeline_on(&settings);
    send(10);
    sleep_ms(25);
    mpimon_timeline_finish();
    EXPECT_EQ(timeline()->thread_error, EAGAIN);
    ASSERT_EQ(samples().size(), 1U);
    EXPECT_EQ(sent_messages(samples()[0]), 10U);
}

// A child has the memory of its parent and not its thread; it must not wait for that one.
TEST_F(Timeline, ChildrenEndAsTheyLike) {
    mpimon_timeline_on(&settings);
    send(10);
    for (int i = 0; i < 5; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(10);
            mpimon_timeline_on(&settings);
            mpimon_timeline_off();
            _exit(0);
        }
        int status = 1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        sleep_ms(7);
    }
    mpimon_timeline_finish();
    EXPECT_EQ(sent_messages(samples().back()), 10U);
}

TEST_F(Timeline, EndsWithTheEngine) {
    mpimon_timeline_on(&settings);
    send(10);
    mpimon_engine_stop();
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    EXPECT_EQ(timeline(), nullptr);
    mpimon_timeline_on(&settings);
    send(3);
    mpimon_timeline_finish();
    EXPECT_EQ(sent_messages(samples().back()), 3U);
}

// A million flows take at least half a millisecond to add up: 50 ms then pass, though intervals are of 10.
TEST_F(Timeline, SamplesTakeAtMostAHundredthOfTheTime) {
    constexpr uint32_t kPeers = 1000000;
    for (uint32_t peer = 0; peer < kPeers; ++peer)
        count(peer, MPIMON_CLASS_P2P, MPIMON_SENT, 1);
    const uint64_t begin = now();
    mpimon_timeline_on(&settings);
    sleep_ms(400);
    mpimon_timeline_finish();
    const std::vector<mpimon_sample> list = samples();
    EXPECT_LE(list.size(), 2 + (now() - begin) / (50 * kMillisecond));
    EXPECT_EQ(unrecorded_now().sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT], kPeers);
    EXPECT_EQ(sent_messages(list.back()), 0U);
}

}  // namespace
