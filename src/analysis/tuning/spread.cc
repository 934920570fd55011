#include "analysis/tuning/spread.h"

#include <set>

namespace mpimon::tuning {

namespace {

// As MPICH takes them, which chooses by that. MPIMON_NONE where the process has no record, or does not say.
std::vector<uint32_t> nodes_by_rank(const Profile &profile) {
    std::vector<uint32_t> nodes(profile.job.world_size, MPIMON_NONE);
    for (const Process &process : profile.processes)
        if (process.world_rank < nodes.size())
            nodes[process.world_rank] = process.place.alone
                                            ? static_cast<uint32_t>(profile.nodes.size()) + process.world_rank
                                            : process.place.node;
    return nodes;
}

Spread spread_of(const Communicator &communicator, const std::vector<uint32_t> &node_of) {
    if (!communicator.world_order && communicator.members.size() < communicator.size)
        return Spread::kUnknown;
    std::set<uint32_t> nodes;
    for (uint32_t i = 0; i < communicator.size; ++i) {
        const uint32_t rank = communicator.world_order ? i : communicator.members[i];
        if (rank >= node_of.size() || node_of[rank] == MPIMON_NONE)
            return Spread::kUnknown;
        nodes.insert(node_of[rank]);
    }
    if (nodes.size() == 1)
        return Spread::kOneNode;
    return nodes.size() == communicator.size ? Spread::kOneEach : Spread::kSeveral;
}

}  // namespace

std::vector<Spread> spreads_of(const Profile &profile) {
    const std::vector<uint32_t> node_of = nodes_by_rank(profile);
    std::vector<Spread> spreads;
    for (const Communicator &communicator : profile.communicators)
        spreads.push_back(spread_of(communicator, node_of));
    return spreads;
}

}  // namespace mpimon::tuning
