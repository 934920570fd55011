// What each rank of the sample job counted. The golden outputs in src/mpimon/commands/*/expected are worked out from
// these lines.
//
//   rank r -> r+1 (mod 4)  p2p     10 + r messages of 100 bytes: shm within a host (0-1, 2-3), net between hosts
//   rank r -> r            p2p     1 message of 8 bytes
//   rank r -> 0, r > 0     coll    2 messages of 1024 bytes, net or shm likewise, on MPI_COMM_WORLD
//   rank 0 -> 1            rma     put: 3 of 4096 bytes by ipc; get from 1: 2 of 2048 bytes
//   rank 3 -> 2            part    4 of 512 bytes, on the communicator "pairs" (ranks 2 and 3)
//   rank 1 -> foreign      p2p     5 of 16 bytes to process 7 of table 1
//   rank 2 -> 0            ctrl    1 of 0 bytes
// What rank r sends to r+1 is sent by MPI_Send in the region "exchange" within "solve", and what it sends to itself by
// MPI_Send outside of all regions; what collectives send is sent in "solve", outside of any function that was recorded.
// The gauge "requests" rises by 5 + r and falls by 4 in MPI_Send within "exchange", and by 2, to 7, outside of regions.
// Everything two-sided is counted by its receiver too, but for one of rank 0's p2p messages to rank 1.
#include <array>

#include "segment_builder.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanks = 4;
enum CommunicatorIndex : uint32_t { kWorld, kPairs, kNode };
enum NameIndex : uint32_t {
    kBcast,
    kBinomial,
    kSmp,
    kAllreduce,
    kRecursiveDoubling,
    kBarrier,
    kReleaseGather,
    kSend,
    kSolveName,
    kExchangeName,
    kRequests,
    kAlltoallv
};
enum RegionIndex : uint32_t { kSolve, kExchange };
enum ContextIndex : uint32_t { kNowhere, kSendOutside, kSendInExchange, kInSolve };

mpimon_path path_between(uint32_t a, uint32_t b) {
    return a / 2 == b / 2 ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
}

mpimon_flow in_context(ContextIndex context, mpimon_flow flow) {
    flow.context = context;
    return flow;
}

std::vector<mpimon_flow> two_sided(uint32_t rank) {
    const uint32_t next = (rank + 1) % kRanks;
    const uint32_t before = (rank + kRanks - 1) % kRanks;
    const uint64_t received = 10 + before - (rank == 1 ? 1 : 0);
    return {
        in_context(kSendInExchange, flow(kWorld, next, MPIMON_CLASS_P2P, path_between(rank, next), MPIMON_SENT,
                                         10 + rank, 100 * (10 + rank))),
        flow(kWorld, before, MPIMON_CLASS_P2P, path_between(rank, before), MPIMON_RECEIVED, received, 100 * received),
        in_context(kSendOutside, flow(kWorld, rank, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_SENT, 1, 8)),
        flow(kWorld, rank, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_RECEIVED, 1, 8),
    };
}

void add_reduction(uint32_t rank, std::vector<mpimon_flow> &flows) {
    if (rank > 0)
        flows.push_back(
            in_context(kInSolve, flow(kWorld, 0, MPIMON_CLASS_COLL, path_between(rank, 0), MPIMON_SENT, 2, 2048)));
    for (uint32_t peer = 1; rank == 0 && peer < kRanks; ++peer)
        flows.push_back(flow(kWorld, peer, MPIMON_CLASS_COLL, path_between(0, peer), MPIMON_RECEIVED, 2, 2048));
}

