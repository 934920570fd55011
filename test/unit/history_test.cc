// How variables have been, by what was looked at from moment to moment.
#include "analysis/live/history.h"

#include <gtest/gtest.h>

namespace mpimon {
namespace {

Variable sums(std::map<uint32_t, double> values) {
    Variable made;
    made.unit = "bytes";
    made.values = std::move(values);
    return made;
}

Variable levels(std::map<uint32_t, double> values, std::map<uint32_t, double> highest) {
    Variable made = sums(std::move(values));
    made.grows = false;
    made.highest = std::move(highest);
    return made;
}

TEST(History, OfWhatGrowsTheRatesAreTold) {
    History history;
    history.look({{"sent", sums({{0, 100}, {1, 0}})}}, 10);
    history.look({{"sent", sums({{0, 300}, {1, 40}})}}, 12);
    history.look({{"sent", sums({{0, 300}, {1, 60}})}}, 14);
    const VariableHistory &sent = history.variables().at("sent");
    EXPECT_EQ(sent.all.last, 360);
    EXPECT_EQ(sent.all.rate, 10);
    EXPECT_EQ(sent.all.spread.count(), 2U);  // 120 and 10 a second
    EXPECT_EQ(sent.all.spread.minimum(), 10);
    EXPECT_EQ(sent.all.spread.maximum(), 120);
    EXPECT_EQ(sent.all.spread.mean(), 65);
    EXPECT_NEAR(sent.all.spread.deviation(), 77.78, 0.005);  // 55 * sqrt(2)
    EXPECT_EQ(sent.ranks.at(0).rate, 0);
    EXPECT_EQ(sent.ranks.at(0).spread.maximum(), 100);
    EXPECT_EQ(sent.ranks.at(1).last, 60);
    EXPECT_EQ(sent.recent, (std::deque<double>{0, 120, 10}));
    EXPECT_FALSE(sent.all.watermark);
}

TEST(History, OfLevelsTheValuesAreTold) {
    History history;
    history.look({{"queue", levels({{0, 4}, {1, 2}}, {{0, 9}, {1, 5}})}}, 1);
    history.look({{"queue", levels({{0, 1}, {1, 2}}, {{0, 9}, {1, 7}})}}, 2);
    history.look({{"queue", levels({{0, 3}, {1, 6}}, {{0, 12}, {1, 7}})}}, 3);
    const VariableHistory &queue = history.variables().at("queue");
    EXPECT_EQ(queue.all.last, 9);
    EXPECT_EQ(queue.all.rate, 6);
    EXPECT_EQ(queue.all.spread.count(), 3U);  // 6, 3 and 9
    EXPECT_EQ(queue.all.spread.minimum(), 3);
    EXPECT_EQ(queue.all.spread.mean(), 6);
    EXPECT_EQ(queue.all.spread.deviation(), 3);
    EXPECT_EQ(queue.all.watermark, 12);  // of any rank, not of their sum
    EXPECT_EQ(queue.all.risen, 3);
    EXPECT_EQ(queue.ranks.at(1).watermark, 7);
    EXPECT_EQ(queue.ranks.at(1).risen, 2);
    EXPECT_EQ(queue.ranks.at(0).spread.minimum(), 1);
}

TEST(History, WhatBecomesLessHasNoRateUnlessItIsALevel) {
    History history;
    history.look({{"sent", sums({{0, 100}})}, {"queue", levels({{0, 5}}, {})}}, 1);
    history.look({{"sent", sums({{0, 40}})}, {"queue", levels({{0, 2}}, {})}}, 2);
    EXPECT_EQ(history.variables().at("sent").all.rate, 0);
    EXPECT_EQ(history.variables().at("queue").all.rate, -3);
}

TEST(History, WhatIsNewGrowsFromNothing) {
    History history;
    history.look({}, 1);
    history.look({{"sent", sums({{3, 8}})}}, 3);
    EXPECT_EQ(history.variables().at("sent").all.rate, 4);
}

TEST(History, KeepsTheLastNumbersAlone) {
    History history;
    for (int i = 0; i < 200; ++i)
        history.look({{"queue", levels({{0, i}}, {})}}, i);
    const std::deque<double> &recent = history.variables().at("queue").recent;
    EXPECT_EQ(recent.size(), History::kRecent);
    EXPECT_EQ(recent.back(), 199);
    EXPECT_EQ(recent.front(), 200 - static_cast<double>(History::kRecent));
}

}  // namespace
}  // namespace mpimon
