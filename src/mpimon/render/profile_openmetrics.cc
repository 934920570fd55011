#include "mpimon/render/profile_openmetrics.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "analysis/names/names.h"
#include "analysis/summary/calls/collectives.h"
#include "analysis/traffic/traffic.h"
#include "mpimon/render/openmetrics.h"

namespace mpimon {

namespace {

std::string seconds(uint64_t nanoseconds) {
    constexpr uint64_t kSecond = 1000000000;
    return fmt::format("{}.{:09}", nanoseconds / kSecond, nanoseconds % kSecond);
}

std::string full_text(const std::string &labels) {
    return labels.empty() ? "" : "{" + labels.substr(0, labels.size() - 1) + "}";
}

void write_job(const MeteredJob &metered, Output &output) {
    const Job &job = metered.profile->job;
    output.write(fmt::format("mpimon_job{{{}executable={},job_id={},user={},device={},mpich_version={},detail={}}} 1\n",
                             metered.labels, metric_label(job.executable), metric_label(job.job_id),
                             metric_label(job.user), metric_label(job.device), metric_label(job.mpich_version),
                             metric_label(job.detail)));
}

void write_wall_time(const MeteredJob &job, Output &output) {
    const Profile &profile = *job.profile;
    for (const Process &process : profile.processes)
        if (process.end_time_ns > 0 && process.end_time_ns >= process.start_time_ns)
            output.write(fmt::format(
                "mpimon_wall_seconds{{{}rank=\"{}\",host={}}} {}\n", job.labels, process.world_rank,
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
void write_traffic(const MeteredJob &job, ClassSet classes, std::string_view name, Output &output, Value value) {
    const Profile &profile = *job.profile;
    profile.flows.each_process([&](const Flows &flows) {
        if (flows.size() == 0)
            return;
        const uint32_t rank = profile.rank_of(flows, 0);
        ProcessTotals(flows).each(
            [&](mpimon_class traffic_class, mpimon_path path, mpimon_direction direction, const Totals &totals) {
                if (classes.has(traffic_class))
                    output.write(fmt::format("{}{{{}rank=\"{}\",class=\"{}\",path=\"{}\",direction=\"{}\"}} {}\n", name,
                                             job.labels, rank, class_name(traffic_class), path_name(path),
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
// Calls by their labels: those with the same ones are one series.
using Series = std::map<std::string, Calls>;

template <class Value>
void write_series(const Series &series, std::string_view name, Output &output, Value value) {
    for (const auto &[labels, calls] : series)
        output.write(fmt::format("{}{{{}}} {}\n", name, labels, value(calls)));
}

void add_collectives(const MeteredJob &job, Series &series) {
    const Profile &profile = *job.profile;
    for (const Collective &row : profile.collectives)
        series[fmt::format("{}operation={},algorithm={},role=\"{}\"", job.labels,
                           metric_label(operation_of(profile, row)), metric_label(profile.names[row.algorithm]),
                           row.role == MPIMON_ROLE_STEP ? "step" : "call")]
            .add({row.calls, row.bytes, row.time_ns});
}

void add_functions(const MeteredJob &job, Series &series) {
    const Profile &profile = *job.profile;
    for (const Function &row : profile.functions) {
        std::string labels = fmt::format("{}function={}", job.labels, metric_label(profile.names[row.name]));
        if (job.with_regions)
            labels += ",region=" + metric_label(region_path(profile, profile.contexts[row.context].region));
        series[labels].add({row.calls, 0, row.time_ns});
    }
}

void add_waits(const MeteredJob &job, ClassSet classes, Series &series) {
    for (const Wait &row : job.profile->waits)
        if (classes.has(static_cast<mpimon_class>(row.traffic_class)))
            series[fmt::format("{}rank=\"{}\",class=\"{}\",kind=\"{}\"", job.labels,
                               job.profile->processes[row.process].world_rank,
                               class_name(static_cast<mpimon_class>(row.traffic_class)),
                               wait_kind_name(static_cast<mpimon_wait_kind>(row.kind)))]
                .add({row.waits, 0, row.time_ns});
}

void write_collectives(const Series &series, Output &output) {
    output.write(metric_head("mpimon_collective_calls", "", "Calls of collectives, and steps of these, of all ranks."));
    write_series(series, "mpimon_collective_calls", output, [](const Calls &calls) { return calls.calls; });
    output.write(metric_head("mpimon_collective_bytes", "bytes", "Bytes that these calls were given."));
    write_series(series, "mpimon_collective_bytes", output, [](const Calls &calls) { return calls.bytes; });
    output.write(metric_head("mpimon_collective_seconds", "seconds", "Time in the blocking ones, of all ranks."));
    write_series(series, "mpimon_collective_seconds", output,
                 [](const Calls &calls) { return seconds(calls.time_ns); });
}

void write_functions(const Series &series, Output &output) {
    output.write(metric_head("mpimon_function_calls", "", "Calls of MPI functions, of all ranks."));
    write_series(series, "mpimon_function_calls", output, [](const Calls &calls) { return calls.calls; });
    output.write(metric_head("mpimon_function_seconds", "seconds", "Time in them, of all ranks."));
    write_series(series, "mpimon_function_seconds", output, [](const Calls &calls) { return seconds(calls.time_ns); });
}

void write_waits(const Series &series, Output &output) {
    output.write(metric_head("mpimon_waits", "", "Waits within MPI calls."));
    write_series(series, "mpimon_waits", output, [](const Calls &calls) { return calls.calls; });
    output.write(metric_head("mpimon_wait_seconds", "seconds", "Time of these waits."));
    write_series(series, "mpimon_wait_seconds", output, [](const Calls &calls) { return seconds(calls.time_ns); });
}

}  // namespace

void write_openmetrics(const std::vector<MeteredJob> &jobs, ClassSet classes, Output &output) {
    const auto write_each = [&](const std::string &head, auto write) {
        output.write(head);
        for (const MeteredJob &job : jobs)
            write(job);
    };
    write_each(metric_head("mpimon_job", "", "The job; always 1."),
               [&](const MeteredJob &job) { write_job(job, output); });
    write_each(metric_head("mpimon_ranks", "", "Ranks of the job."), [&](const MeteredJob &job) {
        output.write(fmt::format("mpimon_ranks{} {}\n", full_text(job.labels), job.profile->job.world_size));
    });
    write_each(metric_head("mpimon_wall_seconds", "seconds", "From a rank's start to its end, where this is known."),
               [&](const MeteredJob &job) { write_wall_time(job, output); });
    write_each(metric_head("mpimon_messages", "", "Messages by rank, traffic class, path and direction."),
               [&](const MeteredJob &job) {
                   write_traffic(job, classes, "mpimon_messages", output,
                                 [](const Totals &totals) { return totals.messages; });
               });
    write_each(metric_head("mpimon_bytes", "bytes", "Bytes of these messages."), [&](const MeteredJob &job) {
        write_traffic(job, classes, "mpimon_bytes", output, [](const Totals &totals) { return totals.bytes; });
    });
    Series collectives;
    Series functions;
    Series waits;
    for (const MeteredJob &job : jobs) {
        add_collectives(job, collectives);
        add_functions(job, functions);
        add_waits(job, classes, waits);
    }
    write_collectives(collectives, output);
    write_functions(functions, output);
    write_waits(waits, output);
    output.write(kEndOfMetrics);
}

}  // namespace mpimon
