#include "mpimon/commands/export/csv_timeline.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "mpimon/commands/export/wall_time.h"

namespace mpimon {

namespace {

std::string rows_of(const Process &process, const Timeline &timeline, size_t interval, ClassSet classes) {
    std::string text;
    for (const TimelineTraffic &traffic : timeline.traffic) {
        const auto traffic_class = static_cast<mpimon_class>(traffic.traffic_class);
        const uint64_t messages = Timeline::amount(traffic.messages, interval);
        const uint64_t bytes = Timeline::amount(traffic.bytes, interval);
        if (classes.has(traffic_class) && (messages > 0 || bytes > 0))
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\n", process.world_rank,
                           wall_time(process, timeline.start(interval)), wall_time(process, timeline.ends[interval]),
                           class_name(traffic_class), direction_name(static_cast<mpimon_direction>(traffic.direction)),
                           messages, bytes);
    }
    return text;
}

}  // namespace

void write_timeline_csv(const Profile &profile, ClassSet classes, Output &output) {
    output.write("rank,start_ns,end_ns,class,direction,messages,bytes\n");
    for (const Timeline &timeline : profile.timelines)
        for (size_t interval = 0; interval < timeline.size(); ++interval)
            output.write(rows_of(profile.processes[timeline.process], timeline, interval, classes));
}

}  // namespace mpimon
