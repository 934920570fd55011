#include "analysis/placement/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "analysis/failure.h"
#include "analysis/place/groups.h"
#include "analysis/placement/placement.h"

namespace mpimon::placement {

namespace {

Side side_of(const TrafficGraph &graph, const Topology &topology, const Costs &costs, Mapping mapping) {
    Side side;
    side.by_level = traffic_by_level(graph, topology, mapping);
    side.cost = cost_of(side.by_level, costs);
    side.mapping = std::move(mapping);
    return side;
}

// Whether nodes are emulated on one machine: they have its name, all of them.
bool are_emulated(const Profile &profile) {
    return !profile.nodes.empty() && std::all_of(profile.nodes.begin(), profile.nodes.end(), [&](const Node &node) {
        return node.name == profile.nodes.front().name;
    });
}

// Launchers make several nodes of a host of which they are told several times; by its name it is one.
Groups nodes_of(const Profile &profile) {
    Groups groups = group_processes(profile, node_or_host(profile));
    if (are_emulated(profile) || !std::all_of(profile.processes.begin(), profile.processes.end(),
                                              [](const Process &process) { return process.place.is_known(); }))
        return groups;
    groups.labels.clear();
    std::map<std::string, uint32_t> number;
    for (const Node &node : profile.nodes)
        if (number.try_emplace(node.name, static_cast<uint32_t>(number.size())).second)
            groups.labels.push_back(node.name);
    for (size_t i = 0; i < profile.processes.size(); ++i)
        groups.of_process[i] = number.at(profile.nodes[profile.processes[i].place.node].name);
    return groups;
}

// The node of the topology of each group of ranks, by name; empty if a group is none of the nodes.
std::vector<uint32_t> nodes_by_name(const Groups &groups, const Topology &topology) {
    std::vector<uint32_t> nodes;
    for (const std::string &label : groups.labels) {
        const auto found = std::find(topology.hosts().begin(), topology.hosts().end(), label);
        if (found == topology.hosts().end())
            return {};
        nodes.push_back(static_cast<uint32_t>(found - topology.hosts().begin()));
    }
    return nodes;
}

// The same by the order of the groups' lowest ranks.
std::vector<uint32_t> nodes_by_order(const Groups &groups) {
    std::vector<uint32_t> nodes(groups.labels.size(), MPIMON_NONE);
    uint32_t next = 0;
    for (const uint32_t group : groups.of_process)
        if (nodes[group] == MPIMON_NONE)
            nodes[group] = next++;
    return nodes;
}

// Whether ranks that have the same number in `fine` have the same one in `coarse`.
bool is_within(const std::vector<uint32_t> &fine, const std::vector<uint32_t> &coarse) {
    std::map<uint32_t, uint32_t> around;
    for (size_t rank = 0; rank < fine.size(); ++rank)
        if (around.try_emplace(fine[rank], coarse[rank]).first->second != coarse[rank])
            return false;
    return true;
}

bool has_all_ranks(const Profile &profile) {
    return profile.processes.size() == profile.job.world_size;
}

}  // namespace

Proposal propose(const TrafficGraph &graph, const Topology &topology, const Costs &costs, const Mapping &before,
                 uint64_t seed, Effort effort) {
    if (graph.ranks() > topology.slots())
        throw AnalysisError(
            fmt::format("{} ranks, and the topology has only {} slots", graph.ranks(), topology.slots()));
    return {side_of(graph, topology, costs, before),
            side_of(graph, topology, costs, find_placement(graph, topology, costs, before, seed, effort))};
}

std::optional<Mapping> mapping_of_run(const Profile &profile, const Topology &topology) {
    const uint32_t level = topology.node_level();
    const uint32_t count = topology.objects(level);
    const Groups groups = nodes_of(profile);
    if (!has_all_ranks(profile) || groups.labels.size() > count)
        return {};
    std::vector<uint32_t> nodes = nodes_by_name(groups, topology);
    if (nodes.empty() && groups.labels.size() < 2 && count > 1)
        return {};
    if (nodes.empty())
        nodes = nodes_by_order(groups);
    std::vector<uint32_t> next;  // free slot of each node
    for (uint32_t node = 0; node < count; ++node)
        next.push_back(topology.range(level, node).first);
    Mapping mapping;
    for (const uint32_t group : groups.of_process) {
        const uint32_t node = nodes[group];
        if (next[node] == topology.range(level, node).end)
            return {};
        mapping.push_back(next[node]++);
    }
    return mapping;
}

std::vector<uint32_t> nodes_of_mapping(const Topology &topology, const Mapping &mapping) {
    std::vector<uint32_t> nodes;
    nodes.reserve(mapping.size());
    for (const uint32_t slot : mapping)
        nodes.push_back(topology.object_of(topology.node_level(), slot));
    return nodes;
}

std::optional<std::vector<uint32_t>> nodes_of_run(const Profile &profile) {
    const Groups groups = nodes_of(profile);
    if (groups.labels.size() < 2 || !has_all_ranks(profile))
        return {};
    return groups.of_process;
}

std::optional<std::vector<uint32_t>> nodes_of_rerun(const Profile &profile, const Topology &topology,
                                                    const std::vector<uint32_t> &placed) {
    std::optional<std::vector<uint32_t>> nodes = nodes_of_run(profile);
    if (!nodes && has_all_ranks(profile) && !topology.hosts().empty() && profile.nodes.size() == 1)
        return nodes_of(profile).of_process;
    if (nodes && are_emulated(profile) && is_within(*nodes, placed) && !is_within(placed, *nodes))
        return {};
    return nodes;
}

Totals between_nodes(const TrafficGraph &graph, const std::vector<uint32_t> &node_of) {
    Totals sum;
    graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
        if (node_of[a] != node_of[b])
            sum.add(totals);
    });
    return sum;
}

}  // namespace mpimon::placement
