// Whoever unwinds the stack amid a hook comes to the application: a debugger, a profiler, an exception. The test runs
// the hooks one instruction at a time (the processor's trap flag), and unwinds the stack at each of them, by the frame
// information that compiler and assembly wrote.
#ifdef __x86_64__
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/preserving_call.h"

extern "C" {
#include "mpich/macros/hook_function.h"

extern const char __executable_start;
extern const char etext;
}

namespace {

constexpr greg_t trap_flag = 1U << 8;

uint64_t expected_sum, seen_sum;

}  // namespace

extern "C" {

// What hooks call when they have something to count: arguments have to arrive.
__attribute__((used, noinline)) void test_callee(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
    seen_sum += a + 3 * b + 5 * c + 7 * d + 11 * e;
}
MPIMON_PRESERVING_FUNCTION(test_callee)
MPIMON_PRESERVING_BODY(test_callee)
}

namespace {

// The application's frame, and what was seen above it.
const void *application_returns_to;
unsigned steps, lost;
const void *first_lost;

bool is_of_this_program(const void *address) {
    return address >= &__executable_start && address < &etext;
}

// What comes after each signal: one instruction more, and the next signal; or the rest without them.
volatile sig_atomic_t stepping;

// Does not unwind within libraries: they may hold a lock that unwinding needs.
void look(int, siginfo_t *, void *context) {
    auto *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    registers[REG_EFL] = stepping ? registers[REG_EFL] | trap_flag : registers[REG_EFL] & ~trap_flag;
    const auto *address = reinterpret_cast<const void *>(registers[REG_RIP]);
    if (!stepping || !is_of_this_program(address))
        return;
    void *frames[64];
    const int count = backtrace(frames, 64);
    steps++;
    if (std::find(frames, frames + count, application_returns_to) == frames + count && lost++ == 0)
        first_lost = address;
}

// Two functions of the binding, as contexts_test.cc has them: with a frame of its own, and without.
__attribute__((noinline)) uint64_t internal_Send(uint64_t a, uint64_t b) {
    MPIR_FUNC_TERSE_ENTER;
    uint64_t result = a + b;
    MPIR_FUNC_TERSE_EXIT;
    return result;
}

__attribute__((noinline)) uint64_t internal_Comm_dup(const std::function<uint64_t()> &callback) {
    volatile char frame[200] = {};
    MPIR_FUNC_TERSE_ENTER;
    uint64_t result = callback() + static_cast<uint64_t>(frame[7]);
    MPIR_FUNC_TERSE_EXIT;
    return result;
}

// Values that stay in the red zone, or in registers, over the call.
__attribute__((noinline)) uint64_t counts(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
    volatile uint64_t red_zone[] = {a, b, c, d, e, a + b, c + d};
    MPIMON_PRESERVING_CALL_5(test_callee, a, b, c, d, e);
    expected_sum += a + 3 * b + 5 * c + 7 * d + 11 * e;
    return red_zone[0] + red_zone[1] + red_zone[2] + red_zone[3] + red_zone[4] + red_zone[5] + red_zone[6];
}

__attribute__((noinline)) uint64_t application(const std::function<uint64_t()> &calls) {
    application_returns_to = __builtin_return_address(0);
    stepping = 1;
    raise(SIGTRAP);
    const uint64_t result = calls();
    stepping = 0;
    return result;
}

class Unwinding : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        void *frames[4];
        backtrace(frames, 4);  // loads the unwinder
        struct sigaction action = {};
        action.sa_sigaction = look;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGTRAP, &action, &before);
        ASSERT_EQ(mpimon_engine_start(nullptr), 0);
        if (!GetParam())
            mpimon_ticks_of_processor = 0;
        mpimon_functions_switch(1);
        steps = lost = 0;
    }
    void TearDown() override {
        mpimon_functions_switch(0);
        mpimon_engine_stop();
        sigaction(SIGTRAP, &before, nullptr);
        EXPECT_EQ(lost, 0U) << "of " << steps << " instructions, the first one at " << first_lost
                            << ", executable from " << static_cast<const void *>(&__executable_start);
        EXPECT_GT(steps, 50U);
    }
    struct sigaction before = {};
};

INSTANTIATE_TEST_SUITE_P(Clocks, Unwinding, testing::Bool(),
                         [](const auto &parameter) { return parameter.param ? "Ticks" : "Asked"; });

TEST_P(Unwinding, FirstCallAndKnownCalls) {
    for (uint64_t i = 0; i < 5; ++i)
        EXPECT_EQ(application([i] { return internal_Send(i, 7); }), i + 7);
}

TEST_P(Unwinding, CallsWithinCalls) {
    for (uint64_t i = 0; i < 3; ++i)
        EXPECT_EQ(application([i] { return internal_Comm_dup([i] { return internal_Send(i, 1); }); }), i + 1);
}

TEST_P(Unwinding, RegisterPreservingCalls) {
    expected_sum = seen_sum = 0;
    EXPECT_EQ(application([] { return counts(1, 2, 3, 4, 5); }), 1 + 2 + 3 + 4 + 5 + 3 + 7);
    EXPECT_EQ(seen_sum, expected_sum);
    EXPECT_EQ(seen_sum, 1U + 6 + 15 + 28 + 55);
}

}  // namespace
#endif
