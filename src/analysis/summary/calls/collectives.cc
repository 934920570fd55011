#include "analysis/summary/calls/collectives.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/names/names.h"
#include "analysis/traffic/asked_calls.h"

namespace mpimon {

namespace {

constexpr double kNanosecond = 1e-9;

// What tells the rows apart; its fields give the order in which they are listed.
struct AlgorithmKey {
    bool own;  // a step that is a part of no call
    std::string head;
    uint8_t mode;  // of the head, which is the operation or, of a step, its parent
    bool step;
    std::string operation;
    std::string algorithm;
    bool shared_memory;

    auto fields() const { return std::tie(own, head, mode, step, operation, algorithm, shared_memory); }
    bool operator<(const AlgorithmKey &other) const { return fields() < other.fields(); }
};

struct AlgorithmSums {
    uint64_t calls = 0;
    uint64_t bytes = 0;
    std::unordered_map<uint32_t, uint64_t> time_ns;  // by process
};

AlgorithmTotals totals_of(const AlgorithmKey &key, const AlgorithmSums &sums) {
    const auto mode = static_cast<mpimon_mode>(key.mode);
    AlgorithmTotals totals;
    totals.operation = operation_name(key.operation, key.step ? MPIMON_BLOCKING : mode);
    totals.algorithm = key.algorithm;
    totals.step = key.step;
    totals.parent = key.step && !key.own ? operation_name(key.head, mode) : "";
    totals.shared_memory = key.shared_memory;
    totals.calls = sums.calls;
    totals.bytes = sums.bytes;
    totals.ranks = sums.time_ns.size();
    uint64_t longest = 0;
    uint64_t shortest = UINT64_MAX;
    double sum = 0;
    for (const auto &[process, time_ns] : sums.time_ns) {
        longest = std::max(longest, time_ns);
        shortest = std::min(shortest, time_ns);
        sum += static_cast<double>(time_ns);
    }
    totals.timed = key.mode == MPIMON_BLOCKING && longest > 0;
    totals.longest = static_cast<double>(longest) * kNanosecond;
    totals.shortest = static_cast<double>(shortest) * kNanosecond;
    totals.mean = sum / static_cast<double>(totals.ranks) * kNanosecond;
    return totals;
}

std::vector<AlgorithmTotals> by_algorithm(const Profile &profile) {
    // Rows are added up by numbers first, since a job has few algorithms, and many rows of each.
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t, uint8_t, bool>, AlgorithmSums> numbered;
    for (const Collective &row : profile.collectives) {
        AlgorithmSums &sums =
            numbered[{row.operation, row.algorithm, row.parent, row.mode, row.role, row.shared_memory}];
        sums.calls += row.calls;
        sums.bytes += row.bytes;
        sums.time_ns[row.process] += row.time_ns;
    }
    std::map<AlgorithmKey, const AlgorithmSums *> named;
    for (const auto &[key, sums] : numbered) {
        const auto &[operation, algorithm, parent, mode, role, shared_memory] = key;
        const bool step = role == MPIMON_ROLE_STEP;
        const bool own = step && parent == 0;
        const std::string &head = profile.names[step && !own ? parent - 1 : operation];
        named[{own, head, mode, step, profile.names[operation], profile.names[algorithm], shared_memory}] = &sums;
    }
    std::vector<AlgorithmTotals> list;
    for (const auto &[key, sums] : named)
        list.push_back(totals_of(key, *sums));
    return list;
}

// What the calls of a row exchange with others; what was kept of them peer by peer is counted apart, and taken off
// here.
void add_calls(const Profile &profile, const Collective &row, mpimon_operation operation, KeptByOperation &kept,
               KindTotals &kind) {
    const Communicator &communicator = profile.communicators[row.communicator];
    const uint32_t others = communicator.inter ? communicator.remote_size : std::max(communicator.size, 1U) - 1;
    const bool rooted = operation.kind != MPIMON_ALL_TO_ALL;
    uint64_t calls = rooted ? row.root_calls : row.calls;
    uint64_t bytes = rooted ? row.root_bytes : row.bytes;
    const auto kept_calls = kept.find({row.process, row.communicator, row.operation});
    if (kept_calls != kept.end()) {
        kept_calls->second.take_off(calls, bytes);
        kind.bytes += std::exchange(kept_calls->second.others_bytes, 0);
    }
    kind.estimated = kind.estimated || (calls > 0 && is_estimated(profile, row.communicator, row.operation));
    kind.bytes +=
        mpimon_exchanged_bytes(operation, bytes, others, communicator.inter ? 1 : 0, static_cast<uint32_t>(row.rank));
}

std::vector<KindTotals> by_kind(const Profile &profile, Order order) {
    std::map<std::pair<uint32_t, mpimon_operation_kind>, KindTotals> sums;
    KeptByOperation kept = kept_calls(profile);
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> all_to_all_calls;  // by communicator and process
    for (const Collective &row : profile.collectives) {
        if (row.role != MPIMON_ROLE_CALL)
            continue;
        const mpimon_operation operation = mpimon_operation_of(profile.names[row.operation].c_str());
        const bool rooted = operation.kind != MPIMON_ALL_TO_ALL;
        KindTotals &kind = sums[{row.communicator, operation.kind}];
        kind.communicator = row.communicator;
        kind.kind = operation.kind;
        add_calls(profile, row, operation, kept, kind);
        if (rooted)
            kind.operations += row.root_calls;
        else
            kind.operations = std::max(kind.operations, all_to_all_calls[{row.communicator, row.process}] += row.calls);
    }
    std::vector<KindTotals> list;
    for (const auto &[key, totals] : sums)
        list.push_back(totals);
    std::stable_sort(list.begin(), list.end(), [order](const auto &a, const auto &b) {
        return order == Order::kMessages ? std::tuple(b.operations, b.bytes) < std::tuple(a.operations, a.bytes)
                                         : std::tuple(b.bytes, b.operations) < std::tuple(a.bytes, a.operations);
    });
    return list;
}

double amount_of(const AlgorithmTotals &row, Order order) {
    if (order == Order::kTime)
        return row.mean * static_cast<double>(row.ranks);
    return static_cast<double>(order == Order::kMessages ? row.calls : row.bytes);
}

// Sorts operations by the sum of their calls; an operation's steps stay with it.
void sort_algorithms(std::vector<AlgorithmTotals> &rows, Order order) {
    std::map<std::string, double> amounts;
    for (const AlgorithmTotals &row : rows)
        if (!row.step)
            amounts[row.operation] += amount_of(row, order);
    const auto key = [&](const AlgorithmTotals &row) {
        const std::string &head = row.step ? row.parent : row.operation;
        return std::tuple(head.empty(), -amounts[head], head, row.step, -amount_of(row, order));
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const auto &a, const auto &b) { return key(a) < key(b); });
}

}  // namespace

std::string operation_of(const Profile &profile, const Collective &row) {
    const bool step = row.role == MPIMON_ROLE_STEP;
    return operation_name(profile.names[row.operation], step ? MPIMON_BLOCKING : static_cast<mpimon_mode>(row.mode));
}

std::string parent_of(const Profile &profile, const Collective &row) {
    return row.parent > 0 ? operation_name(profile.names[row.parent - 1], static_cast<mpimon_mode>(row.mode)) : "";
}

CollectiveSummary summarize_collectives(const Profile &profile, std::optional<Order> order) {
    CollectiveSummary summary = {by_algorithm(profile), by_kind(profile, order.value_or(Order::kBytes))};
    if (order)
        sort_algorithms(summary.algorithms, *order);
    return summary;
}

}  // namespace mpimon
