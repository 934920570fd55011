// Timelines of several ranks brought to common steps: nothing is lost, and each part lands where it was counted.
#include "analysis/timeline/series.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace mpimon::test {

namespace {

constexpr int64_t kStart = INT64_C(1700000000000000000);

using Column = std::vector<uint64_t>;

class SeriesOfRanks : public testing::Test {
  protected:
    // Adds a rank that started so many nanoseconds after kStart, with intervals of 100 that end at these times.
    Timeline &rank(uint64_t start, Column ends) {
        Process process;
        process.world_rank = static_cast<uint32_t>(profile.processes.size());
        process.start_time_ns = kStart + static_cast<int64_t>(start);
        profile.processes.push_back(process);
        Timeline &timeline = profile.timelines.emplace_back();
        timeline.process = process.world_rank;
        timeline.interval_ns = 100;
        timeline.ends = std::move(ends);
        return timeline;
    }
    void SetUp() override {
        profile.settings.emplace_back().detail = "timeline";
        profile.timelines.reserve(100);
    }
    Series series(size_t most = 4096, ClassSet classes = ClassSet::all()) {
        return time_series(profile, {classes, true, most});
    }

    Profile profile;
};

Column bytes_of(const std::vector<Totals> &steps) {
    Column bytes;
    for (const Totals &totals : steps)
        bytes.push_back(totals.bytes);
    return bytes;
}

uint64_t sum(const Column &column) {
    return std::accumulate(column.begin(), column.end(), uint64_t{0});
}

TEST_F(SeriesOfRanks, NoneIsNone) {
    EXPECT_EQ(series().size(), 0U);
    EXPECT_TRUE(busiest_steps(series(), 10).empty());
}

// Rank 1 starts 50 ns later: half of each of its intervals is in the next step.
TEST_F(SeriesOfRanks, AreAlignedByTheWallClock) {
    rank(0, {100, 200}).traffic = {{MPIMON_CLASS_P2P, MPIMON_SENT, {1, 2}, {100, 200}}};
    rank(50, {100, 200}).traffic = {{MPIMON_CLASS_P2P, MPIMON_SENT, {4, 4}, {40, 80}},
                                    {MPIMON_CLASS_RMA, MPIMON_RECEIVED, {0, 2}, {0, 1000}},
                                    {MPIMON_CLASS_COLL, MPIMON_RECEIVED, {9}, {9}}};
    const Series all = series();
    EXPECT_EQ(all.start_time_ns, kStart);
    EXPECT_EQ(all.step_ns, 100U);
    EXPECT_EQ(all.ranks, (std::vector<uint32_t>{2, 2, 1}));
    ASSERT_EQ(all.classes.size(), 2U);  // what two-sided messages are received counts at their sender
    EXPECT_EQ(bytes_of(all.classes[0].steps), (Column{120, 260, 40}));
    EXPECT_TRUE(all.classes[1].read);
    EXPECT_EQ(bytes_of(all.classes[1].steps), (Column{0, 500, 500}));
    EXPECT_EQ(bytes_of(all.all), (Column{120, 760, 540}));
    EXPECT_EQ(all.all[1].messages, 2U + 4U + 1U);
    EXPECT_EQ(all.busiest[0].rank, 0U);
    EXPECT_EQ(all.busiest[1].rank, 1U);
    EXPECT_EQ(all.busiest[1].bytes, 560U);
    EXPECT_DOUBLE_EQ(all.imbalance(1), 560.0 / (760.0 / 2));
    EXPECT_EQ(all.most_of(0)->traffic_class, MPIMON_CLASS_P2P);
    EXPECT_EQ(all.most_of(2)->traffic_class, MPIMON_CLASS_RMA);
    EXPECT_EQ(busiest_steps(all, 2), (std::vector<size_t>{1, 2}));
    ClassSet rma = ClassSet::none();
    rma.add(MPIMON_CLASS_RMA);
    EXPECT_EQ(bytes_of(series(4096, rma).all), (Column{0, 500, 500}));
}

TEST_F(SeriesOfRanks, StepsDoubleUntilThereAreFewEnough) {
    Timeline &timeline = rank(0, {});
    for (uint64_t i = 1; i <= 10; ++i) {
        timeline.ends.push_back(100 * i);
        timeline.collective_calls.push_back(i);
        timeline.memory.push_back(1000 - i);
    }
    const Series three = series(3);
    EXPECT_EQ(three.step_ns, 400U);
    EXPECT_EQ(three.collective_calls, (Column{1 + 2 + 3 + 4, 5 + 6 + 7 + 8, 9 + 10}));
    EXPECT_EQ(three.memory, (Column{999, 995, 991}));
    EXPECT_EQ(three.ranks, (std::vector<uint32_t>{1, 1, 1}));
    EXPECT_EQ(series(10).size(), 10U);
    EXPECT_EQ(series(1).collective_calls, (Column{55}));
}

TEST_F(SeriesOfRanks, GapsHaveNoRanks) {
    Timeline &timeline = rank(0, {100, 500});
    timeline.gaps = {0, 300};
    timeline.collective_calls = {1, 1};
    EXPECT_EQ(series().ranks, (std::vector<uint32_t>{1, 0, 0, 0, 1}));
    EXPECT_EQ(series().collective_calls, (Column{1, 0, 0, 0, 1}));
}

TEST_F(SeriesOfRanks, GaugesAreTheHighestOfAnyRank) {
    profile.names = {"cells", "requests"};
    rank(0, {100, 200, 300}).gauges = {{1, {5, 2}}};
    rank(0, {100, 200, 300}).gauges = {{1, {1, 7, 7}}, {0, {1}}};
    profile.timelines[1].thread_error = 11;
    const Series all = series();
    ASSERT_EQ(all.gauges.size(), 2U);
    EXPECT_EQ(all.gauges[0].name, 0U);
    EXPECT_EQ(all.gauges[0].steps, (Column{1, 1, 1}));
    EXPECT_EQ(all.gauges[1].steps, (Column{5, 7, 7}));
    EXPECT_EQ(all.without_thread, (std::vector<uint32_t>{1}));
}

// Intervals of any lengths and amounts, with gaps: the sums over all steps are exact, however long steps are.
TEST_F(SeriesOfRanks, NothingIsLost) {
    std::mt19937_64 random(7);
    uint64_t messages = 0;
    uint64_t bytes = 0;
    for (int i = 0; i < 20; ++i) {
        Timeline &timeline = rank(random() % 5000, {});
        TimelineTraffic traffic;
        for (uint64_t end = 0, k = 0; k < 200; ++k) {
            const uint64_t length = random() % 1000;
            timeline.gaps.push_back(random() % 3 == 0 ? random() % (length + 1) : 0);
            timeline.ends.push_back(end += length);
            traffic.messages.push_back(random() % 10);
            traffic.bytes.push_back(random() >> (8 + random() % 56));
            messages += traffic.messages.back();
            bytes += traffic.bytes.back();
        }
        timeline.traffic.push_back(traffic);
    }
    for (const size_t most : {1, 7, 100, 4096}) {
        const Series all = series(most);
        EXPECT_LE(all.size(), most);
        EXPECT_EQ(sum(bytes_of(all.all)), bytes);
        EXPECT_EQ(all.classes[0].total.messages, messages);
        EXPECT_EQ(all.classes[0].total.bytes, bytes);
    }
}

// Whatever a damaged profile says of times.
TEST_F(SeriesOfRanks, TimesMayBeAnything) {
    rank(0, {uint64_t{1} << 62U}).collective_calls = {UINT64_MAX};
    rank(0, {5}).collective_calls = {3};
    profile.processes[0].start_time_ns = INT64_MAX;
    profile.processes[1].start_time_ns = INT64_MIN;
    profile.timelines[1].interval_ns = UINT64_MAX;
    const Series all = series(50);
    EXPECT_LE(all.size(), 50U);
    EXPECT_EQ(sum(all.collective_calls), UINT64_MAX + 3);
    profile.timelines[0].interval_ns = profile.timelines[1].interval_ns = 0;
    EXPECT_LE(series(50).size(), 50U);
}

}  // namespace

}  // namespace mpimon::test
