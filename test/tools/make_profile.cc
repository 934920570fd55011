// Writes profiles for the tests of the tools: make_profile KIND FILE; what jobs leave: make_profile segments FOLDER;
// and a collective tuning file: make_profile tuning-SERIES FILE, such as tuning-40, with a choice for every call
//   sample  the sample job of test/unit/sample_job.cc
//   changed the same, in which rank 3 has sent one message more to rank 0, of 100 bytes, and calls take twice as long
//   again   the same as the sample, with all functions a percent slower
//   merged  the same, recorded with MPIR_CVAR_MONITORING_ENABLE=1
//   sized   the same, with the sizes of most messages for each peer
//   alone   of that, what rank 0 alone counted
//   halo    64 ranks on 8 hosts that exchange the borders of a periodic 8 x 8 grid
//   names   the same with long names of hosts, and an executable with characters that terminals take for commands
//   corners two ranks on one host, with communicators that look alike, collectives of many kinds and sizes, what the
//           library does for itself, and a variable that launchers set
//   corners-long  the same with a long name of the program
//   placed  the same with places and transports, of test/unit/placed_job.cc
//   mpmd    two programs, whose ranks count different things or nothing
//   batch   the same under a batch system; rank 1 has called MPI_Abort, and what that has killed is found out by others
//   overlapped    two ranks whose calls overlap has made asynchronous, but for some
//   timed   three ranks that count by the second for eight seconds, of which rank 1 starts half a second later and
//           rank 2 has no thread for it
//   detailed  the sample job with waits, files, and sizes for each peer; detailed-changed: with one more of each
//   files   four ranks that write a file together, with messages of class io
//   pairs   four ranks on two hosts, of which 0 and 2, and 1 and 3, send each other one message of 1,000 bytes, and
//           0 and 1, and 2 and 3, ten of 10; pairs-one-host: on one host
//   large   10,000 ranks on 100 hosts, 30 peers each, sent and received
//   large-changed  the same, in which rank 7,777 has sent one message more to rank 7,877, of one byte
//
// The segments, of the sample job without rank 3: key 0123456789abcdef, of which rank 2 ended without MPI_Finalize; key
// 2, whose output is written; key 3, of a host of which nothing is known. And a file in which nothing was ever counted.
#include <cerrno>
#include <cstdio>
#include <functional>
#include <map>

#include "segment_builder.h"
#include "tuning_files.h"

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

std::vector<SegmentBuilder> pairs_on(uint32_t ranks_per_host) {
    using mpimon::test::flow;
    constexpr uint32_t kRanks = 4;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        segments.push_back(segment_of(rank, kRanks, ranks_per_host,
                                      {flow(0, rank ^ 2U, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1000),
                                       flow(0, rank ^ 1U, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 10, 100)}));
    return segments;
}

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

std::vector<SegmentBuilder> large_job(bool changed) {
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
        if (changed && rank == 7777)
            flows.push_back(mpimon::test::flow(0, 7877, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1));
        segments.push_back(segment_of(rank, kRanks, 100, flows));
        mpimon::test::set_text(segments.back().header().detail, "all");
    }
    return segments;
}

std::vector<SegmentBuilder> large() {
    return large_job(false);
}

std::vector<SegmentBuilder> large_changed() {
    return large_job(true);
}

