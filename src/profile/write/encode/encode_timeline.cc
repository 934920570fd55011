#include "profile/write/encode/encode_timeline.h"

#include "engine/timeline/sums.h"
#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

using Samples = Array<mpimon_sample>;

int compare_serials(const void *left, const void *right) {
    return compare_values(static_cast<const mpimon_sample *>(left)->serial,
                          static_cast<const mpimon_sample *>(right)->serial);
}

bool is_before(const mpimon_sample &sample, const mpimon_sample &next) {
    return sample.serial < next.serial && sample.end <= next.end && sample.recorded <= next.recorded;
}

// Sorts samples by time. A sample that was being written when the segment was copied may be of two times: it is left
// out if it is not before the next one. Without it the intervals before and after it are one.
void collect(const SegmentView &segment, Samples &samples, uint32_t &skipped) {
    Samples all;
    segment.each<mpimon_sample>([&](const mpimon_sample &sample, uint32_t) {
        if (sample.serial > 0)
            all.push(sample);
    });
    all.sort(compare_serials);
    Samples backwards;
    for (size_t i = all.size(); i-- > 0;) {
        const size_t kept = backwards.size();
        if (all[i].recorded <= all[i].end && kept < MPIMON_INTERVALS &&
            (kept == 0 || is_before(all[i], backwards[kept - 1])))
            backwards.push(all[i]);
        else
            ++skipped;
    }
    mpimon_sample *in_order = all.failed() || backwards.failed() ? nullptr : samples.append(backwards.size());
    for (size_t i = backwards.size(); in_order != nullptr && i-- > 0;)
        *in_order++ = backwards[i];
}

mpimon_sums sums_of(const SegmentView &segment) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    const uint32_t contexts = segment.count<mpimon_context>();
    mpimon_sums sums = {};
    segment.each<mpimon_flow>([&](const mpimon_flow &flow, uint32_t) {
        if (segment.sound(flow, communicators, foreign_peers) && SegmentView::sound_context(flow.context, contexts))
            mpimon_sums_add_flow(&sums, &flow);
    });
    segment.each<mpimon_collective>(
        [&](const mpimon_collective &collective, uint32_t) { mpimon_sums_add_collective(&sums, &collective); });
    segment.each<mpimon_wait>([&](const mpimon_wait &wait, uint32_t) { mpimon_sums_add_wait(&sums, &wait); });
    return sums;
}

