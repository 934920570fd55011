#include "analysis/traffic/asked_volumes.h"

#include <algorithm>
#include <set>

#include "analysis/traffic/asked_calls.h"

namespace mpimon {

namespace {

class Reader {
  public:
    Reader(const Profile &profile, const AskedVisit &visit) : profile_(profile), visit_(visit) {}

    AskedGaps run() {
        for (const OperationCalls &calls : operation_calls(profile_)) {
            visit_kept(calls);
            for (const AlgorithmCalls &algorithm : calls.algorithms)
                visit_others(calls, algorithm);
        }
        return {{estimated_.begin(), estimated_.end()}, {left_out_.begin(), left_out_.end()}};
    }

  private:
    AskedBy by(const OperationCalls &calls, const AlgorithmCalls &algorithm) const {
        return {operation_name(profile_.names[calls.operation], algorithm.mode),
                algorithm.algorithm == MPIMON_NONE ? "" : profile_.names[algorithm.algorithm]};
    }

    void visit_kept(const OperationCalls &calls) {
        for (const Asked *kept : calls.kept)
            add(calls, by(calls, calls.algorithms.front()), kept->peer, {{kept->calls, kept->bytes}, false});
    }

    // What the calls themselves tell.
    void visit_others(const OperationCalls &calls, const AlgorithmCalls &algorithm) {
        if (algorithm.calls == 0)
            return;
        const Communicator &members = profile_.communicators[calls.communicator];
        const uint64_t count = members.inter ? members.remote_size : members.size;
        const bool known = members.world_order ? count <= profile_.job.world_size
                                               : members.members.size() == size_t{members.size} + members.remote_size;
        if (calls.meaning.share == MPIMON_SHARE_UNKNOWN || !known) {
            left_out_.insert(profile_.names[calls.operation]);
            return;
        }
        const uint64_t share =
            calls.meaning.share == MPIMON_SHARE_SPLIT && count > 0 ? algorithm.bytes / count : algorithm.bytes;
        const int64_t first = calls.meaning.share == MPIMON_SHARE_HIGHER ? int64_t{calls.rank} + 1 : 0;
        const AskedBy named = by(calls, algorithm);
        for (auto i = static_cast<uint64_t>(std::max<int64_t>(first, 0)); i < count; ++i) {
            const uint32_t peer =
                members.world_order ? static_cast<uint32_t>(i) : members.members[members.inter ? members.size + i : i];
            if (peer != profile_.processes[calls.process].world_rank)
                add(calls, named, peer, {{algorithm.calls, share}, calls.estimated});
        }
    }

    void add(const OperationCalls &calls, const AskedBy &by, uint32_t peer, const AskedVolume &volume) {
        uint32_t process = calls.process;
        if (calls.meaning.kind == MPIMON_ALL_TO_ONE) {
            const Process *sender = profile_.process_of(peer);
            if (sender == nullptr)
                return;
            peer = profile_.processes[process].world_rank;
            process = static_cast<uint32_t>(sender - profile_.processes.data());
        }
        if (volume.estimated)
            estimated_.insert(profile_.names[calls.operation]);
        visit_({process, peer, calls.communicator}, by, volume);
    }

    const Profile &profile_;
    const AskedVisit &visit_;
    std::set<std::string> estimated_;
    std::set<std::string> left_out_;
};

}  // namespace

AskedGaps each_asked(const Profile &profile, const AskedVisit &visit) {
    return Reader(profile, visit).run();
}

std::vector<AskedAlgorithm> asked_by_algorithm(const Profile &profile, bool by_messages, AskedGaps &gaps) {
    std::map<AskedBy, AskedAlgorithm> sums;
    gaps = each_asked(profile, [&](const AskedPair &pair, const AskedBy &by, const AskedVolume &volume) {
        AskedAlgorithm &algorithm = sums[by];
        AskedVolume &sum = algorithm.volumes[pair];
        sum.totals.add(volume.totals);
        sum.estimated = sum.estimated || volume.estimated;
        algorithm.totals.add(volume.totals);
    });
    std::vector<AskedAlgorithm> list;
    for (auto &[by, algorithm] : sums) {
        algorithm.by = by;
        list.push_back(std::move(algorithm));
    }
    const auto amount = [by_messages](const AskedAlgorithm &algorithm) {
        const Totals &totals = algorithm.totals;
        return by_messages ? std::pair(totals.messages, totals.bytes) : std::pair(totals.bytes, totals.messages);
    };
    std::stable_sort(list.begin(), list.end(), [&](const auto &a, const auto &b) { return amount(b) < amount(a); });
    return list;
}

}  // namespace mpimon
