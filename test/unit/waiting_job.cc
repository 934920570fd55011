// The sample job with waits and sizes of collectives:
//
//   0 waited 12 µs for 1's messages, and 3 waited 6 µs for 2 to take its own, both in MPI_Send within "exchange"
//   Allreduce: 2 was late by 4 µs; 1 and 3 waited for it, and 0 for 3
//   Bcast: 1 waited 3 µs for 0, which waited 1 µs for 3; and 2 waited 0.5 µs, not known for whom
//   a fence: 1 waited 1 µs for 0
//
// Of 6 calls of Bcast with 1000 bytes each, rank r spent r + 1 ms; of Allreduce with 8 bytes each, 5 took 0.5 ms, and 2
// were nonblocking.
#include "segment_builder.h"

namespace mpimon::test {

namespace {

// As in sample_job.cc.
enum NameIndex : uint32_t { kBcast = 0, kSmp = 2, kAllreduce = 3, kRecursiveDoubling = 4, kBarrier = 5 };
constexpr uint32_t kSendInExchange = 2;

mpimon_wait wait(uint32_t peer, mpimon_class traffic_class, mpimon_wait_kind kind, uint32_t operation, uint64_t waits,
                 uint64_t time) {
    mpimon_wait item = {};
    item.peer = peer;
    item.traffic_class = static_cast<uint8_t>(traffic_class);
    item.kind = static_cast<uint8_t>(kind);
    item.operation = operation;
    item.context = traffic_class == MPIMON_CLASS_P2P ? kSendInExchange : 0;
    item.waits = waits;
    item.time = time;
    item.longest = time / waits;
    return item;
}

mpimon_wait in_collective(uint32_t peer, NameIndex operation, uint64_t time) {
    return wait(peer, MPIMON_CLASS_COLL, MPIMON_WAIT_COLLECTIVE, 1 + operation, 1, time);
}

std::vector<mpimon_wait> waits(uint32_t rank) {
    switch (rank) {
        case 0:
            return {wait(1, MPIMON_CLASS_P2P, MPIMON_WAIT_SENDER, 0, 3, 12000), in_collective(3, kAllreduce, 4000),
                    in_collective(3, kBcast, 1000)};
        case 1:
            return {in_collective(2, kAllreduce, 4000), in_collective(0, kBcast, 3000),
                    wait(0, MPIMON_CLASS_COLL, MPIMON_WAIT_EPOCH, 1 + kBarrier, 2, 1000)};
        case 2:
            return {in_collective(MPIMON_PEER_UNKNOWN, kBcast, 500)};
        default:
            return {wait(2, MPIMON_CLASS_P2P, MPIMON_WAIT_RECEIVER, 0, 2, 6000), in_collective(2, kAllreduce, 4000)};
    }
}

std::vector<mpimon_collective_size> sizes(uint32_t rank) {
    const auto is_root = static_cast<uint8_t>(rank == 0);
    return {{0, kBcast, kSmp, MPIMON_BLOCKING, is_root, 10, 0, 6, 6000, 1000000 * (uint64_t{rank} + 1)},
            {0, kAllreduce, kRecursiveDoubling, MPIMON_BLOCKING, 0, 4, 0, 5, 40, 500000},
            {0, kAllreduce, kRecursiveDoubling, MPIMON_NONBLOCKING, 0, 4, 0, 2, 16, 0}};
}

}  // namespace

void add_waits(std::vector<SegmentBuilder> &segments) {
    for (uint32_t rank = 0; rank < segments.size(); ++rank) {
        segments[rank].add(MPIMON_BLOCK_WAITS, waits(rank));
        segments[rank].add(MPIMON_BLOCK_COLLECTIVE_SIZES, sizes(rank));
    }
}

std::vector<SegmentBuilder> waiting_job() {
    std::vector<SegmentBuilder> segments = sample_job();
    add_waits(segments);
    return segments;
}

}  // namespace mpimon::test