std::vector<SegmentBuilder> changed() {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    mpimon_flow more = mpimon::test::flow(0, 0, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 100);
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
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    for (SegmentBuilder &segment : segments) {
        segment.header().run_ticks = 100;
        segment.header().run_ns = 101;
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

// The sample job with waits, files, and sizes for each peer.
std::vector<SegmentBuilder> detailed() {
    std::vector<SegmentBuilder> segments = sized();
    mpimon::test::add_waits(segments);
    for (uint32_t rank = 0; rank < segments.size(); ++rank)
        mpimon::test::add_files(segments[rank], rank);
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

std::vector<SegmentBuilder> batch() {
    using mpimon::test::set_text;
    std::vector<SegmentBuilder> segments = mpmd();
    for (uint32_t rank = 0; rank < segments.size(); ++rank) {
        mpimon_header &header = segments[rank].header();
        mpimon_job &job = header.job;
        set_text(job.step, "2");
        set_text(job.array_index, "17");
        set_text(job.account, "climate");
        set_text(job.nodes, "n[1-2]");
        set_text(job.launcher, "srun");
        set_text(job.network, "UCX 1.13.1");
        set_text(job.folder, "/home/tester/run 7");
        set_text(job.command, rank < 2 ? "./ocean --title 'two words'" : "./atmosphere");
        set_text(job.build_id, rank < 2 ? "0123456789abcdef0123456789abcdef01234567" : "ffeeddccbbaa");
        header.state = rank == 0 ? MPIMON_COMPLETE : MPIMON_RUNNING;
        header.end_time_ns = rank == 0 ? header.end_time_ns : 0;
        job.ending = rank == 1 ? MPIMON_ENDING_ABORT : MPIMON_ENDING_KILLED;
        job.exit_code = rank == 1 ? -7 : 0;
    }
    return segments;
}

// Of files that no machine has: an exchange of both ranks, a receive that was too fast for one, and what has no place.
std::vector<SegmentBuilder> overlapped() {
    constexpr uint64_t kMillisecond = 1000000;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < 2; ++rank) {
        mpimon_overlap_site exchange = {};
        mpimon::test::set_text(exchange.object, rank == 0 ? "/home/tester/solver" : "/scratch/solver");
        mpimon::test::set_text(exchange.build_id, "0123456789abcdef");
        exchange.offset = 0x12f0;
        exchange.function = MPIMON_OVERLAP_SENDRECV;
        exchange.calls = 100;
        exchange.asynchronous = 90 + rank;
        exchange.in_calls = 2 * kMillisecond;
        exchange.waited = 10 * kMillisecond;
        exchange.meanwhile = 30 * kMillisecond;
        exchange.broken = rank;
        exchange.synchronous[MPIMON_OVERLAP_SMALL] = 10 - rank;
        mpimon_overlap_site receive = exchange;
        receive.offset = 0x1400;
        receive.function = MPIMON_OVERLAP_RECV;
        receive.asynchronous = receive.broken = receive.meanwhile = receive.waited = 0;
        receive.synchronous[MPIMON_OVERLAP_SMALL] = 1;
        receive.synchronous[MPIMON_OVERLAP_FAST] = 99;
        mpimon_overlap_site further = {};
        further.calls = further.asynchronous = 7;
        further.in_calls = kMillisecond;
        segments.emplace_back(rank, 2);
        segments[rank].add(MPIMON_BLOCK_OVERLAP_SITES, std::vector{exchange, receive});
        if (rank == 0)
            segments[rank].add(MPIMON_BLOCK_OVERLAP_SITES, std::vector{further});
    }
    return segments;
}

// What a rank of `timed` sends and reads in each second.
struct Second {
    uint64_t p2p_messages, p2p_bytes, coll_messages, read_bytes, memory, requests;
};
constexpr uint64_t kMiB = 1 << 20;
const std::vector<std::vector<Second>> kSeconds = {{{0, 0, 1, 0, 100 * kMiB, 0},
                                                    {10, 10000, 1, 0, 100 * kMiB, 5},
                                                    {0, 0, 1, 0, 100 * kMiB, 5},
                                                    {0, 0, 1, 0, 120 * kMiB, 2},
                                                    {40, 40000, 1, 0, 200 * kMiB, 40},
                                                    {0, 0, 1, 0, 200 * kMiB, 0},
                                                    {0, 0, 1, 0, 200 * kMiB, 0},
                                                    {2, 2000, 1, 0, 100 * kMiB, 0}},
                                                   {{0, 0, 1, 0, 50 * kMiB, 0},
                                                    {0, 0, 1, 16384, 50 * kMiB, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0},
                                                    {100, 100000, 1, 0, 50 * kMiB, 7},
                                                    {0, 0, 1, 0, 50 * kMiB, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0}},
                                                   {{8, 800, 8, 0, 10 * kMiB, 1}}};

// Each collective sends one message of 64 bytes and takes a tenth of a second.
SegmentBuilder timed_segment(uint32_t rank) {
    constexpr uint64_t kSecond = 1000000000;
    const std::vector<Second> &seconds = kSeconds[rank];
    SegmentBuilder segment(rank, static_cast<uint32_t>(kSeconds.size()));
    mpimon_header &header = segment.header();
    header.start_time_ns += rank == 1 ? kSecond / 2 : 0;
    header.end_time_ns = header.start_time_ns + static_cast<int64_t>(8 * kSecond);
    mpimon::test::set_text(header.detail, "peers,gauges,timeline");
    mpimon_timeline timeline = {};
    timeline.interval = kSecond;
    timeline.state = MPIMON_TIMELINE_FINISHED;
    timeline.thread_error = rank == 2 ? EAGAIN : 0;
    timeline.gauges[0] = 3;
    std::vector<mpimon_sample> samples;
    mpimon_sample sample = {};
    for (const Second &second : seconds) {
        ++sample.serial;
        sample.end = sample.recorded = seconds.size() == 1 ? 8 * kSecond : sample.serial * kSecond;
        sample.memory = second.memory;
        sample.gauges[0] = second.requests;
        sample.sums.collective_calls += second.coll_messages;
        sample.sums.collective_time += second.coll_messages * kSecond / 10;
        sample.sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT] += second.p2p_messages;
        sample.sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT] += second.p2p_bytes;
        sample.sums.messages[MPIMON_CLASS_COLL][MPIMON_SENT] += second.coll_messages;
        sample.sums.bytes[MPIMON_CLASS_COLL][MPIMON_SENT] += second.coll_messages * 64;
        sample.sums.messages[MPIMON_CLASS_RMA][MPIMON_RECEIVED] += second.read_bytes / 4096;
        sample.sums.bytes[MPIMON_CLASS_RMA][MPIMON_RECEIVED] += second.read_bytes;
        samples.push_back(sample);
    }
    const mpimon_sums &sums = sample.sums;
    const auto flow_of = [&](mpimon_class traffic_class, mpimon_direction direction) {
        return mpimon::test::flow(0, (rank + 1) % 3, traffic_class, MPIMON_PATH_NET, direction,
                                  sums.messages[traffic_class][direction], sums.bytes[traffic_class][direction]);
    };
    mpimon_collective barrier = {};
    barrier.algorithm = 1;
    barrier.calls = sums.collective_calls;
    barrier.time = sums.collective_time;
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{mpimon::test::world(3, static_cast<int32_t>(rank))});
    segment.add(MPIMON_BLOCK_NAMES,
                std::vector{mpimon::test::name("Barrier"), mpimon::test::name("MPIR_Barrier_intra_dissemination"),
                            mpimon::test::name("requests")});
    segment.add(MPIMON_BLOCK_FLOWS,
                std::vector{flow_of(MPIMON_CLASS_P2P, MPIMON_SENT), flow_of(MPIMON_CLASS_COLL, MPIMON_SENT),
                            flow_of(MPIMON_CLASS_RMA, MPIMON_RECEIVED)});
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier});
    segment.add(MPIMON_BLOCK_TIMELINE, std::vector{timeline});
    segment.add(MPIMON_BLOCK_SAMPLES, samples);
    return segment;
}

