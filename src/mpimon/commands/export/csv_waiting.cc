#include <fmt/format.h>

#include <string>
#include <vector>

#include "analysis/names/labels.h"
#include "analysis/names/names.h"
#include "analysis/waiting/culprits.h"
#include "mpimon/commands/export/csv.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

// The function and the region of a context, each empty for none.
std::string context_columns(const Profile &profile, uint32_t index) {
    const Context &context = profile.contexts[index];
    return fmt::format("{},{}", context.function == kNoFunction ? "" : csv_field(profile.names[context.function]),
                       csv_field(region_path(profile, context.region)));
}

}  // namespace

void write_waiting_csv(const Profile &profile, ClassSet classes, Output &output) {
    output.write("rank,waited_for,time_ns,estimated\n");
    for (const CulpritTime &row : find_culprits(profile, classes))
        output.write(fmt::format("{},{},{},{}\n", profile.processes[row.process].world_rank,
                                 peer_name(profile, row.culprit), row.time_ns, row.estimated ? 1 : 0));
}

void write_waits_csv(const Profile &profile, ClassSet classes, Output &output) {
    output.write(
        "rank,peer,communicator,class,kind,operation,function,region,waits,time_ns,longest_ns,communicator_label\n");
    const std::vector<std::string> labels = communicator_labels(profile);
    for (const Wait &row : profile.waits) {
        const auto traffic_class = static_cast<mpimon_class>(row.traffic_class);
        if (!classes.has(traffic_class))
            continue;
        const bool known = row.communicator != kNoCommunicator;
        output.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", profile.processes[row.process].world_rank,
                                 peer_name(profile, row.peer), known ? std::to_string(row.communicator) : "",
                                 class_name(traffic_class), wait_kind_name(static_cast<mpimon_wait_kind>(row.kind)),
                                 row.operation == kNoOperation ? "" : csv_field(profile.names[row.operation]),
                                 context_columns(profile, row.context), row.waits, row.time_ns, row.longest_ns,
                                 known ? csv_field(labels[row.communicator]) : ""));
    }
}

void write_collective_sizes_csv(const Profile &profile, Output &output) {
    output.write("rank,communicator,ranks,operation,algorithm,root,bin,calls,bytes,time_ns,communicator_label\n");
    const std::vector<std::string> labels = communicator_labels(profile);
    for (const CollectiveSize &row : profile.collective_sizes)
        output.write(
            fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", profile.processes[row.process].world_rank,
                        row.communicator, profile.communicators[row.communicator].size,
                        csv_field(operation_name(profile.names[row.operation], static_cast<mpimon_mode>(row.mode))),
                        csv_field(profile.names[row.algorithm]), row.root ? 1 : 0, row.bin, row.calls, row.bytes,
                        row.time_ns, csv_field(labels[row.communicator])));
}

}  // namespace mpimon
