// What a job is made of as CSV: its ranks and its communicators.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "analysis/names/labels.h"
#include "analysis/names/origins.h"
#include "analysis/place/locality.h"
#include "analysis/summary/job/endings.h"
#include "mpimon/commands/export/csv.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string or_empty(uint32_t index) {
    return index == MPIMON_NONE ? "" : std::to_string(index);
}

// `one_more`: 1 + an index, or 0 for none.
std::string before_or_empty(uint32_t one_more) {
    return one_more == 0 ? "" : std::to_string(one_more - 1);
}

std::string place_columns(const Profile &profile, const std::vector<std::string> &nodes, const Place &place) {
    if (!place.is_known())
        return ",,,,,,";
    return fmt::format("{},{},{},{},{},{},{}", csv_field(nodes[place.node]), or_empty(place.package),
                       or_empty(place.numa_node), or_empty(place.l3), or_empty(place.core),
                       csv_field(profile.names[place.cpuset]), place.bound ? 1 : 0);
}

// Empty for a process that is complete, or of which nothing is known.
std::string ending_columns(const Process &process) {
    if (process.complete || process.ending == MPIMON_ENDING_UNKNOWN)
        return ",";
    return fmt::format("{},{}", ending_name(static_cast<mpimon_ending>(process.ending)),
                       process.ending == MPIMON_ENDING_ABORT ? std::to_string(process.exit_code) : "");
}

std::string origin_columns(const Profile &profile, const Origin &origin) {
    if (!origin.is_known())
        return ",,,,,,,,";
    const auto topology = static_cast<mpimon_topology>(origin.topology);
    const bool is_graph = topology == MPIMON_TOPOLOGY_GRAPH || topology == MPIMON_TOPOLOGY_DIST_GRAPH;
    std::vector<int> periodic;
    for (size_t i = 0; topology == MPIMON_TOPOLOGY_CARTESIAN && i < origin.sizes.size(); ++i)
        periodic.push_back(static_cast<int>(origin.periodic >> i & 1U));
    return fmt::format("{},{},{},{},{},{},{},{},{}", csv_field(profile.names[origin.function]),
                       csv_field(region_path(profile, origin.region)), before_or_empty(origin.parent),
                       origin.color ? std::to_string(*origin.color) : "", topology_name(topology),
                       fmt::join(origin.sizes, " "), fmt::join(periodic, " "),
                       is_graph ? std::to_string(origin.sources) : "",
                       is_graph ? std::to_string(origin.destinations) : "");
}

std::string members_text(const Profile &profile, const Communicator &communicator) {
    std::vector<std::string> members;
    for (const uint32_t member : communicator.members)
        members.push_back(peer_name(profile, member));
    return fmt::format("{}", fmt::join(members, " "));
}

}  // namespace

void write_ranks_csv(const Profile &profile, Output &output) {
    output.write(
        "rank,pid,host,node,package,numa_node,l3,core,cpuset,bound,executable,build_id,enable,detail,start_time_ns,"
        "end_time_ns,complete,ending,exit_code\n");
    const std::vector<std::string> nodes = node_labels(profile);
    for (const Process &process : profile.processes) {
        const Settings &settings = profile.settings_of(process);
        output.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", process.world_rank, process.pid,
                                 csv_field(profile.hosts[process.host]), place_columns(profile, nodes, process.place),
                                 csv_field(settings.executable), csv_field(settings.build_id), settings.enable,
                                 csv_field(settings.detail), process.start_time_ns, process.end_time_ns,
                                 process.complete ? 1 : 0, ending_columns(process)));
    }
}

void write_communicators_csv(const Profile &profile, Output &output) {
    output.write(
        "communicator,name,label,size,remote_size,inter,internal,part_of,function,region,parent,color,topology,"
        "dimensions,periodic,sources,destinations,context_id,occurrence,group_hash,world_order,members\n");
    const std::vector<std::string> labels = communicator_labels(profile);
    for (size_t i = 0; i < labels.size(); ++i) {
        const Communicator &row = profile.communicators[i];
        output.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:#018x},{},{}\n", i, csv_field(row.name),
                                 csv_field(labels[i]), row.size, row.remote_size, row.inter ? 1 : 0,
                                 row.internal ? 1 : 0, before_or_empty(row.owner), origin_columns(profile, row.origin),
                                 row.context_id, row.occurrence, row.group_hash, row.world_order ? 1 : 0,
                                 members_text(profile, row)));
    }
}

}  // namespace mpimon
