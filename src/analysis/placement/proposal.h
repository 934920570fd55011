// A placement beside the one that there is, and what it changes.
#ifndef MPIMON_ANALYSIS_PLACEMENT_PROPOSAL_H
#define MPIMON_ANALYSIS_PLACEMENT_PROPOSAL_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/placement/metric.h"
#include "analysis/placement/placement.h"
#include "profile/read/profile.h"

namespace mpimon::placement {

struct Side {
    Mapping mapping;
    std::vector<Totals> by_level;  // and one more, which is of none
    double cost = 0;               // J
};

struct Proposal {
    Side before;
    Side after;

    // The part of J that is saved.
    double gain() const { return before.cost > 0 ? 1 - after.cost / before.cost : 0; }
};

// Throws AnalysisError if the topology has fewer slots than there are ranks.
Proposal propose(const TrafficGraph &graph, const Topology &topology, const Costs &costs, const Mapping &before,
                 uint64_t seed, Effort effort = Effort::kThorough);

// How the job ran, as far as its processes' places tell, or their hosts where places were not recorded: each node's
// ranks in their order on the slots of a node, of the same name if all are named so, else in the order of the nodes'
// lowest ranks. Nothing if they do not fit, or are one where there are several nodes.
std::optional<Mapping> mapping_of_run(const Profile &profile, const Topology &topology);

// The node of each rank: by a mapping; and by the nodes on which a job ran, or its hosts, nothing where these do not
// tell ranks apart or not all ranks are known.
std::vector<uint32_t> nodes_of_mapping(const Topology &topology, const Mapping &mapping);
std::optional<std::vector<uint32_t>> nodes_of_run(const Profile &profile);

// The same of a job that was to run on these nodes of the topology: if that names its nodes, and the job ran on one,
// all ranks are on that. Nothing, too, where nodes are emulated and the launcher has made several of each, as it does
// of those of which it was told several times.
std::optional<std::vector<uint32_t>> nodes_of_rerun(const Profile &profile, const Topology &topology,
                                                    const std::vector<uint32_t> &placed);

// What ranks on different nodes exchange. `node_of` has the node of each rank, by whatever numbers.
Totals between_nodes(const TrafficGraph &graph, const std::vector<uint32_t> &node_of);

}  // namespace mpimon::placement

#endif
