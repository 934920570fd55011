#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "analysis/names/labels.h"
#include "analysis/summary/collectives.h"
#include "analysis/traffic/traffic.h"
#include "mpimon/commands/export/formats.h"
#include "mpimon/render/openmetrics.h"

namespace mpimon {

namespace {

std::string seconds(uint64_t nanoseconds) {
    constexpr uint64_t kSecond = 1000000000;
    return fmt::format("{}.{:09}", nanoseconds / kSecond, nanoseconds % kSecond);
}

void write_job(const Profile &profile, Output &output) {
    const Job &job = profile.job;
    output.write(metric_head("mpimon_job", "", "The job; always 1."));
    output.write(fmt::format("mpimon_job{{executable={},job_id={},user={},device={},mpich_version={},detail={}}} 1\n",
                             metric_label(job.executable), metric_label(job.job_id), metric_label(job.user),
                             metric_label(job.device), metric_label(job.mpich_version), metric_label(job.detail)));
    output.write(metric_head("mpimon_ranks", "", "Ranks of the job."));
    output.write(fmt::format("mpimon_ranks {}\n", job.world_size));
    output.write(metric_head("mpimon_wall_seconds", "seconds", "From a rank's start to its end, where this is known."));
    for (const Process &process : profile.processes)
        if (process.end_time_ns > 0 && process.end_time_ns >= process.start_time_ns)
            output.write(fmt::format(
                "mpimon_wall_seconds{{rank=\"{}\",host={}}} {}\n", process.world_rank,
                metric_label(profile.hosts[process.host]),
                seconds(static_cast<uint64_t>(process.end_time_ns) - static_cast<uint64_t>(process.start_time_ns))));
}

// Sums of one process, by class, path and direction.
struct ProcessTotals {
    std::array<Totals, size_t{MPIMON_CLASSES} *MPIMON_PATHS *MPIMON_DIRECTIONS> sums = {};

    explicit ProcessTotals(const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const size_t by_path = flows.traffic_class(i) * size_t{MPIMON_PATHS} + flows.path(i);
            sums.at(by_path * MPIMON_DIRECTIONS + flows.direction(i)).add({flows.messages[i], flows.bytes[i]});
        }
    }

    template <class Visit>
    void each(Visit visit) const {
        for (size_t i = 0; i < sums.size(); ++i)
            if (sums[i].messages > 0)
                visit(static_cast<mpimon_class>(i / (MPIMON_DIRECTIONS * MPIMON_PATHS)),
                      static_cast<mpimon_path>(i / MPIMON_DIRECTIONS % MPIMON_PATHS),
                      static_cast<mpimon_direction>(i % MPIMON_DIRECTIONS), sums[i]);
    }
};

template <class Value>
void write_traffic(const Profile &profile, ClassSet classes, std::string_view name, Output &output, Value value) {
    profile.flows.each_process([&](const Flows &flows) {
        if (flows.size() == 0)
            return;
        const uint32_t rank = profile.rank_of(flows, 0);
        ProcessTotals(flows).each(
            [&](mpimon_class traffic_class, mpimon_path path, mpimon_direction direction, const Totals &totals) {
                if (classes.has(traffic_class))
                    output.write(fmt::format("{}{{rank=\"{}\",class=\"{}\",path=\"{}\",direction=\"{}\"}} {}\n", name,
                                             rank, class_name(traffic_class), path_name(path),
                                             direction_name(direction), value(totals)));
            });
    });
}

struct Calls {
    uint64_t calls = 0;
    uint64_t bytes = 0;
    uint64_t time_ns = 0;

