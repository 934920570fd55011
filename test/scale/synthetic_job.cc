#include "synthetic_job.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include "engine/engine.h"
#include "segment_builder.h"

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

// Does what the hooks do for one message. Ranks of the host's communicator begin at the host's first one.
void count(uint32_t communicator, uint32_t peer, mpimon_class traffic_class, mpimon_path path,
           mpimon_direction direction, uint64_t bytes) {
    const uint32_t rank = communicator == kHost ? peer % kRanksPerHost : peer;
    const uint64_t key =
        mpimon_key(mpimon_key_base(communicator, traffic_class, path, direction), static_cast<int>(rank));
    const unsigned slot = mpimon_cache_slot(key);
    mpimon_flow *flow = mpimon_shard_now()->keys[slot] == key ? mpimon_shard_now()->flows[slot] : nullptr;
    if (flow == nullptr)
        flow = mpimon_known_flow(key);
    if (flow == nullptr)
        flow = mpimon_cache_flow(key, peer, path);
    if (direction == MPIMON_SENT)
        mpimon_add_sent(mpimon_shard_now(), flow, traffic_class, bytes);
    else
        mpimon_add(flow, bytes);
}

// All messages from one rank to another, as one of the two counts them.
RankCounts count_all(uint32_t source, uint32_t target, mpimon_direction direction) {
    const uint32_t peer = direction == MPIMON_SENT ? target : source;
    const uint64_t number = scattered(uint64_t{source} << 32U | target);
    const bool same_host = source / kRanksPerHost == target / kRanksPerHost;
    RankCounts counts = {1, 1 + number % 4, 0};
    for (uint64_t i = 0; i < counts.messages; ++i) {
        const uint64_t bytes = (number >> 8U) % (1U << 20U) + i;
        count(kWorld, peer, MPIMON_CLASS_P2P, same_host ? MPIMON_PATH_SHM : MPIMON_PATH_NET, direction, bytes);
        counts.bytes += bytes;
    }
    if (same_host) {
        count(kHost, peer, MPIMON_CLASS_COLL, MPIMON_PATH_SHM, direction, kReduced);
        counts.messages += 1;
        counts.bytes += kReduced;
    }
    return counts;
}

uint32_t peers_of(uint32_t rank) {
    return static_cast<uint32_t>(kFewestPeers + scattered(rank) % (kMostPeers - kFewestPeers + 1));
}

void call_collective(uint32_t communicator, const char *operation, const char *algorithm) {
    mpimon_collective *calls = mpimon_collective_find(
        communicator, mpimon_name_index(operation), mpimon_name_index(algorithm), MPIMON_BLOCKING, MPIMON_ROLE_CALL, 0);
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
    set_text(header.detail, receives_ ? "peers,histograms,communicators,algorithms,receives"
                                      : "peers,histograms,communicators,algorithms");
}

void SyntheticJob::add_communicators(uint32_t rank) const {
    mpimon_communicator world = {};
    world.size = ranks_;
    world.rank = static_cast<int32_t>(rank);
    world.members = MPIMON_MEMBERS_WORLD;
    set_text(world.name, "MPI_COMM_WORLD");
    mpimon_communicator_add(&world, nullptr, 1);

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
    mpimon_communicator_add(&host, host.rank == 0 ? members.data() : nullptr, 1);
}

bool SyntheticJob::is_hub(uint32_t rank) const {
    return rank % kRanksPerHub == 0;
}

uint32_t SyntheticJob::rank_at(uint32_t rank, uint32_t distance) const {
    return static_cast<uint32_t>((uint64_t{rank} + distance) % ranks_);
}

// How far after a rank its peers are: every other one is among the next ranks, and each of the others somewhere in its
// part of the second quarter of the job.
uint32_t SyntheticJob::distance(uint32_t peer) const {
    if (peer % 2 == 0)
        return 1 + peer / 2;
    const uint32_t part = ranks_ / 4 / (kMostPeers / 2);
    return static_cast<uint32_t>(ranks_ / 4 + peer / 2 * part + scattered(peer) % part);
}

template <class Visit>
void SyntheticJob::each_target(uint32_t rank, Visit visit) const {
    if (is_hub(rank)) {
        for (uint32_t away = 1; away < ranks_; ++away)
            visit(rank_at(rank, away));
        return;
    }
    for (uint32_t peer = 0; peer < peers_of(rank); ++peer)
        visit(rank_at(rank, distance(peer)));
}

template <class Visit>
void SyntheticJob::each_source(uint32_t rank, Visit visit) const {
    for (uint32_t hub = 0; hub < ranks_; hub += kRanksPerHub)
        if (hub != rank)
            visit(hub);
    for (uint32_t peer = 0; peer < kMostPeers; ++peer) {
        const uint32_t source = rank_at(rank, ranks_ - distance(peer));
        if (!is_hub(source) && peer < peers_of(source))
            visit(source);
    }
}

RankCounts SyntheticJob::run(uint32_t rank) const {
    fill_header(rank);
    add_communicators(rank);
    call_collective(kWorld, "Allreduce", "MPIR_Allreduce_intra_recursive_doubling");
    call_collective(kHost, "Bcast", "MPIR_Bcast_intra_binomial");
    RankCounts counts;
    each_target(rank, [&](uint32_t target) { counts.add(count_all(rank, target, MPIMON_SENT)); });
    if (receives_)
        each_source(rank, [&](uint32_t source) { count_all(source, rank, MPIMON_RECEIVED); });
    if (more_ && rank == ranks_ / 2) {
        count(kWorld, rank + 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 0);
        counts.messages += 1;
    }
    mpimon_segment()->run_ticks = 0;  // a tick is a nanosecond, so that the same rank's record has the same size again
    return counts;
}

}  // namespace mpimon::test