void add_particulars(uint32_t rank, std::vector<mpimon_flow> &flows) {
    switch (rank) {
        case 0:
            flows.push_back(flow(kWorld, 1, MPIMON_CLASS_RMA, MPIMON_PATH_IPC, MPIMON_SENT, 3, 3 * 4096));
            flows.push_back(flow(kWorld, 1, MPIMON_CLASS_RMA, MPIMON_PATH_IPC, MPIMON_RECEIVED, 2, 2 * 2048));
            flows.push_back(flow(kWorld, 2, MPIMON_CLASS_CTRL, MPIMON_PATH_NET, MPIMON_RECEIVED, 1, 0));
            break;
        case 1:
            flows.push_back(
                flow(kWorld, MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 5, 80));
            break;
        case 2:
            flows.push_back(flow(kPairs, 3, MPIMON_CLASS_PART, MPIMON_PATH_SHM, MPIMON_RECEIVED, 4, 4 * 512));
            flows.push_back(flow(kWorld, 0, MPIMON_CLASS_CTRL, MPIMON_PATH_NET, MPIMON_SENT, 1, 0));
            break;
        default:
            flows.push_back(flow(kPairs, 2, MPIMON_CLASS_PART, MPIMON_PATH_SHM, MPIMON_SENT, 4, 4 * 512));
    }
}

mpimon_histograms histograms(uint32_t rank) {
    mpimon_histograms sizes = {};
    sizes.bins[MPIMON_CLASS_P2P][7] = 10 + rank;  // 64 to 127 bytes
    sizes.bins[MPIMON_CLASS_P2P][4] = 1;          // 8 to 15
    if (rank == 0)
        sizes.bins[MPIMON_CLASS_RMA][13] = 3;  // 4096 to 8191
    else
        sizes.bins[MPIMON_CLASS_COLL][11] = 2;  // 1024 to 2047
    if (rank == 1)
        sizes.bins[MPIMON_CLASS_P2P][5] = 5;
    if (rank == 2)
        sizes.bins[MPIMON_CLASS_CTRL][0] = 1;
    if (rank == 3)
        sizes.bins[MPIMON_CLASS_PART][10] = 4;
    return sizes;
}

mpimon_communicator communicator(uint32_t context_id, uint64_t group_hash, uint32_t rank, std::string_view name) {
    mpimon_communicator communicator = {};
    communicator.context_id = context_id;
    communicator.group_hash = group_hash;
    communicator.size = 2;
    communicator.rank = static_cast<int32_t>(rank % 2);
    communicator.members = MPIMON_MEMBERS_LISTED;
    set_text(communicator.name, name);
    return communicator;
}

mpimon_collective collective(CommunicatorIndex communicator, NameIndex operation, NameIndex algorithm, mpimon_role role,
                             uint64_t calls, uint64_t bytes, uint64_t time) {
    mpimon_collective collective = {};
    collective.communicator = communicator;
    collective.operation = operation;
    collective.algorithm = algorithm;
    collective.role = static_cast<uint8_t>(role);
    collective.calls = calls;
    collective.bytes = bytes;
    collective.time = time;
    return collective;
}

std::vector<mpimon_collective> collectives(uint32_t rank) {
    mpimon_collective bcast = collective(kWorld, kBcast, kSmp, MPIMON_ROLE_CALL, 6, 6000, 1000000 * (rank + 1));
    bcast.root_calls = rank == 0 ? 6 : 0;
    bcast.root_bytes = rank == 0 ? 6000 : 0;
    mpimon_collective step = collective(kNode, kBcast, kBinomial, MPIMON_ROLE_STEP, 6, 6000, 0);
    step.root_calls = rank % 2 == 0 ? 6 : 0;
    step.root_bytes = rank % 2 == 0 ? 6000 : 0;
    step.parent = 1 + kBcast;
    const mpimon_collective own = collective(kWorld, kAllreduce, kRecursiveDoubling, MPIMON_ROLE_STEP, 1, 0, 0);
    mpimon_collective barrier = collective(kWorld, kBarrier, kReleaseGather, MPIMON_ROLE_CALL, 3, 0, 30000);
    barrier.shared_memory = 1;
    mpimon_collective nonblocking = collective(kWorld, kAllreduce, kRecursiveDoubling, MPIMON_ROLE_CALL, 2, 16, 0);
    nonblocking.mode = MPIMON_NONBLOCKING;
    return {bcast,   step,        own,
            barrier, nonblocking, collective(kWorld, kAllreduce, kRecursiveDoubling, MPIMON_ROLE_CALL, 5, 40, 500000)};
}

