// Facts on the whole job.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "analysis/advice/subjects.h"
#include "analysis/names/names.h"
#include "analysis/place/groups.h"
#include "analysis/place/where.h"
#include "analysis/placement/proposal.h"
#include "analysis/summary/gauges.h"
#include "analysis/traffic/traffic.h"

namespace mpimon::advice {

namespace {

struct JobFacts {
    double ranks = 0;
    double nodes = 0;
    double seconds = 0;       // from the ends of their MPI_Init to their own ends, over all ranks
    double wall_seconds = 0;  // the longest of these
    double mpi_seconds = 0;
    double outside_seconds = 0;    // of MPI
    double median_outside = 0;     // of the ranks' seconds outside of MPI
    double communication = 0;      // seconds that the job took longer than the rank that is the longest outside of MPI
    double imbalance_seconds = 0;  // what all ranks would wait if they had to meet the one that is the longest outside
    double p2p_seconds = 0;        // in functions that send, receive, wait and test
    double rma_seconds = 0;        // in one-sided functions
    double wait_seconds = 0;
    double late_senders = 0;  // seconds
    double late_receivers = 0;
    double epochs = 0;
    double collective_waits = 0;
    double messages = 0;  // between different ranks, of all classes
    double bytes = 0;
    double p2p_messages = 0;
    double p2p_bytes = 0;
    double noncontiguous_messages = 0;  // of these, those whose data does not lie together
    double noncontiguous_bytes = 0;
    double noncontiguous_blocks = 0;
    double rma_messages = 0;
    double rma_bytes = 0;
    double unreceived = 0;
    double unreceived_bytes = 0;
    double ip_pairs = 0;  // on one node, by nothing but an internet protocol
    double ip_messages = 0;
    double ip_bytes = 0;
    double cells = 0;                 // of shared memory, of one process; 0: it has none
    double cells_highest = 0;         // in use
    double cell_bytes = 0;            // of one
    double between_nodes = 0;         // bytes
    double between_nodes_placed = 0;  // by the placement that is the best in this
};

const Columns<JobFacts> kJobColumns = {{{"job.ranks", &JobFacts::ranks},
                                        {"job.nodes", &JobFacts::nodes},
                                        {"job.seconds", &JobFacts::seconds},
                                        {"job.wall_seconds", &JobFacts::wall_seconds},
                                        {"job.mpi_seconds", &JobFacts::mpi_seconds},
                                        {"job.outside_seconds", &JobFacts::outside_seconds},
                                        {"job.median_outside_seconds", &JobFacts::median_outside},
                                        {"job.imbalance_seconds", &JobFacts::imbalance_seconds},
                                        {"job.communication_seconds", &JobFacts::communication},
                                        {"job.p2p_seconds", &JobFacts::p2p_seconds},
                                        {"job.rma_seconds", &JobFacts::rma_seconds},
                                        {"job.wait_seconds", &JobFacts::wait_seconds},
                                        {"job.late_sender_seconds", &JobFacts::late_senders},
                                        {"job.late_receiver_seconds", &JobFacts::late_receivers},
                                        {"job.epoch_seconds", &JobFacts::epochs},
                                        {"job.collective_wait_seconds", &JobFacts::collective_waits},
                                        {"job.messages", &JobFacts::messages},
                                        {"job.bytes", &JobFacts::bytes},
                                        {"job.p2p_messages", &JobFacts::p2p_messages},
                                        {"job.p2p_bytes", &JobFacts::p2p_bytes},
                                        {"job.noncontiguous_messages", &JobFacts::noncontiguous_messages},
                                        {"job.noncontiguous_bytes", &JobFacts::noncontiguous_bytes},
                                        {"job.noncontiguous_blocks", &JobFacts::noncontiguous_blocks},
                                        {"job.rma_messages", &JobFacts::rma_messages},
                                        {"job.rma_bytes", &JobFacts::rma_bytes},
                                        {"job.unreceived_messages", &JobFacts::unreceived},
                                        {"job.unreceived_bytes", &JobFacts::unreceived_bytes},
                                        {"job.ip_pairs", &JobFacts::ip_pairs},
                                        {"job.ip_messages", &JobFacts::ip_messages},
                                        {"job.ip_bytes", &JobFacts::ip_bytes},
                                        {"job.cells", &JobFacts::cells},
                                        {"job.cells_highest", &JobFacts::cells_highest},
                                        {"job.cell_bytes", &JobFacts::cell_bytes},
                                        {"job.between_nodes_bytes", &JobFacts::between_nodes},
                                        {"job.between_nodes_placed_bytes", &JobFacts::between_nodes_placed}},
                                       {}};

// A placement of more ranks takes longer than one likes to wait for advice.
constexpr size_t kMostPlaced = 1024;
constexpr uint64_t kSeed = 1;

// An even number of values has the mean of the middle two, and none has 0.
double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    if (values.empty() || values.size() % 2 == 1)
        return values.empty() ? 0 : values[half];
    return (values[half - 1] + values[half]) / 2;
}

void add_times(const Profile &profile, const FunctionTimes &functions, JobFacts &job) {
    std::vector<double> outside;
    for (size_t i = 0; i < profile.processes.size(); ++i) {
        job.seconds += functions.wall_seconds(i);
        job.wall_seconds = std::max(job.wall_seconds, functions.wall_seconds(i));
        job.mpi_seconds += functions.mpi_seconds(i);
        job.outside_seconds += functions.outside_seconds(i);
        outside.push_back(functions.outside_seconds(i));
    }
    if (!outside.empty()) {
        const double longest = *std::max_element(outside.begin(), outside.end());
        job.imbalance_seconds = longest * job.ranks - job.outside_seconds;
        job.communication = std::max(0.0, job.wall_seconds - longest);
    }
    job.median_outside = median(outside);
    job.p2p_seconds = functions.p2p_seconds();
    job.rma_seconds = functions.rma_seconds();
    for (const Wait &wait : profile.waits) {
        const double seconds = static_cast<double>(wait.time_ns) * kNanosecond;
        double *const sums[] = {&job.late_senders, &job.late_receivers, &job.epochs, &job.collective_waits};
        job.wait_seconds += seconds;
        *sums[wait.kind] += seconds;
    }
}

void add_row(const PairTraffic &row, JobFacts &job) {
    const Totals moved = row.moved();
    const auto messages = static_cast<double>(moved.messages);
    const auto bytes = static_cast<double>(moved.bytes);
    if (row.is_self() || !is_world_rank(row.source) || !is_world_rank(row.target))
        return;
    job.messages += messages;
    job.bytes += bytes;
    if (row.traffic_class == MPIMON_CLASS_P2P) {
        job.p2p_messages += messages;
        job.p2p_bytes += bytes;
    }
    if (row.traffic_class == MPIMON_CLASS_RMA) {
        job.rma_messages += messages;
        job.rma_bytes += bytes;
    }
}

void add_traffic(const Profile &profile, JobFacts &job) {
    WhereSums where(profile);
    each_source(profile, ClassSet::all(), [&](const std::vector<PairTraffic> &rows) {
        where.add(rows);
        for (const PairTraffic &row : rows)
            add_row(row, job);
    });
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i)
            if (flows.direction(i) == MPIMON_UNRECEIVED) {
                job.unreceived += static_cast<double>(flows.messages[i]);
                job.unreceived_bytes += static_cast<double>(flows.bytes[i]);
            }
    });
    if (const auto ip = where.take().ip_on_one_node) {
        job.ip_pairs = static_cast<double>(ip->pairs);
        job.ip_messages = static_cast<double>(ip->totals.messages);
        job.ip_bytes = static_cast<double>(ip->totals.bytes);
    }
}

