#include "mpimon/render/json/timeline_json.h"

namespace mpimon {

namespace {

// An array of value_of(interval) for each interval.
template <class ValueOf>
void write_column(const Timeline &timeline, JsonStream &json, const char *name, ValueOf value_of) {
    json.open_array(name);
    for (size_t i = 0; i < timeline.size(); ++i)
        json.element_text(std::to_string(value_of(i)));
    json.close(']');
}

void write_timeline(const Profile &profile, const Timeline &timeline, ClassSet classes, JsonStream &json) {
    using Column = std::vector<uint64_t>;
    const auto amounts = [&](const char *name, const Column &column) {
        write_column(timeline, json, name, [&](size_t i) { return Timeline::amount(column, i); });
    };
    const auto levels = [&](const char *name, const Column &column) {
        write_column(timeline, json, name, [&](size_t i) { return Timeline::level(column, i); });
    };
    json.member("rank", profile.processes[timeline.process].world_rank);
    json.member("interval_ns", timeline.interval_ns);
    json.member("thread_error", timeline.thread_error);
    write_column(timeline, json, "start_ns", [&](size_t i) { return timeline.start(i); });
    write_column(timeline, json, "end_ns", [&](size_t i) { return timeline.ends[i]; });
    amounts("collective_calls", timeline.collective_calls);
    amounts("collective_time_ns", timeline.collective_time_ns);
    amounts("wait_time_ns", timeline.wait_time_ns);
    levels("memory", timeline.memory);
    json.open_array("traffic");
    for (const TimelineTraffic &traffic : timeline.traffic) {
        const auto traffic_class = static_cast<mpimon_class>(traffic.traffic_class);
        if (!classes.has(traffic_class))
            continue;
        json.open_object();
        json.member("class", class_name(traffic_class));
        json.member("direction", direction_name(static_cast<mpimon_direction>(traffic.direction)));
        amounts("messages", traffic.messages);
        amounts("bytes", traffic.bytes);
        json.close('}');
    }
    json.close(']');
    json.open_array("gauges");
    for (const TimelineGauge &gauge : timeline.gauges) {
        json.open_object();
        json.member("gauge", profile.names[gauge.name]);
        levels("values", gauge.values);
        json.close('}');
    }
    json.close(']');
}

}  // namespace

void write_timelines(const Profile &profile, ClassSet classes, JsonStream &json) {
    if (profile.timelines.empty())
        return;
    json.open_array("timelines");
    for (const Timeline &timeline : profile.timelines) {
        json.open_object();
        write_timeline(profile, timeline, classes, json);
        json.close('}');
    }
    json.close(']');
}

}  // namespace mpimon