// Two calls of rank 0, which sends each other one a hundred times its rank, in bytes.
std::vector<mpimon_asked> asked(uint32_t rank) {
    std::vector<mpimon_asked> items;
    for (uint32_t peer = 0; rank == 0 && peer < kRanks; ++peer)
        items.push_back({kWorld, peer, kAlltoallv, 0, 2, 100 * uint64_t{peer}});
    return items;
}

SegmentBuilder sample_segment(uint32_t rank) {
    SegmentBuilder segment(rank, kRanks);
    set_text(segment.header().host, rank < 2 ? "node0" : "node1");
    std::vector<mpimon_flow> flows = two_sided(rank);
    add_reduction(rank, flows);
    add_particulars(rank, flows);
    const uint32_t first = rank / 2 * 2;
    const std::vector<uint32_t> pair = {first, first + 1};
    std::vector<mpimon_communicator> communicators = {world(kRanks, static_cast<int32_t>(rank)),
                                                      communicator(6, 0x2222 + first, rank, "pairs"),
                                                      communicator(1, 0x3333 + first, rank, "")};
    communicators[kPairs].members_offset = segment.add(MPIMON_BLOCK_MEMBERS, pair);
    communicators[kNode].members_offset = communicators[kPairs].members_offset;
    communicators[kNode].internal = 1;
    communicators[kNode].owner = 1 + kWorld;
    segment.add(MPIMON_BLOCK_COMMUNICATORS, communicators, 3);
    segment.add(MPIMON_BLOCK_NAMES,
                std::vector{name("Bcast"), name("MPIR_Bcast_intra_binomial"), name("MPIR_Bcast_intra_smp"),
                            name("Allreduce"), name("MPIR_Allreduce_intra_recursive_doubling"), name("Barrier"),
                            name("MPIDI_POSIX_mpi_barrier_release_gather"), name("MPI_Send"), name("solve"),
                            name("exchange"), name("requests"), name("Alltoallv")});
    segment.add(MPIMON_BLOCK_FLOWS, flows, 9);
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{histograms(rank)});
    segment.add(MPIMON_BLOCK_COLLECTIVES, collectives(rank));
    segment.add(MPIMON_BLOCK_ASKED, asked(rank));
    segment.add(MPIMON_BLOCK_CVARS,
                std::vector{cvar("MPIR_CVAR_BCAST_MIN_PROCS", "2"), cvar("MPIR_CVAR_DEBUG_HOLD", "0")});
    if (rank == 1)
        segment.add(MPIMON_BLOCK_FOREIGN, std::vector<mpimon_foreign>{{1, 7}});
    segment.add(MPIMON_BLOCK_CONTEXTS,
                std::vector<mpimon_context>{
                    {MPIMON_NONE, MPIMON_NONE}, {MPIMON_NONE, kSend}, {kExchange, kSend}, {kSolve, MPIMON_NONE}});
    segment.add(MPIMON_BLOCK_REGIONS,
                std::vector<mpimon_region>{{kSolveName, MPIMON_NONE, 1, 1000000000 + 1000000 * uint64_t{rank}},
                                           {kExchangeName, kSolve, 10 + rank, 30000}});
    segment.add(MPIMON_BLOCK_FUNCTIONS,
                std::vector<mpimon_function>{{kSend, kSendInExchange, 10 + rank, 22000, 500, 9000},
                                             {kSend, kSendOutside, 1, 700, 700, 700}});
    segment.add(MPIMON_BLOCK_GAUGES, std::vector<mpimon_gauge>{{kRequests, kSendInExchange, 5 + uint64_t{rank}, 4, 3},
                                                               {kRequests, kSendOutside, 2, 0, 7}});
    return segment;
}

}  // namespace

std::vector<SegmentBuilder> sample_job() {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        segments.push_back(sample_segment(rank));
    return segments;
}

}  // namespace mpimon::test
