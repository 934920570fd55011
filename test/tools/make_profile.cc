// Writes profiles for the tests of the tools: make_profile KIND FILE; and what jobs leave: make_profile segments FOLDER
//   sample  the sample job of test/unit/sample_job.cc
//   merged  the same, recorded with MPIR_CVAR_MONITORING_ENABLE=1
//   sized   the same, with the sizes of most messages for each peer
//   alone   of that, what rank 0 alone counted
//   halo    64 ranks on 8 hosts that exchange the borders of a periodic 8 x 8 grid
//   names   the same with long names of hosts, and an executable with characters that terminals take for commands
//   corners two ranks on one host, with communicators that look alike, collectives of many kinds and sizes, what the
//           library does for itself, and a variable that launchers set
//   corners-long  the same with a long name of the program
//   mpmd    two programs, whose ranks count different things or nothing
//   large   10,000 ranks on 100 hosts, 30 peers each, sent and received
//
// The segments, of the sample job without rank 3: key 0123456789abcdef, of which rank 2 ended without MPI_Finalize; key
// 2, whose output is written; key 3, of a host of which nothing is known. And a file in which nothing was ever counted.
#include <cstdio>
#include <functional>
#include <map>

#include "segment_builder.h"

namespace {

using mpimon::test::SegmentBuilder;

mpimon_path path_between(uint32_t a, uint32_t b, uint32_t ranks_per_host) {
    return a / ranks_per_host == b / ranks_per_host ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
}

SegmentBuilder segment_of(uint32_t rank, uint32_t ranks, uint32_t ranks_per_host,
                          const std::vector<mpimon_flow> &flows) {
    SegmentBuilder segment(rank, ranks);
    char host[16];
    std::snprintf(host, sizeof host, "node%02u", rank / ranks_per_host);
    mpimon::test::set_text(segment.header().host, host);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{mpimon::test::world(ranks, static_cast<int32_t>(rank))});
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    mpimon_histograms sizes = {};
    for (const mpimon_flow &flow : flows)
        if (flow.direction == MPIMON_SENT)
            sizes.bins[flow.traffic_class][64 - __builtin_clzll(flow.bytes / flow.messages)] += flow.messages;
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{sizes});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{mpimon::test::name("Allreduce"),
                                                mpimon::test::name("MPIR_Allreduce_intra_recursive_doubling")});
    mpimon_collective allreduce = {};
    allreduce.algorithm = 1;
    allreduce.calls = 100;
    allreduce.bytes = 800;
    allreduce.time = 1000000 + 1000 * uint64_t{rank};
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{allreduce});
    return segment;
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
            flows.push_back(mpimon::test::flow(0, peer, MPIMON_CLASS_P2P, path_between(rank, peer, kSide), MPIMON_SENT,
                                               500, 500 * bytes));
        if (rank > 0) {
            const uint32_t parent = rank & (rank - 1);
            flows.push_back(mpimon::test::flow(0, parent, MPIMON_CLASS_COLL, path_between(rank, parent, kSide),
                                               MPIMON_SENT, 100, 800));
        }
        segments.push_back(segment_of(rank, kRanks, kSide, flows));
    }
    return segments;
}

std::vector<SegmentBuilder> names() {
    std::vector<SegmentBuilder> segments = halo();
    for (SegmentBuilder &segment : segments) {
        mpimon_header &header = segment.header();
        mpimon::test::set_text(header.host, "cluster-partition-" + std::string(header.host));
        mpimon::test::set_text(header.executable, "\u202Esolver\u009B");
    }
    return segments;
}

std::vector<SegmentBuilder> large() {
    constexpr uint32_t kRanks = 10000;
    constexpr uint32_t kPeers = 30;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        std::vector<mpimon_flow> flows;
        for (uint32_t i = 1; i <= kPeers; ++i) {
            const uint32_t target = (rank + i * i) % kRanks;
            const uint32_t source = (rank + kRanks - i * i) % kRanks;
            flows.push_back(mpimon::test::flow(0, target, MPIMON_CLASS_P2P, path_between(rank, target, 100),
                                               MPIMON_SENT, 1000 + i, (1000 + i) * (rank % 7 + 1) * 512));
            flows.push_back(mpimon::test::flow(0, source, MPIMON_CLASS_P2P, path_between(rank, source, 100),
                                               MPIMON_RECEIVED, 1000 + i, (1000 + i) * (source % 7 + 1) * 512));
        }
        segments.push_back(segment_of(rank, kRanks, 100, flows));
        mpimon::test::set_text(segments.back().header().detail, "all");
    }
    return segments;
}

