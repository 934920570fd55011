// A call that blocks, while its caller goes on. The program's pthread_create() stands before the C library's.
#include "engine/storage/run_with_progress.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

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

namespace mpimon::test {

namespace {

constexpr int result = 42;

std::atomic<int> times{0};
std::thread::id caller;

void count() {
    times++;
}

class RunWithProgress : public ::testing::Test {
  protected:
    void SetUp() override {
        times = 0;
        threads_refused = false;
        caller = std::this_thread::get_id();
    }
};

TEST_F(RunWithProgress, ResultIsThatOfTheCall) {
    EXPECT_EQ(mpimon_run_with_progress([] { return result; }, count), result);
}

// What the call waits for happens in its caller alone.
TEST_F(RunWithProgress, CallerGoesOnUntilTheCallReturns) {
    const auto call = [] {
        while (times < 3)
            std::this_thread::yield();
        return std::this_thread::get_id() == caller ? 0 : result;
    };
    EXPECT_EQ(mpimon_run_with_progress(call, count), result);
    EXPECT_GE(times, 3);
}

TEST_F(RunWithProgress, CallerSleepsBetween) {
    const auto call = [] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return result;
    };
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(mpimon_run_with_progress(call, count), result);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    // Pauses of 1, 2, 4, 8, 16 and 32 ms, and longer ones; on a busy machine the call takes longer.
    EXPECT_LE(times, 7 + (took.count() - 100) / 32) << took.count();
}

TEST_F(RunWithProgress, WithoutThreadsTheCallerCalls) {
    threads_refused = true;
    EXPECT_EQ(mpimon_run_with_progress([] { return std::this_thread::get_id() == caller ? result : 0; }, count),
              result);
    EXPECT_EQ(times, 0);
}

}  // namespace

}  // namespace mpimon::test
