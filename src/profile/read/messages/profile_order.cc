// Brings the rows of a profile into an order that does not depend on that of its records.
#include <algorithm>
#include <numeric>
#include <utility>

#include "profile/read/messages/profile_builder.h"

namespace mpimon {

// Records come in any order; the model has its processes by rank.
void ProfileBuilder::sort_processes() {
    std::vector<Process> &processes = profile_.processes;
    std::vector<uint32_t> order(processes.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return processes[a].world_rank < processes[b].world_rank; });
    std::vector<uint32_t> new_index(order.size());
    std::vector<Process> sorted;
    sorted.reserve(order.size());
    for (const uint32_t process : order) {
        new_index[process] = static_cast<uint32_t>(sorted.size());
        sorted.push_back(processes[process]);
    }
    processes = std::move(sorted);
    profile_.flows.renumber_processes(new_index);
    const auto renumber = [&](auto &rows) {
        for (auto &row : rows)
            row.process = new_index[row.process];
    };
    renumber(profile_.histograms);
    renumber(profile_.peer_sizes);
    renumber(profile_.transports);
    renumber(profile_.collectives);
    renumber(profile_.asked);
    renumber(profile_.collective_sizes);
    renumber(profile_.trials);
    renumber(profile_.waits);
    renumber(profile_.functions);
    renumber(profile_.gauges);
    renumber(profile_.region_times);
    renumber(profile_.timelines);
    renumber(profile_.file_calls);
    renumber(profile_.file_accesses);
    renumber(profile_.changes);
    renumber(profile_.overlap_sites);
    renumber(profile_.plugins);
}

// Numbers communicators by context id and foreign peers by table, whichever record named them first.
void ProfileBuilder::sort_shared() {
    std::vector<uint32_t> new_communicator(communicators_.size());
    std::vector<Communicator> communicators;
    for (const auto &[key, index] : communicators_) {
        new_communicator[index] = static_cast<uint32_t>(communicators.size());
        communicators.push_back(std::move(profile_.communicators[index]));
    }
    profile_.communicators = std::move(communicators);
    const auto renumber_reference = [&](uint32_t &reference) {
        if (reference > 0)
            reference = new_communicator[reference - 1] + 1;
    };
    for (Communicator &communicator : profile_.communicators) {
        renumber_reference(communicator.owner);
        renumber_reference(communicator.origin.parent);
    }

    std::vector<uint32_t> new_foreign(foreign_.size());
    profile_.foreign.clear();
    for (const auto &[key, index] : foreign_) {
        new_foreign[index] = static_cast<uint32_t>(profile_.foreign.size());
        profile_.foreign.push_back({key.first, key.second});
    }
    const auto renumber = [&](uint32_t &peer) {
        if (peer != MPIMON_PEER_UNKNOWN && (peer & MPIMON_PEER_FOREIGN_BIT) != 0)
            peer = MPIMON_PEER_FOREIGN_BIT | new_foreign[peer & ~MPIMON_PEER_FOREIGN_BIT];
    };
    for (Collective &collective : profile_.collectives)
        collective.communicator = new_communicator[collective.communicator];
    for (Asked &asked : profile_.asked) {
        asked.communicator = new_communicator[asked.communicator];
        renumber(asked.peer);
    }
    for (CollectiveSize &size : profile_.collective_sizes)
        size.communicator = new_communicator[size.communicator];
    for (Trial &trial : profile_.trials)
        trial.communicator = new_communicator[trial.communicator];
    for (Wait &wait : profile_.waits) {
        if (wait.communicator != kNoCommunicator)
            wait.communicator = new_communicator[wait.communicator];
        renumber(wait.peer);
    }
    for (Communicator &communicator : profile_.communicators)
        for (uint32_t &member : communicator.members)
            renumber(member);
    for (PeerSize &size : profile_.peer_sizes)
        renumber(size.peer);
    for (Transport &transport : profile_.transports)
        renumber(transport.peer);
    profile_.flows.renumber_shared(std::move(new_communicator), std::move(new_foreign));
}

}  // namespace mpimon
