#include "analysis/traffic/asked_calls.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mpimon {

namespace {

using Groups = std::map<OperationKey, OperationCalls>;

void take(uint64_t &from, uint64_t &amount) {
    const uint64_t taken = std::min(from, amount);
    from -= taken;
    amount -= taken;
}

OperationCalls &group_of(const Profile &profile, Groups &groups, const OperationKey &key) {
    const auto [entry, is_new] = groups.try_emplace(key);
    OperationCalls &group = entry->second;
    if (is_new) {
        std::tie(group.process, group.communicator, group.operation) = key;
        group.meaning = mpimon_operation_of(profile.names[group.operation].c_str());
        group.estimated = is_estimated(profile, group.communicator, group.operation);
    }
    return group;
}

AlgorithmCalls &calls_of(OperationCalls &group, uint32_t algorithm, mpimon_mode mode) {
    for (AlgorithmCalls &calls : group.algorithms)
        if (calls.algorithm == algorithm && calls.mode == mode)
            return calls;
    return group.algorithms.emplace_back(AlgorithmCalls{algorithm, mode, 0, 0});
}

void join(std::vector<AlgorithmCalls> &algorithms) {
    AlgorithmCalls all;
    for (const AlgorithmCalls &calls : algorithms) {
        all.calls += calls.calls;
        all.bytes += calls.bytes;
    }
    algorithms = {all};
}

}  // namespace

void KeptCalls::take_off(uint64_t &counted_calls, uint64_t &counted_bytes) {
    take(counted_calls, calls);
    take(counted_bytes, bytes);
}

// src/profile/write/asked.cc has the reasons.
KeptByOperation kept_calls(const Profile &profile) {
    KeptByOperation all;
    for (const Asked &item : profile.asked) {
        KeptCalls &kept = all[{item.process, item.communicator, item.operation}];
        const bool self = item.peer == profile.processes[item.process].world_rank;
        if (self) {
            kept.calls += item.calls;
        } else {
            kept.others_bytes += item.bytes;
            kept.with_others.push_back(&item);
        }
        if (self || mpimon_operation_of(profile.names[item.operation].c_str()).share != MPIMON_SHARE_EACH)
            kept.bytes += item.bytes;
    }
    return all;
}

// The roots of operations between groups have no bytes of their own, and each group alone knows its shares.
bool is_estimated(const Profile &profile, uint32_t communicator, uint32_t operation) {
    const mpimon_operation known = mpimon_operation_of(profile.names[operation].c_str());
    return known.exchange == MPIMON_ESTIMATED ||
           (profile.communicators[communicator].inter && known.kind == MPIMON_ALL_TO_ONE);
}

std::vector<OperationCalls> operation_calls(const Profile &profile) {
    Groups groups;
    for (const Collective &row : profile.collectives) {
        if (row.role != MPIMON_ROLE_CALL)
            continue;
        OperationCalls &group = group_of(profile, groups, {row.process, row.communicator, row.operation});
        const bool rooted = group.meaning.kind != MPIMON_ALL_TO_ALL;
        group.rank = row.rank;
        AlgorithmCalls &calls = calls_of(group, row.algorithm, static_cast<mpimon_mode>(row.mode));
        calls.calls += rooted ? row.root_calls : row.calls;
        calls.bytes += rooted ? row.root_bytes : row.bytes;
    }
    KeptByOperation all_kept = kept_calls(profile);
    for (auto &[key, kept] : all_kept) {
        OperationCalls &group = group_of(profile, groups, key);
        if (group.algorithms.size() != 1)
            join(group.algorithms);
        kept.take_off(group.algorithms.front().calls, group.algorithms.front().bytes);
        group.kept = std::move(kept.with_others);
    }
    std::vector<OperationCalls> list;
    for (auto &[key, group] : groups)
        list.push_back(std::move(group));
    return list;
}

}  // namespace mpimon