    void add(const Calls &other) {
        calls += other.calls;
        bytes += other.bytes;
        time_ns += other.time_ns;
    }
};
// By labels: what has the same is one series.
using Series = std::map<std::string, Calls>;

template <class Value>
void write_series(const Series &series, std::string_view name, Output &output, Value value) {
    for (const auto &[labels, calls] : series)
        output.write(fmt::format("{}{{{}}} {}\n", name, labels, value(calls)));
}

void write_collectives(const Profile &profile, Output &output) {
    Series series;
    for (const Collective &row : profile.collectives)
        series[fmt::format("operation={},algorithm={},role=\"{}\"", metric_label(operation_of(profile, row)),
                           metric_label(profile.names[row.algorithm]), row.role == MPIMON_ROLE_STEP ? "step" : "call")]
            .add({row.calls, row.bytes, row.time_ns});
    output.write(metric_head("mpimon_collective_calls", "", "Calls of collectives, and steps of these, of all ranks."));
    write_series(series, "mpimon_collective_calls", output, [](const Calls &calls) { return calls.calls; });
    output.write(metric_head("mpimon_collective_bytes", "bytes", "Bytes that these calls were given."));
    write_series(series, "mpimon_collective_bytes", output, [](const Calls &calls) { return calls.bytes; });
    output.write(metric_head("mpimon_collective_seconds", "seconds", "Time in the blocking ones, of all ranks."));
    write_series(series, "mpimon_collective_seconds", output,
                 [](const Calls &calls) { return seconds(calls.time_ns); });
}

void write_functions(const Profile &profile, Output &output) {
    Series series;
    for (const Function &row : profile.functions)
        series[fmt::format("function={},region={}", metric_label(profile.names[row.name]),
                           metric_label(region_label(profile, profile.contexts[row.context].region)))]
            .add({row.calls, 0, row.time_ns});
    output.write(metric_head("mpimon_function_calls", "", "Calls of MPI functions, of all ranks."));
    write_series(series, "mpimon_function_calls", output, [](const Calls &calls) { return calls.calls; });
    output.write(metric_head("mpimon_function_seconds", "seconds", "Time in them, of all ranks."));
    write_series(series, "mpimon_function_seconds", output, [](const Calls &calls) { return seconds(calls.time_ns); });
}

void write_waits(const Profile &profile, ClassSet classes, Output &output) {
    std::map<std::tuple<uint32_t, uint8_t, uint8_t>, Calls> sums;  // by rank, class and kind
    for (const Wait &row : profile.waits)
        if (classes.has(static_cast<mpimon_class>(row.traffic_class)))
            sums[{profile.processes[row.process].world_rank, row.traffic_class, row.kind}].add(
                {row.waits, 0, row.time_ns});
    const auto each = [&](std::string_view name, auto value) {
        for (const auto &[by, calls] : sums)
            output.write(fmt::format("{}{{rank=\"{}\",class=\"{}\",kind=\"{}\"}} {}\n", name, std::get<0>(by),
                                     class_name(static_cast<mpimon_class>(std::get<1>(by))),
                                     wait_kind_name(static_cast<mpimon_wait_kind>(std::get<2>(by))), value(calls)));
    };
    output.write(metric_head("mpimon_waits", "", "Waits within MPI calls."));
    each("mpimon_waits", [](const Calls &calls) { return std::to_string(calls.calls); });
    output.write(metric_head("mpimon_wait_seconds", "seconds", "Time of these waits."));
    each("mpimon_wait_seconds", [](const Calls &calls) { return seconds(calls.time_ns); });
}

}  // namespace

void write_openmetrics(const Profile &profile, ClassSet classes, Output &output) {
    write_job(profile, output);
    output.write(metric_head("mpimon_messages", "", "Messages by rank, traffic class, path and direction."));
    write_traffic(profile, classes, "mpimon_messages", output, [](const Totals &totals) { return totals.messages; });
    output.write(metric_head("mpimon_bytes", "bytes", "Bytes of these messages."));
    write_traffic(profile, classes, "mpimon_bytes", output, [](const Totals &totals) { return totals.bytes; });
    write_collectives(profile, output);
    write_functions(profile, output);
    write_waits(profile, classes, output);
    output.write(kEndOfMetrics);
}

}  // namespace mpimon
