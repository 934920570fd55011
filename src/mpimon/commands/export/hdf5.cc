#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "analysis/names/labels.h"
#include "analysis/names/names.h"
#include "analysis/summary/calls/collectives.h"
#include "mpimon/commands/export/formats.h"
#include "mpimon/commands/export/hdf5_table.h"
#include "mpimon/commands/export/traffic_columns.h"
#include "mpimon/commands/export/wall_time.h"
#include "mpimon/failure.h"
#include "mpimon/render/json/profile_json.h"

namespace mpimon {

namespace {

// Facts of the job are attributes of the file.
void write_job(const Profile &profile, hid_t file) {
    const Json job = job_json(profile);
    for (const auto &[name, value] : job.items()) {
        if (value.is_string())
            write_attribute(file, name, value.get<std::string>());
        else if (value.is_number() || value.is_boolean())
            write_attribute(file, name, value.is_boolean() ? uint64_t{value.get<bool>()} : value.get<uint64_t>());
    }
}

void write_traffic(const Profile &profile, ClassSet classes, hid_t file) {
    const TrafficColumns columns(profile, classes);
    Hdf5Table table(file, "traffic");
    columns.each([&](const std::string &name, const auto &column) {
        if constexpr (std::is_same_v<decltype(column), const std::vector<uint8_t> &>)
            table.words(name, column, name == "class" ? class_names() : path_names());
        else
            table.column(name, column);
    });
}

void write_processes(const Profile &profile, hid_t file) {
    const auto &rows = profile.processes;
    Hdf5Table table(file, "processes");
    table.add("rank", rows, [](const Process &row) { return row.world_rank; });
    table.add("pid", rows, [](const Process &row) { return row.pid; });
    table.add("host", rows, [&](const Process &row) { return profile.hosts[row.host]; });
    table.add("start_time_ns", rows, [](const Process &row) { return static_cast<uint64_t>(row.start_time_ns); });
    table.add("end_time_ns", rows, [](const Process &row) { return static_cast<uint64_t>(row.end_time_ns); });
    table.add("complete", rows, [](const Process &row) { return uint8_t{row.complete}; });
}

void write_sizes(const Profile &profile, ClassSet classes, hid_t file) {
    std::vector<uint32_t> ranks;
    std::vector<uint8_t> of_class, bins;
    std::vector<uint64_t> messages;
    for (const Histogram &row : profile.histograms)
        for (uint8_t bin = 0; bin < row.bins; ++bin) {
            const uint64_t count = profile.histogram_bins[row.first + bin];
            if (count == 0 || !classes.has(static_cast<mpimon_class>(row.traffic_class)))
                continue;
            ranks.push_back(profile.processes[row.process].world_rank);
            of_class.push_back(row.traffic_class);
            bins.push_back(bin);
            messages.push_back(count);
        }
    Hdf5Table table(file, "sizes");
    table.column("rank", ranks);
    table.words("class", of_class, class_names());
    table.column("bin", bins);
    table.column("messages", messages);
}

// The columns that all tables of calls begin with.
template <class Rows>
void add_ranks(Hdf5Table &table, const Profile &profile, const Rows &rows) {
    table.add("rank", rows, [&](const auto &row) { return profile.processes[row.process].world_rank; });
}

std::string name_or_empty(const Profile &profile, uint32_t name) {
    return name == MPIMON_NONE ? "" : profile.names[name];
}

// As reports name them; empty for none.
std::string label_or_empty(const std::vector<std::string> &labels, uint32_t communicator) {
    return communicator == kNoCommunicator ? "" : labels[communicator];
}

void write_communicators(const Profile &profile, const std::vector<std::string> &labels, hid_t file) {
    const auto &rows = profile.communicators;
    Hdf5Table table(file, "communicators");
    table.add("name", rows, [](const Communicator &row) { return row.name; });
    table.texts("label", labels);
    table.add("size", rows, [](const Communicator &row) { return row.size; });
    table.add("remote_size", rows, [](const Communicator &row) { return row.remote_size; });
    table.add("internal", rows, [](const Communicator &row) { return uint8_t{row.internal}; });
    table.add("function", rows, [&](const Communicator &row) { return name_or_empty(profile, row.origin.function); });
    table.add("region", rows, [&](const Communicator &row) { return region_path(profile, row.origin.region); });
    table.add("parent", rows, [&](const Communicator &row) {
        return label_or_empty(labels, row.origin.parent > 0 ? row.origin.parent - 1 : kNoCommunicator);
    });
}

void write_collectives(const Profile &profile, const std::vector<std::string> &labels, hid_t file) {
    const auto &rows = profile.collectives;
    Hdf5Table table(file, "collectives");
    add_ranks(table, profile, rows);
    table.add("communicator", rows, [](const Collective &row) { return row.communicator; });
    table.add("operation", rows, [&](const Collective &row) { return operation_of(profile, row); });
    table.add("algorithm", rows, [&](const Collective &row) { return profile.names[row.algorithm]; });
    table.add("step", rows, [](const Collective &row) { return uint8_t{row.role == MPIMON_ROLE_STEP}; });
    table.add("calls", rows, [](const Collective &row) { return row.calls; });
    table.add("bytes", rows, [](const Collective &row) { return row.bytes; });
    table.add("time_ns", rows, [](const Collective &row) { return row.time_ns; });
    table.add("root_calls", rows, [](const Collective &row) { return row.root_calls; });
    table.add("root_bytes", rows, [](const Collective &row) { return row.root_bytes; });
    table.add("communicator_label", rows, [&](const Collective &row) { return labels[row.communicator]; });
}

void write_functions(const Profile &profile, hid_t file) {
    const auto &rows = profile.functions;
    Hdf5Table table(file, "functions");
    add_ranks(table, profile, rows);
    table.add("function", rows, [&](const Function &row) { return profile.names[row.name]; });
    table.add("region", rows,
              [&](const Function &row) { return region_path(profile, profile.contexts[row.context].region); });
    table.add("calls", rows, [](const Function &row) { return row.calls; });
    table.add("time_ns", rows, [](const Function &row) { return row.time_ns; });
    table.add("shortest_ns", rows, [](const Function &row) { return row.shortest_ns; });
    table.add("longest_ns", rows, [](const Function &row) { return row.longest_ns; });
}

void write_regions(const Profile &profile, hid_t file) {
    const auto &rows = profile.region_times;
    Hdf5Table table(file, "regions");
    add_ranks(table, profile, rows);
    table.add("region", rows, [&](const RegionTime &row) { return region_path(profile, row.region); });
    table.add("entries", rows, [](const RegionTime &row) { return row.entries; });
    table.add("time_ns", rows, [](const RegionTime &row) { return row.time_ns; });
}

void write_waits(const Profile &profile, const std::vector<std::string> &labels, hid_t file) {
    const auto &rows = profile.waits;
    Hdf5Table table(file, "waits");
    add_ranks(table, profile, rows);
    table.add("peer", rows, [&](const Wait &row) { return peer_name(profile, row.peer); });
    table.add("class", rows,
              [](const Wait &row) { return std::string(class_name(static_cast<mpimon_class>(row.traffic_class))); });
    table.add("kind", rows,
              [](const Wait &row) { return std::string(wait_kind_name(static_cast<mpimon_wait_kind>(row.kind))); });
    table.add("waits", rows, [](const Wait &row) { return row.waits; });
    table.add("time_ns", rows, [](const Wait &row) { return row.time_ns; });
    table.add("longest_ns", rows, [](const Wait &row) { return row.longest_ns; });
    table.add("operation", rows, [&](const Wait &row) { return name_or_empty(profile, row.operation); });
    table.add("function", rows,
              [&](const Wait &row) { return name_or_empty(profile, profile.contexts[row.context].function); });
    table.add("region", rows,
              [&](const Wait &row) { return region_path(profile, profile.contexts[row.context].region); });
    table.add("communicator_label", rows, [&](const Wait &row) { return label_or_empty(labels, row.communicator); });
}

void write_timeline(const Profile &profile, ClassSet classes, hid_t file) {
    std::vector<uint32_t> ranks;
    std::vector<uint8_t> of_class, directions;
    std::vector<uint64_t> starts, ends, messages, bytes;
    for (const Timeline &timeline : profile.timelines)
        for (const TimelineTraffic &traffic : timeline.traffic)
            for (size_t i = 0; i < timeline.size(); ++i) {
                if (!classes.has(static_cast<mpimon_class>(traffic.traffic_class)))
                    continue;
                const Process &process = profile.processes[timeline.process];
                ranks.push_back(process.world_rank);
                of_class.push_back(traffic.traffic_class);
                directions.push_back(traffic.direction);
                starts.push_back(static_cast<uint64_t>(wall_time(process, timeline.start(i))));
                ends.push_back(static_cast<uint64_t>(wall_time(process, timeline.ends[i])));
                messages.push_back(Timeline::amount(traffic.messages, i));
                bytes.push_back(Timeline::amount(traffic.bytes, i));
            }
    Hdf5Table table(file, "timeline");
    table.column("rank", ranks);
    table.column("start_ns", starts);
    table.column("end_ns", ends);
    table.words("class", of_class, class_names());
    table.words("direction", directions, {direction_name(MPIMON_SENT), direction_name(MPIMON_RECEIVED)});
    table.column("messages", messages);
    table.column("bytes", bytes);
}

void write_tables(const Profile &profile, ClassSet classes, hid_t file) {
    const std::vector<std::string> labels = communicator_labels(profile);
    write_job(profile, file);
    write_traffic(profile, classes, file);
    write_processes(profile, file);
    write_sizes(profile, classes, file);
    write_communicators(profile, labels, file);
    write_collectives(profile, labels, file);
    write_functions(profile, file);
    write_regions(profile, file);
    write_waits(profile, labels, file);
    write_timeline(profile, classes, file);
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0)
        throw Hdf5Error();
}

}  // namespace

void write_hdf5(const Profile &profile, ClassSet classes, const std::string &path) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    errno = 0;
    try {
        const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
        write_tables(profile, classes, file);
    } catch (const Hdf5Error &) {
        throw Failure(fmt::format("{}: {}", path, errno != 0 ? std::strerror(errno) : "HDF5 cannot write it"));
    }
}

}  // namespace mpimon
