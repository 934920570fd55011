// Calls that take as long as is written here: whether they are short enough to stay synchronous.
#include "overlap/times.h"

#include <gtest/gtest.h>

namespace mpimon::overlap {
namespace {

constexpr std::int64_t kShort = kCostOfOverlap / 10, kLong = 5'000'000;
constexpr int kMany = 200;

// Of many calls, those that take long come once in `distance`; the last one is the first of them.
Times with_long_calls(int distance) {
    Times times{};
    for (int call = kMany; call >= 0; call--)
        times.add(call % distance == 0 ? kLong : kShort);
    return times;
}

TEST(Times, ShortOnesAreShort) {
    EXPECT_TRUE(with_long_calls(2 * kMany).are_short());
    EXPECT_FALSE(with_long_calls(1).are_short());
}

TEST(Times, FewTellNothing) {
    Times times{};
    for (int call = 0; call < 7; call++)
        times.add(kShort);
    EXPECT_FALSE(times.are_enough());
    EXPECT_FALSE(times.are_short());
    times.add(kShort);
    EXPECT_TRUE(times.are_enough());
    EXPECT_TRUE(times.are_short());
}

// Where processes are more than cores, one in so many of all calls waits for a processor.
TEST(Times, OneThatWaitsForTheProcessorLeavesTheOthersShort) {
    EXPECT_TRUE(with_long_calls(40).are_short());
}

TEST(Times, WhatOftenTakesLongIsNotShort) {
    EXPECT_FALSE(with_long_calls(10).are_short());
}

// Only what overlap costs would show again that they are short.
TEST(Times, KnownOnesStayShortForLonger) {
    Times times{};
    times.begin_short();
    EXPECT_TRUE(times.are_short());
    for (int call = 0; call < kMany; call++)
        times.add_to_known(call % 10 == 0 ? kLong : kShort);
    EXPECT_TRUE(times.are_short());
    for (int call = 0; call < kMany; call++)
        times.add_to_known(call % 2 == 0 ? kLong : kShort);
    EXPECT_FALSE(times.are_short());
}

}  // namespace
}  // namespace mpimon::overlap
