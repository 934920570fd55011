// A timeline on its way from a segment to a profile and back: what each interval has, what comes after the last sample,
// and what is damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "encoded.h"
#include "profile/write/encode/encode.h"

namespace mpimon::test {

namespace {

constexpr uint64_t kInterval = 1000;

mpimon_sample sample(uint64_t serial, uint64_t end, uint64_t messages, uint64_t bytes) {
    mpimon_sample item = {};
    item.serial = serial;
    item.end = end;
    item.recorded = end;
    item.sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT] = messages;
    item.sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT] = bytes;
    return item;
}

// A process that has sent 10 messages of 100 bytes.
SegmentBuilder process_with(const std::vector<mpimon_sample> &samples, mpimon_timeline_state state,
                            const mpimon_unrecorded &unrecorded = {}) {
    SegmentBuilder segment = with_world();
    segment.header().end_time_ns = segment.header().start_time_ns + 5500;
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 4, 400),
                                                flow(0, 2, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 6, 600)});
    mpimon_timeline timeline = {};
    timeline.interval = kInterval;
    timeline.state = state;
    timeline.current = 1;
    timeline.unrecorded[1] = unrecorded;
    segment.add(MPIMON_BLOCK_TIMELINE, std::vector{timeline});
    segment.add(MPIMON_BLOCK_SAMPLES, samples, 3);
    return segment;
}

Timeline timeline_of(SegmentBuilder segment, size_t diagnostics = 0) {
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.diagnostics.size(), diagnostics + 1);  // and that 3 of 4 processes are missing
    EXPECT_EQ(profile.timelines.size(), 1U);
    return profile.timelines.empty() ? Timeline() : profile.timelines[0];
}

using Column = std::vector<uint64_t>;

uint64_t sum(const Column &column) {
    return std::accumulate(column.begin(), column.end(), uint64_t{0});
}

TEST(TimelineProfile, IntervalsAreDifferencesOfSamples) {
    std::vector<mpimon_sample> samples = {sample(1, 1010, 0, 0), sample(2, 2003, 2, 200), sample(4, 4007, 10, 1000)};
    samples[1].memory = 70;
    samples[2].memory = 60;
    samples[2].sums.collective_calls = 3;
    samples[2].sums.collective_time = 33;
    samples[2].sums.wait_time = 11;
    samples[2].sums.messages[MPIMON_CLASS_CTRL][MPIMON_RECEIVED] = 1;
    const Timeline timeline = timeline_of(process_with(samples, MPIMON_TIMELINE_OFF));
    EXPECT_EQ(timeline.interval_ns, kInterval);
    EXPECT_EQ(timeline.ends, (Column{1010, 2003, 4007}));
    EXPECT_EQ(timeline.gaps, Column{});
    EXPECT_EQ(timeline.start(0), 0U);
    EXPECT_EQ(timeline.start(2), 2003U);
    EXPECT_EQ(timeline.memory, (Column{0, 70, 60}));
    EXPECT_EQ(timeline.collective_calls, (Column{0, 0, 3}));
    EXPECT_EQ(timeline.collective_time_ns, (Column{0, 0, 33}));
    EXPECT_EQ(timeline.wait_time_ns, (Column{0, 0, 11}));
    ASSERT_EQ(timeline.traffic.size(), 2U);
    EXPECT_EQ(timeline.traffic[0].traffic_class, MPIMON_CLASS_P2P);
    EXPECT_EQ(timeline.traffic[0].direction, MPIMON_SENT);
    EXPECT_EQ(timeline.traffic[0].messages, (Column{0, 2, 8}));
    EXPECT_EQ(timeline.traffic[0].bytes, (Column{0, 200, 800}));
    EXPECT_EQ(timeline.traffic[1].traffic_class, MPIMON_CLASS_CTRL);
    EXPECT_EQ(timeline.traffic[1].direction, MPIMON_RECEIVED);
    EXPECT_EQ(timeline.traffic[1].messages, (Column{0, 0, 1}));
    EXPECT_EQ(timeline.traffic[1].bytes, Column{});
}