std::vector<SegmentBuilder> merged() {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
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
std::vector<SegmentBuilder> settled() {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    using mpimon::test::flow;
    segments[1].add(MPIMON_BLOCK_FLOWS,
                    std::vector{flow(0, 0, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_UNRECEIVED, 1, 100)});
    segments[3].add(MPIMON_BLOCK_FLOWS,
                    std::vector{flow(0, 3, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_SENT, 2, 64),
                                flow(0, 3, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_CANCELLED, 2, 64)});
    return segments;
}

// Communicators of both ranks: the world; twelve duplicates of one name; three of one context, one after the other, of
// which the last is that of all later ones; one of the library's own.
constexpr uint32_t kNamed = 12;
constexpr uint32_t kUnnamed = 3;

std::vector<mpimon_communicator> alike(uint32_t rank) {
    std::vector<mpimon_communicator> list = {mpimon::test::world(2, static_cast<int32_t>(rank))};
    const auto add = [&](uint32_t context_id, uint32_t occurrence, const char *name) {
        list.push_back(list.front());
        list.back().context_id = context_id;
        list.back().occurrence = occurrence;
        mpimon::test::set_text(list.back().name, name);
    };
    for (uint32_t i = 0; i < kNamed; ++i)
        add(16 + i, 0, "dup");
    for (const uint32_t occurrence : {0, 1, MPIMON_OCCURRENCES - 1})
        add(64, occurrence, "");
    add(1, 0, "");
    list.back().internal = 1;
    return list;
}

// Rank 0 broadcasts 100 bytes over the first duplicate, 200 over the second and so on; and gathers unevenly.
std::vector<mpimon_collective> of_many_kinds(uint32_t rank) {
    enum Name : uint32_t { kBcast, kBinomial, kGatherv, kLinear };
    std::vector<mpimon_collective> list;
    for (uint32_t i = 0; i <= kNamed; ++i) {
        mpimon_collective row = {};
        row.communicator = i;
        row.operation = i == 0 ? kGatherv : kBcast;
        row.algorithm = i == 0 ? kLinear : kBinomial;
        row.role = MPIMON_ROLE_CALL;
        row.calls = 1;
        row.bytes = i == 0 ? 10 : 100 * i;
        row.root_calls = rank == 0 ? 1 : 0;
        row.root_bytes = rank == 0 ? row.bytes : 0;
        list.push_back(row);
    }
    mpimon_collective step = list.back();
    step.role = MPIMON_ROLE_STEP;
    list.push_back(step);
    return list;
}

std::vector<SegmentBuilder> corners() {
    using mpimon::test::flow;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < 2; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, 2);
        mpimon::test::set_text(segment.header().host, "node0");
        segment.add(MPIMON_BLOCK_COMMUNICATORS, alike(rank));
        std::vector<mpimon_flow> flows;
        for (uint32_t i = 0; i < kUnnamed; ++i)
            flows.push_back(flow(1 + kNamed + i, 1 - rank, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1 << i));
        flows.push_back(flow(1 + kNamed + kUnnamed, 1 - rank, MPIMON_CLASS_COLL, MPIMON_PATH_NET, MPIMON_SENT, 2, 64));
        segment.add(MPIMON_BLOCK_FLOWS, flows);
        segment.add(MPIMON_BLOCK_COLLECTIVES, of_many_kinds(rank));
        using mpimon::test::name;
        segment.add(MPIMON_BLOCK_NAMES,
                    std::vector{name("Bcast"), name("MPIR_Bcast_intra_binomial"), name("Gatherv"),
                                name("MPIR_Gatherv_allcomm_linear"), name("unexpected_bytes"), name("cells")});
        segment.add(MPIMON_BLOCK_CONTEXTS, std::vector<mpimon_context>{{MPIMON_NONE, MPIMON_NONE}});
        segment.add(MPIMON_BLOCK_GAUGES,
                    std::vector<mpimon_gauge>{{4, 0, 4096, 2048, 2048}, {5, 0, 10, 4, 6 + uint64_t{rank}}});
        segment.add(MPIMON_BLOCK_CVARS, std::vector{mpimon::test::cvar("MPIR_CVAR_CH3_INTERFACE_HOSTNAME", "node0"),
                                                    mpimon::test::cvar("MPIR_CVAR_BCAST_MIN_PROCS", "2")});
    }
    return segments;
}

std::vector<SegmentBuilder> corners_long() {
    std::vector<SegmentBuilder> segments = corners();
    for (SegmentBuilder &segment : segments)
        mpimon::test::set_text(segment.header().executable, "/opt/" + std::string(200, 'a') + "-solver");
    return segments;
}

mpimon_size size(uint32_t peer, mpimon_class traffic_class, uint8_t bin, uint64_t messages) {
    return {peer, static_cast<uint8_t>(traffic_class), bin, 0, messages};
}

