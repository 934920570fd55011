// A job of communicators that it made in many ways:
//
//   a grid of 2 x 2 ranks, periodic in the first dimension, made in the region "setup"
//   its rows, ranks 0 and 1 of color 7, and 2 and 3 of color 8, made outside of all regions
//   a graph in which each rank has one source and two destinations, made in "borders" within "setup"
//   a copy of that, which the program calls "halo"
//   between the rows, an inter-communicator, which is one for each of its sides
//   what MPICH has made of the ranks of a node for itself
//
// Over the grid, the rows and so on each rank sends one message: of 1000 bytes, 200, 30, 4, and 5000 to the other row.
// In MPI_Recv in "borders", rank 1 waited twice for rank 0's messages over "halo", and once for nobody knows whom over
// what; rank 0 waited once for rank 1 in an Allreduce over its row.
#include "jobs.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanks = 4;
enum CommunicatorIndex : uint32_t { kWorld, kGrid, kRow, kGraph, kHalo, kBetween, kNode };
enum NameIndex : uint32_t {
    kCartCreate,
    kSplit,
    kDistGraphCreate,
    kDup,
    kIntercommCreate,
    kRecv,
    kAllreduceFunction,
    kAllreduce,
    kSetupName,
    kBordersName
};
enum RegionIndex : uint32_t { kSetup, kBorders };
enum ContextIndex : uint32_t { kNowhere, kRecvInBorders, kAllreduceOutside };

mpimon_communicator made(uint32_t context_id, uint32_t rank, NameIndex function, CommunicatorIndex parent) {
    mpimon_communicator communicator = world(kRanks, static_cast<int32_t>(rank));
    communicator.name[0] = '\0';
    communicator.context_id = context_id;
    communicator.origin.function = 1 + function;
    communicator.origin.parent = 1 + parent;
    return communicator;
}

// Turns it into one of the two ranks of the row that `rank` is in.
void shrink_to_row(mpimon_communicator &communicator, uint64_t hash, uint32_t rank, uint64_t members_offset) {
    communicator.group_hash = hash + rank / 2 * 2;
    communicator.size = 2;
    communicator.rank = static_cast<int32_t>(rank % 2);
    communicator.members = MPIMON_MEMBERS_LISTED;
    communicator.members_offset = members_offset;
}

std::vector<mpimon_communicator> communicators(uint32_t rank, uint64_t row_offset, uint64_t both_offset) {
    mpimon_communicator grid = made(8, rank, kCartCreate, kWorld);
    grid.origin.region = 1 + kSetup;
    grid.origin.topology = MPIMON_TOPOLOGY_CARTESIAN;
    grid.origin.dimensions = 2;
    grid.origin.periodic = 1;
    grid.origin.sizes[0] = grid.origin.sizes[1] = 2;
    mpimon_communicator row = made(10, rank, kSplit, kGrid);
    row.origin.has_color = 1;
    row.origin.color = static_cast<int32_t>(7 + rank / 2);
    shrink_to_row(row, 0x2222, rank, row_offset);
    mpimon_communicator graph = made(12, rank, kDistGraphCreate, kWorld);
    graph.origin.region = 1 + kBorders;
    graph.origin.topology = MPIMON_TOPOLOGY_DIST_GRAPH;
    graph.origin.sources = 1;
    graph.origin.destinations = 2;
    mpimon_communicator halo = made(14, rank, kDup, kGraph);
    halo.origin.region = 1 + kSetup;
    set_text(halo.name, "halo");
    mpimon_communicator between = made(16, rank, kIntercommCreate, kRow);
    between.kind = MPIMON_INTERCOMM;
    between.remote_size = 2;
    shrink_to_row(between, 0x3333, rank, both_offset);
    mpimon_communicator node = world(kRanks, static_cast<int32_t>(rank));
    node.name[0] = '\0';
    node.context_id = 18;
    node.internal = 1;
    node.owner = 1 + kHalo;
    return {world(kRanks, static_cast<int32_t>(rank)), grid, row, graph, halo, between, node};
}

mpimon_wait wait(uint32_t communicator, uint32_t peer, mpimon_wait_kind kind, ContextIndex context, uint64_t waits,
                 uint64_t time, uint64_t longest) {
    mpimon_wait item = {};
    item.communicator = communicator;
    item.peer = peer;
    item.traffic_class = kind == MPIMON_WAIT_COLLECTIVE ? MPIMON_CLASS_COLL : MPIMON_CLASS_P2P;
    item.kind = static_cast<uint8_t>(kind);
    item.operation = kind == MPIMON_WAIT_COLLECTIVE ? 1 + kAllreduce : 0;
    item.context = context;
    item.waits = waits;
    item.time = time;
    item.longest = longest;
    return item;
}

std::vector<mpimon_wait> waits(uint32_t rank) {
    if (rank == 0)
        return {wait(kRow, 1, MPIMON_WAIT_COLLECTIVE, kAllreduceOutside, 1, 700, 700)};
    if (rank == 1)
        return {wait(kHalo, 0, MPIMON_WAIT_SENDER, kRecvInBorders, 2, 3000, 2000),
                wait(MPIMON_NONE, MPIMON_PEER_UNKNOWN, MPIMON_WAIT_RECEIVER, kRecvInBorders, 1, 40, 40)};
    return {};
}

}  // namespace

std::vector<SegmentBuilder> origins() {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        const uint32_t first = rank / 2 * 2;
        const uint32_t beside = rank ^ 1U;
        const uint32_t opposite = rank ^ 2U;
        const uint64_t row = segment.add(MPIMON_BLOCK_MEMBERS, std::vector<uint32_t>{first, first + 1});
        const uint64_t both =
            segment.add(MPIMON_BLOCK_MEMBERS, std::vector<uint32_t>{first, first + 1, first ^ 2U, (first ^ 2U) + 1});
        segment.add(MPIMON_BLOCK_COMMUNICATORS, communicators(rank, row, both));
        segment.add(MPIMON_BLOCK_NAMES,
                    std::vector{name("MPI_Cart_create"), name("MPI_Comm_split"), name("MPI_Dist_graph_create_adjacent"),
                                name("MPI_Comm_dup"), name("MPI_Intercomm_create"), name("MPI_Recv"),
                                name("MPI_Allreduce"), name("Allreduce"), name("setup"), name("borders")});
        const auto sent = [](CommunicatorIndex communicator, uint32_t peer, uint64_t bytes) {
            return flow(communicator, peer, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, bytes);
        };
        segment.add(MPIMON_BLOCK_FLOWS,
                    std::vector{sent(kGrid, beside, 1000), sent(kRow, beside, 200), sent(kGraph, beside, 30),
                                sent(kHalo, beside, 4), sent(kBetween, opposite, 5000), sent(kNode, beside, 6)});
        segment.add(MPIMON_BLOCK_REGIONS,
                    std::vector<mpimon_region>{{kSetupName, MPIMON_NONE, 1, 2000}, {kBordersName, kSetup, 1, 1000}});
        segment.add(MPIMON_BLOCK_CONTEXTS,
                    std::vector<mpimon_context>{
                        {MPIMON_NONE, MPIMON_NONE}, {kBorders, kRecv}, {MPIMON_NONE, kAllreduceFunction}});
        segment.add(MPIMON_BLOCK_WAITS, waits(rank));
    }
    return segments;
}

}  // namespace mpimon::test