TEST(TimelineProfile, ItemsOfForgottenSamplesAreInAnyOrder) {
    const Timeline timeline = timeline_of(
        process_with({sample(5, 5000, 5, 50), sample(0, 1000, 9, 9), sample(6, 6000, 6, 60), sample(2, 2000, 2, 20)},
                     MPIMON_TIMELINE_OFF));
    EXPECT_EQ(timeline.ends, (Column{2000, 5000, 6000}));
    EXPECT_EQ(timeline.traffic[0].messages, (Column{2, 3, 1}));
}

// In MPI_Finalize something may still be counted after the last sample.
TEST(TimelineProfile, WhatFollowsTheLastSampleOfAProcessBelongsToIt) {
    const Timeline timeline =
        timeline_of(process_with({sample(1, 1000, 2, 200), sample(2, 1500, 5, 500)}, MPIMON_TIMELINE_FINISHED));
    EXPECT_EQ(timeline.ends, (Column{1000, 1500}));
    EXPECT_EQ(timeline.traffic[0].messages, (Column{2, 8}));
    EXPECT_EQ(timeline.traffic[0].bytes, (Column{200, 800}));
}

// A process that was killed, and one that ended without taking a last sample.
TEST(TimelineProfile, WhatFollowsTheLastSampleIsAnInterval) {
    SegmentBuilder killed = process_with({sample(1, 1000, 2, 200)}, MPIMON_TIMELINE_ON);
    killed.header().end_time_ns = 0;
    killed.header().state = MPIMON_RUNNING;
    const Timeline timeline = timeline_of(killed);
    EXPECT_EQ(timeline.ends, (Column{1000, 2000}));
    EXPECT_EQ(timeline.traffic[0].messages, (Column{2, 8}));
    const Timeline ended = timeline_of(process_with({sample(1, 1000, 2, 200)}, MPIMON_TIMELINE_ON));
    EXPECT_EQ(ended.ends, (Column{1000, 5500}));
    EXPECT_EQ(ended.traffic[0].bytes, (Column{200, 800}));
    const Timeline none = timeline_of(process_with({}, MPIMON_TIMELINE_ON, {500, {}}));
    EXPECT_EQ(none.ends, (Column{5500}));
    EXPECT_EQ(none.gaps, (Column{500}));
    EXPECT_EQ(none.traffic[0].messages, (Column{10}));
    const Timeline nothing_more = timeline_of(process_with({sample(1, 1000, 10, 1000)}, MPIMON_TIMELINE_ON));
    EXPECT_EQ(nothing_more.ends, (Column{1000}));
}

// 3 messages were counted in a gap of 700 ns before the second interval.
TEST(TimelineProfile, GapsBelongToNoInterval) {
    mpimon_unrecorded gap = {700, {}};
    gap.sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT] = 3;
    gap.sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT] = 300;
    std::vector<mpimon_sample> samples = {sample(1, 1000, 2, 200), sample(2, 2500, 6, 600)};
    samples[1].recorded = 1800;
    const Timeline off = timeline_of(process_with(samples, MPIMON_TIMELINE_OFF, gap));
    EXPECT_EQ(off.gaps, (Column{0, 700}));
    EXPECT_EQ(off.start(1), 1700U);
    EXPECT_EQ(off.ends, (Column{1000, 2500}));
    EXPECT_EQ(off.traffic[0].messages, (Column{2, 4}));
    const Timeline on = timeline_of(process_with(samples, MPIMON_TIMELINE_ON, gap));
    EXPECT_EQ(on.ends, (Column{1000, 2500, 5500}));
    EXPECT_EQ(on.start(2), 2500U);
    EXPECT_EQ(on.traffic[0].messages, (Column{2, 4, 1}));
}

TEST(TimelineProfile, GaugesHaveNames) {
    SegmentBuilder segment = with_world();
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("cells"), name("requests")});
    mpimon_timeline timeline = {};
    timeline.interval = kInterval;
    timeline.thread_error = 11;
    timeline.gauges[0] = 2;
    timeline.gauges[1] = 3;  // there is no such name
    segment.add(MPIMON_BLOCK_TIMELINE, std::vector{timeline});
    std::vector<mpimon_sample> samples = {sample(1, 1000, 0, 0), sample(2, 2000, 0, 0), sample(3, 3000, 0, 0)};
    samples[0].gauges[0] = 9;
    samples[1].gauges[0] = samples[2].gauges[0] = 4;
    segment.add(MPIMON_BLOCK_SAMPLES, samples);
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.timelines.size(), 1U);
    EXPECT_EQ(profile.timelines[0].thread_error, 11U);
    ASSERT_EQ(profile.timelines[0].gauges.size(), 1U);
    const TimelineGauge &gauge = profile.timelines[0].gauges[0];
    EXPECT_EQ(profile.names[gauge.name], "requests");
    EXPECT_EQ(gauge.values, (Column{9, 4}));
    EXPECT_EQ(Timeline::level(gauge.values, 2), 4U);
}

