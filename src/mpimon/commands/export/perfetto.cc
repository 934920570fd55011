#include <cstdint>
#include <optional>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>

#include "mpimon/commands/export/formats.h"
#include "mpimon/commands/export/wall_time.h"

namespace mpimon {

namespace {

// Fields of Perfetto's public schema, protos/perfetto/trace.
enum TraceField { kPacket = 1 };
enum PacketField { kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kTrackDescriptor = 60 };
enum TrackField { kUuid = 1, kName = 2, kProcess = 3, kParent = 5, kCounter = 8 };
enum ProcessField { kPid = 1, kProcessName = 6 };
enum CounterField { kUnit = 3, kUnitName = 6 };
enum EventField { kType = 9, kTrack = 11, kDoubleValue = 44 };
constexpr int kUnitSizeBytes = 3;
constexpr int kTypeCounter = 4;

constexpr double kSecond = 1e9;
constexpr unsigned kTracksOfRankBits = 16;  // far more than there are classes, directions and gauges

// The tracks of one rank. Trace processors tell processes by their ids, which those of several nodes may have in
// common; so the rank stands for it, from 1 on, since 0 is the idle process.
class RankTracks {
  public:
    RankTracks(const Profile &profile, const Timeline &timeline, Output &output)
        : timeline_(timeline), process_(profile.processes[timeline.process]), output_(output) {
        parent_ = last_ = (uint64_t{process_.world_rank} + 1) << kTracksOfRankBits;
        std::string content;
        protozero::pbf_writer track(content);
        track.add_uint64(kUuid, parent_);
        {
            protozero::pbf_writer process(track, kProcess);
            process.add_int32(kPid, static_cast<int32_t>(process_.world_rank + 1));
            process.add_string(kProcessName,
                               "rank " + std::to_string(process_.world_rank) + " on " + profile.hosts[process_.host]);
        }
        write_packet(kTrackDescriptor, content, std::nullopt);
    }

    // What happened in each interval, as an amount in a second.
    void rate(const std::string &name, std::string_view unit, const std::vector<uint64_t> &column) {
        begin(name, unit);
        for (size_t i = 0; i < timeline_.size(); ++i) {
            if (i > 0 && timeline_.gap_before(i) > 0)
                change(timeline_.ends[i - 1], 0);
            const uint64_t start = timeline_.start(i);
            const uint64_t length = timeline_.ends[i] - start;
            const auto amount = static_cast<double>(Timeline::amount(column, i));
            change(start, length > 0 ? amount / (static_cast<double>(length) / kSecond) : 0);
        }
        change(timeline_.ends.empty() ? 0 : timeline_.ends.back(), 0);
    }

    // What was so at the end of each interval.
    void level(const std::string &name, std::string_view unit, const std::vector<uint64_t> &column) {
        begin(name, unit);
        for (size_t i = 0; i < timeline_.size(); ++i)
            change(timeline_.ends[i], static_cast<double>(Timeline::level(column, i)));
    }

  private:
    void begin(const std::string &name, std::string_view unit) {
        std::string content;
        protozero::pbf_writer track(content);
        track.add_uint64(kUuid, ++last_);
        track.add_uint64(kParent, parent_);
        track.add_string(kName, name);
        {
            protozero::pbf_writer counter(track, kCounter);
            if (unit == "bytes")
                counter.add_enum(kUnit, kUnitSizeBytes);
            else
                counter.add_string(kUnitName, unit.data(), unit.size());
        }
        write_packet(kTrackDescriptor, content, std::nullopt);
        value_.reset();
    }

    // The value from this time on; what has not changed needs no event.
    void change(uint64_t since_start, double value) {
        if (value_ == value)
            return;
        value_ = value;
        std::string content;
        protozero::pbf_writer event(content);
        event.add_enum(kType, kTypeCounter);
        event.add_uint64(kTrack, last_);
        event.add_double(kDoubleValue, value);
        write_packet(kTrackEvent, content, wall_time(process_, since_start));
    }

    void write_packet(PacketField field, const std::string &content, std::optional<int64_t> time) {
        std::string text;
        protozero::pbf_writer trace(text);
        {
            protozero::pbf_writer packet(trace, kPacket);
            if (time)
                packet.add_uint64(kTimestamp, static_cast<uint64_t>(*time));
            packet.add_uint32(kSequence, process_.world_rank + 1);
            packet.add_message(field, content);
        }
        output_.write(text);
    }

    const Timeline &timeline_;
    const Process &process_;
    Output &output_;
    uint64_t parent_ = 0;
    uint64_t last_ = 0;            // track
    std::optional<double> value_;  // of it
};

void write_rank(const Profile &profile, const Timeline &timeline, ClassSet classes, Output &output) {
    RankTracks tracks(profile, timeline, output);
    for (const TimelineTraffic &traffic : timeline.traffic) {
        const auto traffic_class = static_cast<mpimon_class>(traffic.traffic_class);
        if (!classes.has(traffic_class))
            continue;
        const std::string name = std::string(class_name(traffic_class)) + " " +
                                 std::string(direction_name(static_cast<mpimon_direction>(traffic.direction)));
        tracks.rate(name + " bytes", "bytes/s", traffic.bytes);
        tracks.rate(name + " messages", "messages/s", traffic.messages);
    }
    tracks.rate("collective calls", "calls/s", timeline.collective_calls);
    tracks.rate("time in collectives", "ns/s", timeline.collective_time_ns);
    tracks.rate("time waiting", "ns/s", timeline.wait_time_ns);
    tracks.level("resident memory", "bytes", timeline.memory);
    for (const TimelineGauge &gauge : timeline.gauges) {
        const std::string &name = profile.names[gauge.name];
        tracks.level(name, gauge_unit(name), gauge.values);
    }
}

}  // namespace

void write_perfetto(const Profile &profile, ClassSet classes, Output &output) {
    for (const Timeline &timeline : profile.timelines)
        write_rank(profile, timeline, classes, output);
}

}  // namespace mpimon
