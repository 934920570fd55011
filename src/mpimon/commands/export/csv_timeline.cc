#include "mpimon/commands/export/csv_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "mpimon/commands/export/wall_time.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

// The gauges of all ranks, as indices into Profile::names, in the order in which they are first seen.
std::vector<uint32_t> gauges_of(const Profile &profile) {
    std::vector<uint32_t> names;
    for (const Timeline &timeline : profile.timelines)
        for (const TimelineGauge &gauge : timeline.gauges)
            if (std::find(names.begin(), names.end(), gauge.name) == names.end())
                names.push_back(gauge.name);
    return names;
}

std::string interval_text(const Process &process, const Timeline &timeline, size_t interval) {
    return fmt::format("{},{},{}", process.world_rank, wall_time(process, timeline.start(interval)),
                       wall_time(process, timeline.ends[interval]));
}

// What is told apart by class; `rest` stands for the columns of what is not.
std::string traffic_rows(const Process &process, const Timeline &timeline, size_t interval, ClassSet classes,
                         const std::string &rest) {
    std::string text;
    for (const TimelineTraffic &traffic : timeline.traffic) {
        const auto traffic_class = static_cast<mpimon_class>(traffic.traffic_class);
        const uint64_t messages = Timeline::amount(traffic.messages, interval);
        const uint64_t bytes = Timeline::amount(traffic.bytes, interval);
        if (classes.has(traffic_class) && (messages > 0 || bytes > 0))
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{}{}\n", interval_text(process, timeline, interval),
                           class_name(traffic_class), direction_name(static_cast<mpimon_direction>(traffic.direction)),
                           messages, bytes, rest);
    }
    return text;
}

// What is not: the row of the interval itself. Gauges that the rank does not have are empty.
std::string interval_row(const Process &process, const Timeline &timeline, size_t interval,
                         const std::vector<uint32_t> &gauges) {
    std::string text = fmt::format(
        "{},,,0,0,{},{},{},{}", interval_text(process, timeline, interval),
        Timeline::amount(timeline.collective_calls, interval), Timeline::amount(timeline.collective_time_ns, interval),
        Timeline::amount(timeline.wait_time_ns, interval), Timeline::level(timeline.memory, interval));
    for (const uint32_t name : gauges) {
        const auto gauge = std::find_if(timeline.gauges.begin(), timeline.gauges.end(),
                                        [&](const TimelineGauge &one) { return one.name == name; });
        text += ',';
        if (gauge != timeline.gauges.end())
            text += std::to_string(Timeline::level(gauge->values, interval));
    }
    return text + '\n';
}

}  // namespace

void write_timeline_csv(const Profile &profile, ClassSet classes, Output &output) {
    const std::vector<uint32_t> gauges = gauges_of(profile);
    std::string head =
        "rank,start_ns,end_ns,class,direction,messages,bytes,collective_calls,collective_time_ns,wait_time_ns,memory";
    for (const uint32_t name : gauges)
        head += "," + csv_field("gauge_" + profile.names[name]);
    output.write(head + "\n");
    const std::string rest(4 + gauges.size(), ',');
    for (const Timeline &timeline : profile.timelines) {
        const Process &process = profile.processes[timeline.process];
        for (size_t interval = 0; interval < timeline.size(); ++interval)
            output.write(traffic_rows(process, timeline, interval, classes, rest) +
                         interval_row(process, timeline, interval, gauges));
    }
}

}  // namespace mpimon
