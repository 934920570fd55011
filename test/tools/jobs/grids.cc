// Jobs of many ranks, and pairs of them.
#include <cstdio>
#include <map>

#include "jobs.h"

namespace mpimon::test {

namespace {

mpimon_path path_between(uint32_t a, uint32_t b, uint32_t ranks_per_host) {
    return a / ranks_per_host == b / ranks_per_host ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
}

SegmentBuilder segment_of(uint32_t rank, uint32_t ranks, uint32_t ranks_per_host,
                          const std::vector<mpimon_flow> &flows) {
    SegmentBuilder segment(rank, ranks);
    char host[16];
    std::snprintf(host, sizeof host, "node%02u", rank / ranks_per_host);
    set_text(segment.header().host, host);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(ranks, static_cast<int32_t>(rank))});
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    mpimon_histograms sizes = {};
    for (const mpimon_flow &flow : flows)
        if (flow.direction == MPIMON_SENT)
            sizes.bins[flow.traffic_class][64 - __builtin_clzll(flow.bytes / flow.messages)] += flow.messages;
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{sizes});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Allreduce"), name("MPIR_Allreduce_intra_recursive_doubling")});
    mpimon_collective allreduce = {};
    allreduce.algorithm = 1;
    allreduce.calls = 100;
    allreduce.bytes = 800;
    allreduce.time = 1000000 + 1000 * uint64_t{rank};
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{allreduce});
    return segment;
}

std::vector<SegmentBuilder> pairs_on(uint32_t ranks_per_host) {
    constexpr uint32_t kRanks = 4;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        segments.push_back(segment_of(rank, kRanks, ranks_per_host,
                                      {flow(0, rank ^ 2U, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1000),
                                       flow(0, rank ^ 1U, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 10, 100)}));
    return segments;
}

}  // namespace

std::vector<SegmentBuilder> pairs() {
    return pairs_on(2);
}

std::vector<SegmentBuilder> pairs_one_host() {
    return pairs_on(4);
}

// Four neighbours with borders of two lengths; a binomial tree's messages to rank 0.
std::vector<SegmentBuilder> halo() {
    constexpr uint32_t kSide = 8;
    constexpr uint32_t kRanks = kSide * kSide;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        const uint32_t row = rank / kSide;
        const uint32_t column = rank % kSide;
        const std::map<uint32_t, uint64_t> neighbours = {{(row + 1) % kSide * kSide + column, 65536},
                                                         {(row + kSide - 1) % kSide * kSide + column, 65536},
                                                         {row * kSide + (column + 1) % kSide, 8192},
                                                         {row * kSide + (column + kSide - 1) % kSide, 8192}};
        std::vector<mpimon_flow> flows;
        for (const auto &[peer, bytes] : neighbours)
            flows.push_back(
                flow(0, peer, MPIMON_CLASS_P2P, path_between(rank, peer, kSide), MPIMON_SENT, 500, 500 * bytes));
        if (rank > 0) {
            const uint32_t parent = rank & (rank - 1);
            flows.push_back(
                flow(0, parent, MPIMON_CLASS_COLL, path_between(rank, parent, kSide), MPIMON_SENT, 100, 800));
        }
        segments.push_back(segment_of(rank, kRanks, kSide, flows));
    }
    return segments;
}

std::vector<SegmentBuilder> names() {
    std::vector<SegmentBuilder> segments = halo();
    for (SegmentBuilder &segment : segments) {
        mpimon_header &header = segment.header();
        set_text(header.host, "cluster-partition-" + std::string(header.host));
        set_text(header.executable, "\u202Esolver\u009B");
    }
    return segments;
}

namespace {

std::vector<SegmentBuilder> large_job(bool changed) {
    constexpr uint32_t kRanks = 10000;
    constexpr uint32_t kPeers = 30;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        std::vector<mpimon_flow> flows;
        for (uint32_t i = 1; i <= kPeers; ++i) {
            const uint32_t target = (rank + i * i) % kRanks;
            const uint32_t source = (rank + kRanks - i * i) % kRanks;
            flows.push_back(flow(0, target, MPIMON_CLASS_P2P, path_between(rank, target, 100), MPIMON_SENT, 1000 + i,
                                 (1000 + i) * (rank % 7 + 1) * 512));
            flows.push_back(flow(0, source, MPIMON_CLASS_P2P, path_between(rank, source, 100), MPIMON_RECEIVED,
                                 1000 + i, (1000 + i) * (source % 7 + 1) * 512));
        }
        if (changed && rank == 7777)
            flows.push_back(flow(0, 7877, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1));
        segments.push_back(segment_of(rank, kRanks, 100, flows));
        set_text(segments.back().header().detail, "all");
    }
    return segments;
}

}  // namespace

std::vector<SegmentBuilder> large() {
    return large_job(false);
}

std::vector<SegmentBuilder> large_changed() {
    return large_job(true);
}

}  // namespace mpimon::test
