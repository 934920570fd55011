// The sample job, with more or less than it has.
#include "jobs.h"

namespace mpimon::test {

std::vector<SegmentBuilder> changed() {
    std::vector<SegmentBuilder> segments = sample_job();
    mpimon_flow more = flow(0, 0, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 100);
    more.context = 2;
    segments[3].add(MPIMON_BLOCK_FLOWS, std::vector{more});
    mpimon_histograms sizes = {};
    sizes.bins[MPIMON_CLASS_P2P][7] = 1;
    segments[3].add(MPIMON_BLOCK_HISTOGRAMS, std::vector{sizes});
    // Name 7 is MPI_Send, and context 2 that of it in the region "exchange".
    segments[3].add(MPIMON_BLOCK_FUNCTIONS, std::vector<mpimon_function>{{7, 2, 1, 22000, 500, 9000}});
    return segments;
}

std::vector<SegmentBuilder> again() {
    std::vector<SegmentBuilder> segments = sample_job();
    for (SegmentBuilder &segment : segments) {
        segment.header().run_ticks = 100;
        segment.header().run_ns = 101;
    }
    return segments;
}

std::vector<SegmentBuilder> merged() {
    std::vector<SegmentBuilder> segments = sample_job();
    for (SegmentBuilder &segment : segments)
        segment.header().enable = 1;
    return segments;
}

std::vector<SegmentBuilder> alone() {
    std::vector<SegmentBuilder> segments = merged();
    segments.erase(segments.begin() + 1, segments.end());
    return segments;
}

// What rank 1 misses of rank 0's is found to have been left; rank 3 has cancelled two of its own and says so.
std::vector<SegmentBuilder> undelivered() {
    std::vector<SegmentBuilder> segments = sample_job();
    segments[1].add(MPIMON_BLOCK_FLOWS,
                    std::vector{flow(0, 0, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_UNRECEIVED, 1, 100)});
    segments[3].add(MPIMON_BLOCK_FLOWS,
                    std::vector{flow(0, 3, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_SENT, 2, 64),
                                flow(0, 3, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_CANCELLED, 2, 64)});
    return segments;
}

namespace {

mpimon_size size(uint32_t peer, mpimon_class traffic_class, uint8_t bin, uint64_t messages) {
    return {peer, static_cast<uint8_t>(traffic_class), bin, 0, messages};
}

}  // namespace

// Two threads of rank 0 have sent to rank 1. Rank 1 began to count sizes when it had sent 4 of 11 messages to rank 2,
// and 2 messages to rank 0.
std::vector<SegmentBuilder> sized() {
    std::vector<SegmentBuilder> segments = sample_job();
    segments[0].add(MPIMON_BLOCK_SIZES, std::vector{size(1, MPIMON_CLASS_P2P, 7, 6), size(1, MPIMON_CLASS_RMA, 13, 3)});
    segments[0].add(MPIMON_BLOCK_SIZES, std::vector{size(0, MPIMON_CLASS_P2P, 4, 1), size(1, MPIMON_CLASS_P2P, 7, 4)});
    segments[1].add(MPIMON_BLOCK_SIZES, std::vector{size(MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, 5, 5),
                                                    size(2, MPIMON_CLASS_P2P, 7, 7)});
    segments[3].add(MPIMON_BLOCK_SIZES,
                    std::vector{size(2, MPIMON_CLASS_PART, 10, 4), size(0, MPIMON_CLASS_COLL, 11, 2),
                                size(0, MPIMON_CLASS_P2P, 7, 12), size(0, MPIMON_CLASS_P2P, 0, 1)});
    return segments;
}

namespace {

// Two threads of rank 0, and rank 1, have sent some of the messages within MPI_Send in the region "exchange".
void add_noncontiguous(std::vector<SegmentBuilder> &segments) {
    constexpr uint32_t kSendInExchange = 2;
    const auto sent = [](uint32_t context, mpimon_class traffic_class, uint64_t messages, uint64_t bytes,
                         uint64_t blocks) {
        return mpimon_noncontiguous{context, static_cast<uint8_t>(traffic_class), {}, messages, bytes, blocks};
    };
    segments[0].add(MPIMON_BLOCK_NONCONTIGUOUS, std::vector{sent(kSendInExchange, MPIMON_CLASS_P2P, 4, 400, 100)});
    segments[0].add(MPIMON_BLOCK_NONCONTIGUOUS, std::vector{sent(kSendInExchange, MPIMON_CLASS_P2P, 1, 100, 20),
                                                            sent(0, MPIMON_CLASS_COLL, 1, 64, 2)});
    segments[1].add(MPIMON_BLOCK_NONCONTIGUOUS, std::vector{sent(kSendInExchange, MPIMON_CLASS_P2P, 3, 300, 30)});
}

}  // namespace

// The sample job with waits, files, sizes for each peer, and messages whose data does not lie together.
std::vector<SegmentBuilder> detailed() {
    std::vector<SegmentBuilder> segments = sized();
    add_waits(segments);
    add_noncontiguous(segments);
    for (uint32_t rank = 0; rank < segments.size(); ++rank)
        add_files(segments[rank], rank);
    return segments;
}

// Rank 0 waits once more for rank 1, 8 µs, and calls MPI_Allreduce once more; rank 2 writes 100 bytes more; and rank 3
// sends rank 0 a message more of 128 to 255 bytes.
std::vector<SegmentBuilder> detailed_changed() {
    constexpr uint32_t kSendInExchange = 2;
    constexpr uint32_t kAllreduce = 3;
    constexpr uint32_t kRecursiveDoubling = 4;
    std::vector<SegmentBuilder> segments = detailed();
    mpimon_wait wait = {};
    wait.peer = 1;
    wait.traffic_class = MPIMON_CLASS_P2P;
    wait.kind = MPIMON_WAIT_SENDER;
    wait.context = kSendInExchange;
    wait.waits = 1;
    wait.time = 8000;
    wait.longest = 8000;
    segments[0].add(MPIMON_BLOCK_WAITS, std::vector{wait});
    segments[0].add(MPIMON_BLOCK_COLLECTIVE_SIZES,
                    std::vector<mpimon_collective_size>{
                        {0, kAllreduce, kRecursiveDoubling, MPIMON_BLOCKING, 0, 4, 0, 1, 8, 100000}});
    mpimon_file_access access = {};
    access.family = MPIMON_FILE_COLLECTIVE;
    access.is_write = 1;
    access.calls = 1;
    access.bytes = 100;
    access.time = 1'000'000;
    access.bins[7] = 1;
    segments[2].add(MPIMON_BLOCK_FILE_ACCESSES, std::vector{access});
    segments[3].add(MPIMON_BLOCK_SIZES, std::vector{size(0, MPIMON_CLASS_P2P, 8, 1)});
    return segments;
}

}  // namespace mpimon::test
