// What was counted in each interval of time.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

// Beyond it nothing is kept: a few bytes must not become a multiple of them in memory.
constexpr size_t kMostTraffic = size_t{MPIMON_CLASSES} * MPIMON_FLOW_DIRECTIONS;
constexpr size_t kMostGauges = MPIMON_TIMELINE_GAUGES;
constexpr uint64_t kLatest = uint64_t{1} << 62U;  // nanoseconds: more than a century

// Adds the elements of a packed array to a column, at most one more than there may be.
template <class Elements>
void append(const Elements &elements, std::vector<uint64_t> &column) {
    for (const auto element : elements) {
        if (column.size() > MPIMON_INTERVALS)
            return;
        column.push_back(static_cast<uint64_t>(element));
    }
}

// Replaces differences by the numbers that they are differences of.
void add_up(std::vector<uint64_t> &column) {
    uint64_t sum = 0;
    for (uint64_t &element : column)
        element = sum += element;
}

TimelineTraffic read_traffic(protozero::pbf_reader message) {
    TimelineTraffic traffic;
    const auto small = [&] { return static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX)); };
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::TimelineTraffic::traffic_class):
                traffic.traffic_class = small();
                break;
            case varint(field::TimelineTraffic::direction):
                traffic.direction = small();
                break;
            case delimited(field::TimelineTraffic::messages):
                append(message.get_packed_uint64(), traffic.messages);
                break;
            case delimited(field::TimelineTraffic::bytes):
                append(message.get_packed_uint64(), traffic.bytes);
                break;
            default:
                message.skip();
        }
    }
    return traffic;
}

TimelineGauge read_gauge_levels(protozero::pbf_reader message) {
    TimelineGauge gauge;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::TimelineGauge::name):
                gauge.name = message.get_uint32();
                break;
            case delimited(field::TimelineGauge::value_delta):
                append(message.get_packed_sint64(), gauge.values);
                break;
            default:
                message.skip();
        }
    }
    add_up(gauge.values);
    return gauge;
}

// Turns differences into times. Returns how many intervals are sound: each ends after the one before.
size_t find_ends(const std::vector<uint64_t> &deltas, Timeline &timeline) {
    uint64_t end = 0;
    for (size_t i = 0; i < deltas.size() && i < MPIMON_INTERVALS; ++i) {
        const uint64_t next = end + timeline.interval_ns + deltas[i];
        const uint64_t gap = timeline.gap_before(i);
        if (next < end || next > kLatest || gap > next - end)
            return i;
        timeline.ends.push_back(end = next);
    }
    return timeline.ends.size();
}

// Cuts a column that has more than there are intervals; returns whether it had.
bool cut(std::vector<uint64_t> &column, size_t intervals) {
    const bool is_longer = column.size() > intervals;
    column.resize(std::min(column.size(), intervals));
    return is_longer;
}

size_t cut_columns(Timeline &timeline) {
    size_t cut_ones = 0;
    for (std::vector<uint64_t> *column : {&timeline.gaps, &timeline.collective_calls, &timeline.collective_time_ns,
                                          &timeline.wait_time_ns, &timeline.memory})
        cut_ones += cut(*column, timeline.size()) ? 1 : 0;
    for (TimelineTraffic &traffic : timeline.traffic)
        for (std::vector<uint64_t> *column : {&traffic.messages, &traffic.bytes})
            cut_ones += cut(*column, timeline.size()) ? 1 : 0;
    for (TimelineGauge &gauge : timeline.gauges)
        cut_ones += cut(gauge.values, timeline.size()) ? 1 : 0;
    return cut_ones;
}

template <class Rows, class IsBad>
size_t remove_bad(Rows &rows, IsBad is_bad) {
    const size_t before = rows.size();
    rows.erase(std::remove_if(rows.begin(), rows.end(), is_bad), rows.end());
    return before - rows.size();
}

}  // namespace

void ProfileBuilder::read_timeline(protozero::pbf_reader message) {
    Timeline timeline;
    std::vector<uint64_t> end_deltas;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Timeline::interval_ns):
                timeline.interval_ns = message.get_uint64();
                break;
            case varint(field::Timeline::thread_error):
                timeline.thread_error = message.get_uint32();
                break;
            case delimited(field::Timeline::end_delta):
                append(message.get_packed_sint64(), end_deltas);
                break;
            case delimited(field::Timeline::gap):
                append(message.get_packed_uint64(), timeline.gaps);
                break;
            case delimited(field::Timeline::collective_calls):
                append(message.get_packed_uint64(), timeline.collective_calls);
                break;
            case delimited(field::Timeline::collective_time_ns):
                append(message.get_packed_uint64(), timeline.collective_time_ns);
                break;
            case delimited(field::Timeline::wait_time_ns):
                append(message.get_packed_uint64(), timeline.wait_time_ns);
                break;
            case delimited(field::Timeline::memory_delta):
                append(message.get_packed_sint64(), timeline.memory);
                break;
            case delimited(field::Timeline::traffic):
                if (timeline.traffic.size() <= kMostTraffic)
                    timeline.traffic.push_back(read_traffic(message.get_message()));
                else
                    message.skip();
                break;
            case delimited(field::Timeline::gauge):
                if (timeline.gauges.size() <= kMostGauges)
                    timeline.gauges.push_back(read_gauge_levels(message.get_message()));
                else
                    message.skip();
                break;
            default:
                message.skip();
        }
    }
    add_up(timeline.memory);
    message_.bad_intervals = end_deltas.size() - find_ends(end_deltas, timeline);
    message_.timeline = std::move(timeline);
}

void ProfileBuilder::merge_timeline(uint32_t process, uint64_t offset) {
    if (!message_.timeline)
        return;
    Timeline &timeline = *message_.timeline;
    timeline.process = process;
    size_t bad = message_.bad_intervals + cut_columns(timeline);
    bad += remove_bad(timeline.traffic, [](const TimelineTraffic &traffic) {
        return traffic.traffic_class >= MPIMON_CLASSES || traffic.direction >= MPIMON_FLOW_DIRECTIONS;
    });
    bad += remove_bad(timeline.gauges, [&](const TimelineGauge &gauge) { return gauge.name >= name_map_.size(); });
    if (timeline.traffic.size() > kMostTraffic || timeline.gauges.size() > kMostGauges) {
        timeline.traffic.resize(std::min(timeline.traffic.size(), kMostTraffic));
        timeline.gauges.resize(std::min(timeline.gauges.size(), kMostGauges));
        ++bad;
    }
    for (TimelineGauge &gauge : timeline.gauges)
        gauge.name = name_map_[gauge.name];
    if (timeline.size() > 0)
        profile_.timelines.push_back(std::move(timeline));
    diagnose_rank(offset, bad, "intervals of time, or counts by interval,");
}

void ProfileBuilder::sort_timelines() {
    std::sort(profile_.timelines.begin(), profile_.timelines.end(),
              [](const Timeline &a, const Timeline &b) { return a.process < b.process; });
}

}  // namespace mpimon