TEST(TimelineProfile, NoTimelineIsNone) {
    SegmentBuilder segment = with_world();
    EXPECT_TRUE(decoded(segment).timelines.empty());
    SegmentBuilder off = process_with({}, MPIMON_TIMELINE_OFF);
    EXPECT_TRUE(decoded(off).timelines.empty());
}

// One that was copied while it was written is older or newer than those beside it, in part.
TEST(TimelineProfile, TornSamplesAreLeftOut) {
    std::vector<mpimon_sample> samples = {sample(1, 1000, 1, 100), sample(2, 9000, 8, 800), sample(3, 3000, 4, 400),
                                          sample(4, 4000, 10, 1000)};
    const Timeline timeline = timeline_of(process_with(samples, MPIMON_TIMELINE_OFF), 1);
    EXPECT_EQ(timeline.ends, (Column{1000, 3000, 4000}));
    EXPECT_EQ(timeline.traffic[0].messages, (Column{1, 3, 6}));
    samples[1].end = samples[1].recorded = 2000;
    const Timeline falling = timeline_of(process_with(samples, MPIMON_TIMELINE_OFF));
    EXPECT_EQ(falling.traffic[0].messages, (Column{1, 7, 0, 2}));
    EXPECT_EQ(sum(falling.traffic[0].bytes), 1000U);
}

TEST(TimelineProfile, AsManyIntervalsAsThereMayBe) {
    std::vector<mpimon_sample> samples;
    for (uint64_t i = 1; i <= MPIMON_INTERVALS + 5; ++i)
        samples.push_back(sample(i, 1000 * i, i, 100 * i));
    SegmentBuilder segment = process_with(samples, MPIMON_TIMELINE_OFF);
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.timelines.size(), 1U);
    EXPECT_EQ(profile.timelines[0].size(), size_t{MPIMON_INTERVALS});
    EXPECT_EQ(sum(profile.timelines[0].traffic[0].messages), MPIMON_INTERVALS + 5U);
    EXPECT_EQ(profile.diagnostics[0].text, "rank 0: 5 blocks or items of its memory make no sense and are left out");
}

// Any word of a timeline may be anything: what is written can be read.
TEST(TimelineProfile, DamagedWordsLeaveIntervalsThatCanBeRead) {
    SegmentBuilder segment = with_world();
    const size_t begin = segment.bytes().size();
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("cells")});
    add_timeline(segment);
    const std::vector<unsigned char> whole = segment.bytes();
    const std::string end = end_record(1);
    for (size_t offset = begin; offset + 8 <= whole.size(); offset += 8)
        for (const uint64_t value : {uint64_t{0}, uint64_t{1}, UINT64_MAX, uint64_t{1} << 63U, uint64_t{5000000000}}) {
            std::vector<unsigned char> bytes = whole;
            std::copy_n(reinterpret_cast<const unsigned char *>(&value), sizeof value,
                        bytes.begin() + static_cast<ptrdiff_t>(offset));
            std::string record(mpimon_encode_process(bytes.data(), nullptr, 0), '\0');
            mpimon_encode_process(bytes.data(), reinterpret_cast<uint8_t *>(record.data()), record.size());
            const Profile profile = decoded(record + end);
            ASSERT_EQ(profile.processes.size(), 1U);
            for (const Timeline &timeline : profile.timelines) {
                ASSERT_LE(timeline.size(), 4U);
                for (size_t i = 0; i < timeline.size(); ++i)
                    ASSERT_LE(timeline.start(i), timeline.ends[i]);
            }
        }
}

}  // namespace

}  // namespace mpimon::test
