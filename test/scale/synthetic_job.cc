#include "synthetic_job.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include "engine/engine.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanksPerHost = 128;
constexpr uint32_t kRanksPerHub = 250000;
constexpr uint32_t kFewestPeers = 26;
constexpr uint32_t kMostPeers = 100;
constexpr uint64_t kReduced = 8;  // bytes
enum CommunicatorIndex : uint32_t { kWorld, kHost };

// The finalizer of SplitMix64: numbers without a pattern, always the same.
uint64_t scattered(uint64_t number) {
    number += UINT64_C(0x9E3779B97F4A7C15);
    number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
    return number ^ (number >> 31);
}

template <size_t kRoom>
void set_text(char (&field)[kRoom], const char *text) {
    std::snprintf(field, kRoom, "%s", text);
}

// What the hooks do for one message.
void count(uint32_t communicator, uint32_t rank, uint32_t peer, mpimon_class traffic_class, mpimon_path path,
           uint64_t bytes) {
    const uint64_t key = mpimon_key(mpimon_key_base(communicator, traffic_class, path, MPIMON_SENT), int(rank));
    const unsigned slot = mpimon_cache_slot(key);
    mpimon_flow *flow = mpimon_shard_now()->keys[slot] == key ? mpimon_shard_now()->flows[slot] : nullptr;
    if (flow == nullptr)
        flow = mpimon_known_flow(key);
    if (flow == nullptr)
        flow = mpimon_cache_flow(key, peer, path);
    mpimon_add_sent(mpimon_shard_now(), flow, traffic_class, bytes);
}

void call_collective(uint32_t communicator, const char *operation, const char *algorithm) {
    mpimon_collective *calls = mpimon_collective_find(communicator, mpimon_name_index(operation),
                                                      mpimon_name_index(algorithm), MPIMON_BLOCKING, MPIMON_ROLE_CALL);
    calls->calls += 1;
    calls->bytes += kReduced;
    calls->time += 1000;
}

}  // namespace

uint32_t SyntheticJob::hubs() const {
    return (ranks_ + kRanksPerHub - 1) / kRanksPerHub;
}

void SyntheticJob::fill_header(uint32_t rank) const {
    mpimon_header &header = *mpimon_segment();
    header.pid = 1000 + rank % kRanksPerHost;
    header.world_rank = rank;
    header.world_size = ranks_;
    header.start_time_ns = INT64_C(1700000000000000000) + rank;
    header.end_time_ns = INT64_C(1700000060000000000) + rank;
    header.state = MPIMON_COMPLETE;
    header.enable = 2;
    std::snprintf(header.host, sizeof header.host, "node%05u", rank / kRanksPerHost);
    set_text(header.job_id, "4711");
    set_text(header.user, "tester");
    set_text(header.executable, "synthetic");
    set_text(header.mpich_version, "4.0.2");
    set_text(header.device, "ch4:ofi");
    set_text(header.project_version, "0.1.0");
    set_text(header.detail, "peers,histograms,communicators,algorithms");
}

void SyntheticJob::add_communicators(uint32_t rank) const {
    mpimon_communicator world = {};
    world.size = ranks_;
    world.rank = static_cast<int32_t>(rank);
    world.members = MPIMON_MEMBERS_WORLD;
    set_text(world.name, "MPI_COMM_WORLD");
    mpimon_communicator_add(&world, nullptr);

    const uint32_t first = rank / kRanksPerHost * kRanksPerHost;
    std::vector<uint32_t> members(std::min(kRanksPerHost, ranks_ - first));
    std::iota(members.begin(), members.end(), first);
    mpimon_communicator host = {};
    host.context_id = 2;
    host.group_hash = scattered(first);
    host.size = static_cast<uint32_t>(members.size());
    host.rank = static_cast<int32_t>(rank - first);
    host.members = MPIMON_MEMBERS_LISTED;
    host.internal = 1;
    mpimon_communicator_add(&host, host.rank == 0 ? members.data() : nullptr);
}

RankCounts SyntheticJob::send_all(uint32_t rank, uint32_t peer) const {
    const uint64_t number = scattered(uint64_t{rank} << 32U | peer);
    const bool same_host = rank / kRanksPerHost == peer / kRanksPerHost;
    RankCounts counts = {1, 1 + number % 4, 0};
    for (uint64_t i = 0; i < counts.messages; ++i) {
        const uint64_t bytes = (number >> 8U) % (1U << 20U) + i;
        count(kWorld, peer, peer, MPIMON_CLASS_P2P, same_host ? MPIMON_PATH_SHM : MPIMON_PATH_NET, bytes);
        counts.bytes += bytes;
    }
    if (same_host) {
        count(kHost, peer % kRanksPerHost, peer, MPIMON_CLASS_COLL, MPIMON_PATH_SHM, kReduced);
        counts.messages += 1;
        counts.bytes += kReduced;
    }
    return counts;
}

RankCounts SyntheticJob::run(uint32_t rank) const {
    fill_header(rank);
    add_communicators(rank);
    call_collective(kWorld, "Allreduce", "MPIR_Allreduce_intra_recursive_doubling");
    call_collective(kHost, "Bcast", "MPIR_Bcast_intra_binomial");
    RankCounts counts;
    if (rank % kRanksPerHub == 0) {
        for (uint32_t distance = 1; distance < ranks_; ++distance)
            counts.add(send_all(rank, (rank + distance) % ranks_));
        return counts;
    }
    const auto peers = static_cast<uint32_t>(kFewestPeers + scattered(rank) % (kMostPeers - kFewestPeers + 1));
    for (uint32_t i = 0; i < peers / 2; ++i)
        counts.add(send_all(rank, (rank + 1 + i) % ranks_));
    // One far peer in each of as many parts of a quarter of the job.
    const uint32_t part = ranks_ / 4 / kMostPeers * 2;
    for (uint32_t i = 0; i < peers - peers / 2; ++i) {
        const auto distance = static_cast<uint32_t>(ranks_ / 4 + i * part + scattered(rank + i) % part);
        counts.add(send_all(rank, static_cast<uint32_t>((uint64_t{rank} + distance) % ranks_)));
    }
    return counts;
}

}  // namespace mpimon::test
