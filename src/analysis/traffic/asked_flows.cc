#include "analysis/traffic/asked_flows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "profile/format/operations.h"

namespace mpimon {

namespace {

constexpr uint8_t kKind = MPIMON_CLASS_COLL + 8U * MPIMON_PATH_NET + 64U * MPIMON_SENT;

using Operation = std::tuple<uint32_t, uint32_t, uint32_t>;  // process, communicator, operation

// The calls of one operation on one communicator by one process; of operations with a root, those where it was the
// root.
struct Calls {
    int32_t rank = 0;
    uint64_t calls = 0;
    uint64_t bytes = 0;

    void take(uint64_t kept_calls, uint64_t kept_bytes) {
        calls -= std::min(calls, kept_calls);
        bytes -= std::min(bytes, kept_bytes);
    }
};

class AskedView {
  public:
    explicit AskedView(Profile &profile) : profile_(profile), volumes_(profile.processes.size()) {}

    void run() {
        sum_calls();
        for (const Asked &asked : profile_.asked)
            add_kept(asked);
        for (const auto &[key, calls] : calls_)
            add_calls(key, calls);
        replace_flows();
    }

  private:
    mpimon_operation operation_of(uint32_t name) const { return mpimon_operation_of(profile_.names[name].c_str()); }

    void sum_calls() {
        for (const Collective &row : profile_.collectives) {
            if (row.role != MPIMON_ROLE_CALL)
                continue;
            const bool rooted = operation_of(row.operation).kind != MPIMON_ALL_TO_ALL;
            Calls &sum = calls_[{row.process, row.communicator, row.operation}];
            sum.rank = row.rank;
            sum.calls += rooted ? row.root_calls : row.calls;
            sum.bytes += rooted ? row.root_bytes : row.bytes;
        }
    }

    // Adds a volume that was kept, and takes it off the others, as profile/write/asked.cc does and explains.
    void add_kept(const Asked &asked) {
        const mpimon_operation operation = operation_of(asked.operation);
        const bool self = asked.peer == profile_.processes[asked.process].world_rank;
        const auto others = calls_.find({asked.process, asked.communicator, asked.operation});
        if (others != calls_.end())
            others->second.take(self ? asked.calls : 0, self || operation.share != MPIMON_SHARE_EACH ? asked.bytes : 0);
        if (!self)
            add(asked.process, asked.communicator, asked.peer, operation.kind, asked.calls, asked.bytes);
    }

    void add_calls(const Operation &key, const Calls &calls) {
        const auto &[process, communicator, name] = key;
        const Communicator &members = profile_.communicators[communicator];
        const mpimon_operation operation = operation_of(name);
        const uint64_t count = members.inter ? members.remote_size : members.size;
        const bool known = members.world_order ? count <= profile_.job.world_size
                                               : members.members.size() == size_t{members.size} + members.remote_size;
        if (calls.calls == 0 || operation.share == MPIMON_SHARE_UNKNOWN || !known || count == 0)
            return;
        const uint64_t share = operation.share == MPIMON_SHARE_SPLIT ? calls.bytes / count : calls.bytes;
        const int64_t first = operation.share == MPIMON_SHARE_HIGHER ? int64_t{calls.rank} + 1 : 0;
        for (auto i = static_cast<uint64_t>(std::max<int64_t>(first, 0)); i < count; ++i) {
            const uint32_t peer =
                members.world_order ? static_cast<uint32_t>(i) : members.members[members.inter ? members.size + i : i];
            if (peer != profile_.processes[process].world_rank)
                add(process, communicator, peer, operation.kind, calls.calls, share);
        }
    }

    void add(uint32_t process, uint32_t communicator, uint32_t peer, mpimon_operation_kind kind, uint64_t messages,
             uint64_t bytes) {
        if (kind == MPIMON_ALL_TO_ONE) {
            const Process *sender = profile_.process_of(peer);
            if (sender == nullptr)
                return;
            peer = profile_.processes[process].world_rank;
            process = static_cast<uint32_t>(sender - profile_.processes.data());
        }
        auto &[all_messages, all_bytes] = volumes_[process][{peer, communicator}];
        all_messages += messages;
        all_bytes += bytes;
    }

    void replace_flows() {
        FlowStore replaced;
        uint32_t process = 0;
        profile_.flows.each_process([&](const Flows &flows) {
            Flows kept;
            for (size_t i = 0; i < flows.size(); ++i)
                if (flows.traffic_class(i) != MPIMON_CLASS_COLL)
                    append(kept, process, flows.communicator[i], flows.peer[i], flows.kind[i], flows.context[i],
                           flows.messages[i], flows.bytes[i]);
            for (const auto &[key, volume] : volumes_[process])
                append(kept, process, key.second, key.first, kKind, 0, volume.first, volume.second);
            replaced.add(kept);
            ++process;
        });
        std::vector<uint32_t> same(profile_.foreign.size());
        std::iota(same.begin(), same.end(), 0);
        replaced.renumber_shared({}, std::move(same));
        profile_.flows = std::move(replaced);
    }

    static void append(Flows &flows, uint32_t process, uint32_t communicator, uint32_t peer, uint8_t kind,
                       uint32_t context, uint64_t messages, uint64_t bytes) {
        flows.process.push_back(process);
        flows.communicator.push_back(communicator);
        flows.peer.push_back(peer);
        flows.kind.push_back(kind);
        flows.context.push_back(context);
        flows.messages.push_back(messages);
        flows.bytes.push_back(bytes);
    }

    Profile &profile_;
    std::map<Operation, Calls> calls_;
    // By process that sends: peer and communicator, messages and bytes.
    std::vector<std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, uint64_t>>> volumes_;
};

}  // namespace

void show_asked(Profile &profile) {
    AskedView(profile).run();
}

}  // namespace mpimon