std::vector<SegmentBuilder> timed() {
    return {timed_segment(0), timed_segment(1), timed_segment(2)};
}

std::vector<SegmentBuilder> files() {
    constexpr uint32_t kRanks = 4;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        mpimon_communicator romio = mpimon::test::world(kRanks, static_cast<int32_t>(rank));
        romio.context_id = 8;
        romio.internal = 1;
        romio.origin.function = 1;
        romio.origin.parent = 1;
        mpimon::test::set_text(romio.name, "");
        segment.add(MPIMON_BLOCK_NAMES, std::vector{mpimon::test::name("MPI_File_open")});
        segment.add(MPIMON_BLOCK_COMMUNICATORS,
                    std::vector{mpimon::test::world(kRanks, static_cast<int32_t>(rank)), romio});
        std::vector<mpimon_flow> flows;
        for (uint32_t peer = rank == 0 ? 1 : 0; peer < (rank == 0 ? kRanks : 1); ++peer)
            flows.push_back(mpimon::test::flow(1, peer, MPIMON_CLASS_IO, MPIMON_PATH_SHM,
                                               rank == 0 ? MPIMON_RECEIVED : MPIMON_SENT, 4, 4 * uint64_t{65536}));
        segment.add(MPIMON_BLOCK_FLOWS, flows);
        mpimon_histograms sizes = {};
        sizes.bins[MPIMON_CLASS_IO][17] = rank > 0 ? 4 : 0;
        segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{sizes});
        mpimon::test::add_files(segment, rank);
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
        {"changed", changed},
        {"again", again},
        {"merged", merged},
        {"settled", settled},
        {"sized", sized},
        {"detailed", detailed},
        {"detailed-changed", detailed_changed},
        {"waiting", mpimon::test::waiting_job},
        {"alone", alone},
        {"overlapped", overlapped},
        {"corners", corners},
        {"corners-long", corners_long},
        {"mpmd", mpmd},
        {"batch", batch},
        {"placed", mpimon::test::placed_job},
        {"timed", timed},
        {"pairs", pairs},
        {"pairs-one-host", pairs_one_host},
        {"halo", halo},
        {"names", names},
        {"files", files},
        {"large", large},
        {"large-changed", large_changed}};
    if (argc == 3 && std::string(argv[1]) == "segments")
        return write_segments(argv[2]);
    for (const mpimon::tuning::Series series : mpimon::tuning::kSeries) {
        if (argc != 3 || argv[1] != "tuning-" + std::to_string(series))
            continue;
        mpimon::test::write_file(argv[2], mpimon::test::text_of(mpimon::test::complete_file(series)));
        return 0;
    }
    const auto kind = kinds.find(argc == 3 ? argv[1] : "");
    if (kind == kinds.end()) {
        std::string all;
        for (const auto &[name, make] : kinds)
            all += (all.empty() ? "" : "|") + name;
        std::fprintf(stderr,
                     "usage: make_profile %s FILE,\n       or make_profile segments FOLDER, or make_profile "
                     "tuning-SERIES FILE\n",
                     all.c_str());
        return 2;
    }
    std::vector<SegmentBuilder> segments = kind->second();
    const bool apart = kind->first == "mpmd" || kind->first == "batch";
    mpimon::test::write_file(argv[2], apart ? profile_apart(segments) : mpimon::test::profile_of(segments));
    return 0;
}