void add_noncontiguous(const Profile &profile, JobFacts &job) {
    for (const Noncontiguous &row : profile.noncontiguous) {
        if (row.traffic_class != MPIMON_CLASS_P2P)
            continue;
        job.noncontiguous_messages += static_cast<double>(row.messages);
        job.noncontiguous_bytes += static_cast<double>(row.bytes);
        job.noncontiguous_blocks += static_cast<double>(row.blocks);
    }
}

// MPICH's defaults.
constexpr double kCells = 64;
constexpr double kCellBytes = 69632;

// A control variable that is a number, by the end of its name.
double setting(const Job &job, const char *name, double otherwise) {
    for (const Cvar &cvar : job.cvars)
        if (cvar.name == std::string("MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_") + name)
            return std::strtod(cvar.value.c_str(), nullptr);
    return otherwise;
}

void add_cells(const Profile &profile, JobFacts &job) {
    for (const GaugeTotals &gauge : summarize_gauges(profile)) {
        if (profile.names[gauge.name] != "cells")
            continue;
        job.cells = setting(profile.job, "NUM_CELLS", kCells);
        job.cell_bytes = setting(profile.job, "CELL_SIZE", kCellBytes);
        job.cells_highest = static_cast<double>(gauge.highest);
    }
}

// Nodes with as many slots as the ranks that they had.
placement::Tree nodes_as_they_were(const std::vector<uint32_t> &node_of) {
    std::map<uint32_t, uint32_t> ranks;
    for (const uint32_t node : node_of)
        ++ranks[node];
    placement::Tree tree;
    tree.levels = {"node", "core"};
    tree.counts = {{static_cast<uint32_t>(ranks.size())}, {}};
    for (const auto &node : ranks)
        tree.counts[1].push_back(node.second);
    return tree;
}

// Slots of a node are taken in the order of its ranks.
placement::Mapping mapping_of(const placement::Topology &topology, const std::vector<uint32_t> &node_of) {
    std::map<uint32_t, uint32_t> next;
    for (const uint32_t node : node_of)
        next[node] = 0;
    uint32_t object = 0;
    for (auto &node : next)
        node.second = topology.range(0, object++).first;
    placement::Mapping mapping;
    for (const uint32_t node : node_of)
        mapping.push_back(next[node]++);
    return mapping;
}

void add_placement(const Profile &profile, JobFacts &job) {
    const std::optional<std::vector<uint32_t>> node_of = placement::nodes_of_run(profile);
    if (!node_of || node_of->size() != profile.processes.size() || node_of->size() > kMostPlaced || job.nodes < 2)
        return;
    std::vector<placement::Exchange> exchanges;
    add_exchanges(profile, ClassSet::all(), exchanges);
    const placement::TrafficGraph graph(static_cast<uint32_t>(node_of->size()), std::move(exchanges));
    const placement::Topology topology(nodes_as_they_were(*node_of));
    const placement::Costs costs = placement::costs_of_bytes({1, 0});
    const placement::Proposal proposal =
        placement::propose(graph, topology, costs, mapping_of(topology, *node_of), kSeed, placement::Effort::kQuick);
    job.between_nodes = static_cast<double>(proposal.before.by_level[0].bytes);
    job.between_nodes_placed = static_cast<double>(proposal.after.by_level[0].bytes);
}

}  // namespace

Table job_table(const Profile &profile, const FunctionTimes &functions) {
    JobFacts job;
    job.ranks = static_cast<double>(profile.processes.size());
    job.nodes = static_cast<double>(count_nodes(profile));
    add_times(profile, functions, job);
    add_traffic(profile, job);
    add_noncontiguous(profile, job);
    add_cells(profile, job);
    add_placement(profile, job);
    return make_table(kJobColumns, std::vector<JobFacts>{job});
}

}  // namespace mpimon::advice
