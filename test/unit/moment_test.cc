// How fast a job counts, by what it had counted at two moments.
#include "analysis/live/moment.h"

#include <gtest/gtest.h>

namespace mpimon {
namespace {

constexpr uint64_t kSecond = 1000000000;

Moment moment(double seconds, uint64_t messages, uint64_t calls, uint64_t time_ns, uint64_t waited_ns) {
    Moment made;
    made.seconds = seconds;
    made.classes[MPIMON_CLASS_P2P] = {messages, 100 * messages};
    made.pairs[{0, 1}] = {messages, 100 * messages};
    made.ranks[0] = {messages, 100 * messages};
    made.collectives["Barrier"] = {calls, time_ns};
    made.waited_ns[1] = waited_ns;
    return made;
}

TEST(Moment, RatesAreDifferencesByTime) {
    const Rates rates = rates_between(moment(10, 50, 4, kSecond, 0), moment(12, 80, 10, 3 * kSecond, kSecond / 2), 4);
    EXPECT_EQ(rates.seconds, 2);
    const Growth &pair = rates.pairs.at({0, 1});
    EXPECT_EQ(pair.messages_per_second, 15);
    EXPECT_EQ(pair.bytes_per_second, 1500);
    EXPECT_EQ(pair.total.messages, 80U);
    EXPECT_EQ(rates.all.total.bytes, 8000U);
    EXPECT_EQ(rates.ranks.at(0).messages_per_second, 15);
    EXPECT_EQ(rates.collectives.at("Barrier").calls_per_second, 3);
    EXPECT_EQ(rates.collectives.at("Barrier").share, 0.25);  // one second a second, of four processes
    EXPECT_EQ(rates.waiting.at(1), 0.25);
}

TEST(Moment, WhatIsNewGrowsFromNothing) {
    Moment before;
    before.seconds = 1;
    EXPECT_EQ(rates_between(before, moment(2, 7, 1, 0, 0), 1).classes.at(MPIMON_CLASS_P2P).messages_per_second, 7);
}

// A process that has ended takes what it counted with it.
TEST(Moment, WhatBecomesLessHasNoRate) {
    const Rates rates = rates_between(moment(1, 50, 4, kSecond, kSecond), moment(2, 20, 1, 0, 0), 1);
    EXPECT_EQ(rates.all.messages_per_second, 0);
    EXPECT_EQ(rates.collectives.at("Barrier").share, 0);
    EXPECT_EQ(rates.waiting.at(1), 0);
}

TEST(Moment, SumsHaveNoRates) {
    const Rates sums = sums_of(moment(3, 50, 4, kSecond, kSecond));
    EXPECT_EQ(sums.seconds, 0);
    EXPECT_EQ(sums.all.total.messages, 50U);
    EXPECT_EQ(sums.all.messages_per_second, 0);
}

}  // namespace
}  // namespace mpimon
