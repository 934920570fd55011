#include "analysis/traffic/asked_flows.h"

#include <map>
#include <numeric>

namespace mpimon {

namespace {

constexpr uint8_t kKind = MPIMON_CLASS_COLL + 8U * MPIMON_PATH_NET + 64U * MPIMON_SENT;

void append(Flows &flows, uint32_t process, uint32_t communicator, uint32_t peer, uint8_t kind, uint32_t context,
            uint64_t messages, uint64_t bytes) {
    flows.process.push_back(process);
    flows.communicator.push_back(communicator);
    flows.peer.push_back(peer);
    flows.kind.push_back(kind);
    flows.context.push_back(context);
    flows.messages.push_back(messages);
    flows.bytes.push_back(bytes);
}

}  // namespace

void show_asked(Profile &profile, const AskedVolumes &volumes) {
    FlowStore replaced;
    uint32_t process = 0;
    auto next = volumes.begin();
    profile.flows.each_process([&](const Flows &flows) {
        Flows kept;
        for (size_t i = 0; i < flows.size(); ++i)
            if (flows.traffic_class(i) != MPIMON_CLASS_COLL)
                append(kept, process, flows.communicator[i], flows.peer[i], flows.kind[i], flows.context[i],
                       flows.messages[i], flows.bytes[i]);
        for (; next != volumes.end() && next->first.process == process; ++next)
            append(kept, process, next->first.communicator, next->first.peer, kKind, 0, next->second.totals.messages,
                   next->second.totals.bytes);
        replaced.add(kept);
        ++process;
    });
    std::vector<uint32_t> same(profile.foreign.size());
    std::iota(same.begin(), same.end(), 0);
    replaced.renumber_shared({}, std::move(same));
    profile.flows = std::move(replaced);
}

AskedGaps show_asked(Profile &profile) {
    AskedVolumes volumes;
    AskedGaps gaps = each_asked(profile, [&](const AskedPair &pair, const AskedBy & /*by*/, const AskedVolume &volume) {
        volumes[pair].totals.add(volume.totals);
    });
    show_asked(profile, volumes);
    return gaps;
}

}  // namespace mpimon
