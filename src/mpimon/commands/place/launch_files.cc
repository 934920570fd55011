#include "mpimon/commands/place/launch_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "analysis/placement/proposal.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

using placement::Mapping;
using placement::Range;
using placement::Topology;

// The lines before and after which a rank's host changes.
struct Run {
    uint32_t node;
    uint32_t ranks;
};

std::vector<Run> runs_of(const Topology &topology, const Mapping &mapping) {
    std::vector<Run> runs;
    for (const uint32_t node : placement::nodes_of_mapping(topology, mapping))
        if (!runs.empty() && runs.back().node == node)
            ++runs.back().ranks;
        else
            runs.push_back({node, 1});
    return runs;
}

std::string names_remark(const Topology &topology) {
    return topology.hosts().empty()
               ? "# node0 and so on stand for your hosts: replace them, or give a list of hosts as topology.\n"
               : "";
}

std::string text(const Topology & /*topology*/, const Mapping &mapping, const std::string & /*file*/) {
    return fmt::format("{}\n", fmt::join(mapping, "\n"));
}

// A line for each run of ranks on a host.
std::string hydra(const Topology &topology, const Mapping &mapping, const std::string &file) {
    const std::vector<Run> runs = runs_of(topology, mapping);
    std::string content =
        fmt::format("# mpiexec -f {} -n {} PROGRAM\n{}", file, mapping.size(), names_remark(topology));
    std::vector<bool> seen(topology.objects(topology.node_level()));
    if (std::any_of(runs.begin(), runs.end(), [&](const Run &run) {
            const bool again = seen[run.node];
            seen[run.node] = true;
            return again;
        }))
        content +=
            "# Ranks of a host on several lines are on several nodes to MPICH, and do not share memory;\n"
            "# with MPICH 5.1 and later, --format rankmap avoids that.\n";
    for (const Run &run : runs)
        content += fmt::format("{}:{}\n", host_name(topology, run.node), run.ranks);
    return content;
}

// Each host once, and the option that says which ranks it has: an id for each run, in blocks (id, nodes, ranks).
std::string rankmap(const Topology &topology, const Mapping &mapping, const std::string &file) {
    const std::vector<uint32_t> nodes = placement::nodes_of_mapping(topology, mapping);
    std::vector<uint32_t> ranks_on(topology.objects(topology.node_level()));
    for (const uint32_t node : nodes)
        ++ranks_on[node];
    // Hosts without ranks are left out, and the others numbered anew.
    std::vector<uint32_t> number(ranks_on.size());
    std::string hosts;
    uint32_t used = 0;
    for (uint32_t node = 0; node < ranks_on.size(); ++node)
        if (ranks_on[node] > 0) {
            number[node] = used++;
            hosts += fmt::format("{}:{}\n", host_name(topology, node), ranks_on[node]);
        }
    std::vector<std::string> blocks;
    for (const Run &run : runs_of(topology, mapping))
        blocks.push_back(fmt::format("({},1,{})", number[run.node], run.ranks));
    return fmt::format(
        "# MPICH 5.1 and later: mpiexec -f {} -rankmap '(vector,{})' -n {} PROGRAM\n"
        "# From 4.1 on there is this option, too, but ranks are then in the order of the hosts, whatever it "
        "says.\n{}{}",
        file, fmt::join(blocks, ","), mapping.size(), names_remark(topology), hosts);
}

// A line for each rank.
std::string slurm(const Topology &topology, const Mapping &mapping, const std::string &file) {
    std::string content = fmt::format(
        "# SLURM_HOSTFILE={} srun -m arbitrary -n {} PROGRAM\n"
        "# Slurm then tells MPICH that each rank is alone on its node, so that ranks of one do not share memory;\n"
        "# mpiexec by --format launcher avoids that where ranks of a node follow each other.\n{}",
        file, mapping.size(), names_remark(topology));
    for (const uint32_t node : placement::nodes_of_mapping(topology, mapping))
        content += host_name(topology, node) + "\n";
    return content;
}