bool same(const mpimon_sums &a, const mpimon_sums &b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// The process ended at its known end, or else within an interval of its last sample: later there would be another one.
uint64_t end_of(const mpimon_header &header, uint64_t start, uint64_t interval) {
    const auto end = static_cast<uint64_t>(header.end_time_ns) - static_cast<uint64_t>(header.start_time_ns);
    return header.end_time_ns > header.start_time_ns && end >= start ? end : start + interval;
}

// What was counted since the last sample belongs to that one if it is the process's last, and else to another interval.
void add_rest(const SegmentView &segment, const mpimon_timeline &timeline, Samples &samples) {
    if (timeline.state == MPIMON_TIMELINE_OFF)
        return;
    const mpimon_unrecorded &unrecorded = timeline.unrecorded[timeline.current % 2];
    mpimon_sums sums = sums_of(segment);
    mpimon_sums_subtract(&sums, &unrecorded.sums);
    mpimon_sample rest = {};
    if (samples.size() > 0)
        rest = samples[samples.size() - 1];
    if (samples.size() > 0 && timeline.state == MPIMON_TIMELINE_FINISHED) {
        samples[samples.size() - 1].sums = sums;
    } else if (!same(sums, rest.sums) && samples.size() < MPIMON_INTERVALS) {
        const uint64_t start = rest.recorded + unrecorded.time;
        rest.end = end_of(segment.header(), start, timeline.interval);
        rest.recorded += rest.end - start;
        rest.sums = sums;
        samples.push(rest);
    }
}

// A column being made: trailing zeros are left out, and a column of nothing else, too.
class Column {
  public:
    Column(uint32_t field, Wire &wire) : field_(field), wire_(wire) {}
    ~Column() {
        if (empty())
            return;
        const size_t start = wire_.open(field_);
        for (size_t i = 0; i < used_; ++i)
            wire_.element(values_[i]);
        wire_.close(start);
    }
    Column(const Column &) = delete;
    Column &operator=(const Column &) = delete;

    void push(uint64_t value) {
        values_.push(value);
        if (value != 0)
            used_ = values_.size();
    }
    bool empty() const { return used_ == 0 || values_.failed(); }

  private:
    uint32_t field_;
    Wire &wire_;
    Array<uint64_t> values_;
    size_t used_ = 0;
};

// What a sum grew by in each interval. If it falls, for the clocks of two processors differ a little, or since the
// segment is damaged, it grew by nothing until it is as large as it was: the sum of all is the last one.
template <class SumOf>
void encode_growth(uint32_t field, const Samples &samples, Wire &wire, SumOf sum_of) {
    Column column(field, wire);
    uint64_t before = 0;
    for (const mpimon_sample &sample : samples) {
        const uint64_t sum = sum_of(sample);
        column.push(sum > before ? sum - before : 0);
        before = sum > before ? sum : before;
    }
}

template <class LevelOf>
void encode_level(uint32_t field, const Samples &samples, Wire &wire, LevelOf level_of) {
    Column column(field, wire);
    uint64_t before = 0;
    for (const mpimon_sample &sample : samples) {
        column.push(Wire::zigzag(static_cast<int64_t>(level_of(sample) - before)));
        before = level_of(sample);
    }
}

void encode_times(const mpimon_timeline &timeline, const Samples &samples, Wire &wire) {
    wire.integer(field::Timeline::interval_ns, timeline.interval);
    wire.integer(field::Timeline::thread_error, static_cast<uint32_t>(timeline.thread_error));
    const size_t start = wire.open(field::Timeline::end_delta);
    uint64_t before = 0;
    for (const mpimon_sample &sample : samples) {
        wire.element(Wire::zigzag(static_cast<int64_t>(sample.end - before - timeline.interval)));
        before = sample.end;
    }
    wire.close(start);
    encode_growth(field::Timeline::gap, samples, wire,
                  [](const mpimon_sample &sample) { return sample.end - sample.recorded; });
}

void encode_traffic(const Samples &samples, Wire &wire) {
    for (uint32_t kind = 0; kind < MPIMON_CLASSES * MPIMON_FLOW_DIRECTIONS; ++kind) {
        const uint32_t traffic_class = kind / MPIMON_FLOW_DIRECTIONS;
        const uint32_t direction = kind % MPIMON_FLOW_DIRECTIONS;
        const mpimon_sums &last = samples[samples.size() - 1].sums;
        if (last.messages[traffic_class][direction] == 0 && last.bytes[traffic_class][direction] == 0)
            continue;
        const size_t start = wire.open(field::Timeline::traffic);
        wire.integer(field::TimelineTraffic::traffic_class, traffic_class);
        wire.integer(field::TimelineTraffic::direction, direction);
        encode_growth(field::TimelineTraffic::messages, samples, wire,
                      [&](const mpimon_sample &sample) { return sample.sums.messages[traffic_class][direction]; });
        encode_growth(field::TimelineTraffic::bytes, samples, wire,
                      [&](const mpimon_sample &sample) { return sample.sums.bytes[traffic_class][direction]; });
        wire.close(start);
    }
}

void encode_gauges(const mpimon_timeline &timeline, uint32_t names, const Samples &samples, Wire &wire) {
    for (int i = 0; i < MPIMON_TIMELINE_GAUGES; ++i) {
        if (timeline.gauges[i] == 0 || timeline.gauges[i] > names)
            continue;
        const size_t start = wire.open(field::Timeline::gauge);
        wire.integer(field::TimelineGauge::name, timeline.gauges[i] - 1);
        encode_level(field::TimelineGauge::value_delta, samples, wire,
                     [&](const mpimon_sample &sample) { return sample.gauges[i]; });
        wire.close(start);
    }
}

void encode(const SegmentView &segment, const mpimon_timeline &timeline, const Samples &samples, Wire &wire) {
    const auto ns = [&](uint64_t ticks) { return mpimon_ticks_to_ns(&segment.header(), ticks); };
    const size_t start = wire.open(field::Process::timeline);
    encode_times(timeline, samples, wire);
    encode_growth(field::Timeline::collective_calls, samples, wire,
                  [](const mpimon_sample &sample) { return sample.sums.collective_calls; });
    encode_growth(field::Timeline::collective_time_ns, samples, wire,
                  [&](const mpimon_sample &sample) { return ns(sample.sums.collective_time); });
    encode_growth(field::Timeline::wait_time_ns, samples, wire,
                  [&](const mpimon_sample &sample) { return ns(sample.sums.wait_time); });
    encode_level(field::Timeline::memory_delta, samples, wire,
                 [](const mpimon_sample &sample) { return sample.memory; });
    encode_traffic(samples, wire);
    encode_gauges(timeline, segment.count<mpimon_name>(), samples, wire);
    wire.close(start);
}

}  // namespace

bool encode_timeline(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    mpimon_timeline timeline = {};
    segment.each<mpimon_timeline>([&](const mpimon_timeline &item, uint32_t) { timeline = item; });
    Samples samples;
    collect(segment, samples, skipped);
    add_rest(segment, timeline, samples);
    if (samples.size() > 0 && !samples.failed())
        encode(segment, timeline, samples, wire);
    return !samples.failed();
}

}  // namespace mpimon