// Two threads of rank 0 have sent to rank 1. Rank 1 began to count sizes when it had sent 4 of 11 messages to rank 2,
// and 2 messages to rank 0.
std::vector<SegmentBuilder> sized() {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    segments[0].add(MPIMON_BLOCK_SIZES, std::vector{size(1, MPIMON_CLASS_P2P, 7, 6), size(1, MPIMON_CLASS_RMA, 13, 3)});
    segments[0].add(MPIMON_BLOCK_SIZES, std::vector{size(0, MPIMON_CLASS_P2P, 4, 1), size(1, MPIMON_CLASS_P2P, 7, 4)});
    segments[1].add(MPIMON_BLOCK_SIZES, std::vector{size(MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, 5, 5),
                                                    size(2, MPIMON_CLASS_P2P, 7, 7)});
    segments[3].add(MPIMON_BLOCK_SIZES,
                    std::vector{size(2, MPIMON_CLASS_PART, 10, 4), size(0, MPIMON_CLASS_COLL, 11, 2),
                                size(0, MPIMON_CLASS_P2P, 7, 12), size(0, MPIMON_CLASS_P2P, 0, 1)});
    return segments;
}

// Two programs of two ranks; rank 2 does not record receives, and rank 3 counts nothing.
std::vector<SegmentBuilder> mpmd() {
    using mpimon::test::flow;
    constexpr uint32_t kRanks = 4;
    const auto sent = [](uint32_t peer, uint64_t messages, uint64_t bytes) {
        return flow(0, peer, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, messages, bytes);
    };
    const auto received = [](uint32_t peer, uint64_t messages, uint64_t bytes) {
        return flow(0, peer, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_RECEIVED, messages, bytes);
    };
    const std::vector<std::vector<mpimon_flow>> flows = {
        {sent(1, 10, 1000), sent(2, 3, 300), sent(3, 2, 200), received(3, 5, 50)},
        {received(0, 10, 1000), received(2, 4, 200)},
        {sent(1, 4, 200)},
        {}};
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        mpimon::test::set_text(segment.header().host, "node0");
        mpimon::test::set_text(segment.header().executable, rank < 2 ? "/opt/app/ocean" : "/opt/app/atmosphere");
        if (rank == 2)
            mpimon::test::set_text(segment.header().detail, "peers,histograms,communicators,algorithms");
        if (rank == 3)
            segment.header().enable = 0;
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{mpimon::test::world(kRanks, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_FLOWS, flows[rank]);
    }
    return segments;
}

std::string profile_apart(std::vector<SegmentBuilder> &segments) {
    std::string file = mpimon::test::job_record(segments.front());
    for (SegmentBuilder &segment : segments)
        file += mpimon::test::process_record_apart(segment);
    return file + mpimon::test::end_record(static_cast<uint32_t>(segments.size()));
}

void write_job(const std::string &folder, uint64_t key, mpimon_state state_of_last, uint32_t locked) {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    for (uint32_t rank = 0; rank < 3; ++rank) {
        mpimon_header &header = segments[rank].header();
        header.job_key = key;
        header.locked = locked;
        header.state = rank == 2 ? state_of_last : MPIMON_COMPLETE;
        header.end_time_ns = header.state == MPIMON_RUNNING ? 0 : header.end_time_ns;
        header.start_time_ns += static_cast<int64_t>(key % 16);
        char name[80];
        std::snprintf(name, sizeof name, "/mpimon.%016llx.%u.%u.segment", static_cast<unsigned long long>(key), rank,
                      header.pid);
        const std::vector<unsigned char> bytes = segments[rank].bytes();
        mpimon::test::write_file(folder + name, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    }
}

int write_segments(const std::string &folder) {
    write_job(folder, UINT64_C(0x0123456789abcdef), MPIMON_RUNNING, 1);
    write_job(folder, 2, MPIMON_WRITTEN, 1);
    write_job(folder, 3, MPIMON_RUNNING, 0);
    mpimon::test::write_file(folder + "/mpimon.0000000000000004.0.77.segment", std::string(1000, '\0'));
    return 0;
}

}  // namespace

int main(int argc, char **argv) {
    const std::map<std::string, std::function<std::vector<SegmentBuilder>()>> kinds = {
        {"sample", mpimon::test::sample_job},
        {"merged", merged},
        {"settled", settled},
        {"sized", sized},
        {"alone", alone},
        {"corners", corners},
        {"corners-long", corners_long},
        {"mpmd", mpmd},
        {"halo", halo},
        {"names", names},
        {"large", large}};
    if (argc == 3 && std::string(argv[1]) == "segments")
        return write_segments(argv[2]);
    const auto kind = kinds.find(argc == 3 ? argv[1] : "");
    if (kind == kinds.end()) {
        std::fputs(
            "usage: make_profile sample|merged|alone|settled|sized|corners|corners-long|mpmd|halo|names|large FILE,\n"
            "       or make_profile segments FOLDER\n",
            stderr);
        return 2;
    }
    std::vector<SegmentBuilder> segments = kind->second();
    const bool apart = kind->first == "mpmd";
    mpimon::test::write_file(argv[2], apart ? profile_apart(segments) : mpimon::test::profile_of(segments));
    return 0;
}