std::string launcher(const Topology & /*topology*/, const Mapping &mapping, const std::string &file) {
    return fmt::format(
        "#!/bin/sh\n"
        "# Under Slurm, MPICH 4.0's mpiexec puts ranks by the numbers of the nodes, whatever its host file says; with "
        "this\n"
        "# instead of ssh the file counts. In a job, with HOSTS the file that --format hydra writes:\n"
        "# chmod +x {0}; mpiexec -launcher ssh -launcher-exec {2}{0} -f HOSTS -n {1} PROGRAM\n"
        "while [ \"${{1#-}}\" != \"$1\" ]; do shift; done\n"
        "host=$1\n"
        "shift\n"
        "exec srun --overlap -Q -N1 -n1 --input none -w \"$host\" /bin/sh -c \"$*\"\n",
        file, mapping.size(), file.find('/') == std::string::npos ? "./" : "");
}

// Ranks in the order of their slots: as many on each node as the launcher puts there.
std::string hpe(const Topology &topology, const Mapping &mapping, const std::string &file) {
    std::vector<uint32_t> ranks(mapping.size());
    for (uint32_t rank = 0; rank < mapping.size(); ++rank)
        ranks[rank] = rank;
    std::sort(ranks.begin(), ranks.end(), [&](uint32_t a, uint32_t b) { return mapping[a] < mapping[b]; });
    Mapping in_slot_order;
    for (const uint32_t rank : ranks)
        in_slot_order.push_back(mapping[rank]);
    const std::vector<Run> runs = runs_of(topology, in_slot_order);
    const uint32_t each = runs.empty() ? 0 : runs.front().ranks;
    for (const Run &run : runs)
        if (run.ranks != each && (&run != &runs.back() || run.ranks > each))
            throw Failure(
                fmt::format("MPICH_RANK_ORDER needs the same number of ranks on each node: {} has {}, and {} has {}",
                            host_name(topology, runs.front().node), each, host_name(topology, run.node), run.ranks));
    return fmt::format(
        "# As the file MPICH_RANK_ORDER in the current folder, here {}, with {} ranks on each node:\n"
        "# MPICH_RANK_REORDER_METHOD=3 srun -n {} --ntasks-per-node={} -m block PROGRAM\n{}\n",
        file, each, mapping.size(), each, fmt::join(ranks, ","));
}

// Where a slot is on its node: package and core in it, or the core alone where there is no level of packages.
std::string rankfile_slot(const Topology &topology, uint32_t slot) {
    const auto level_named = [&](const std::string &name) {
        return static_cast<uint32_t>(std::find(topology.levels().begin(), topology.levels().end(), name) -
                                     topology.levels().begin());
    };
    const uint32_t level = std::min(level_named("package"), level_named("socket"));
    const Range node = topology.range(topology.node_level(), topology.object_of(topology.node_level(), slot));
    if (level == topology.depth())
        return std::to_string(slot - node.first);
    const uint32_t package = topology.object_of(level, slot);
    return fmt::format("{}:{}", package - topology.object_of(level, node.first),
                       slot - topology.range(level, package).first);
}

std::string openmpi(const Topology &topology, const Mapping &mapping, const std::string &file) {
    std::string content =
        fmt::format("# mpirun --rankfile {} -n {} PROGRAM\n{}", file, mapping.size(), names_remark(topology));
    const std::vector<uint32_t> nodes = placement::nodes_of_mapping(topology, mapping);
    for (uint32_t rank = 0; rank < mapping.size(); ++rank)
        content += fmt::format("rank {}={} slot={}\n", rank, host_name(topology, nodes[rank]),
                               rankfile_slot(topology, mapping[rank]));
    return content;
}

struct Format {
    const char *name;
    std::string (*write)(const Topology &, const Mapping &, const std::string &);
};

constexpr std::array<Format, 7> kFormats = {{{"text", text},
                                             {"hydra", hydra},
                                             {"rankmap", rankmap},
                                             {"slurm", slurm},
                                             {"launcher", launcher},
                                             {"hpe", hpe},
                                             {"openmpi", openmpi}}};

}  // namespace

std::vector<std::string> launch_formats() {
    std::vector<std::string> names;
    for (const Format &format : kFormats)
        names.emplace_back(format.name);
    return names;
}

std::string launch_file(const std::string &format, const Topology &topology, const Mapping &mapping,
                        const std::string &file) {
    const auto found =
        std::find_if(kFormats.begin(), kFormats.end(), [&](const Format &known) { return known.name == format; });
    return found->write(topology, mapping, file);
}

std::string host_name(const Topology &topology, uint32_t node) {
    return topology.hosts().empty() ? fmt::format("node{}", node) : topology.hosts()[node];
}

}  // namespace mpimon
