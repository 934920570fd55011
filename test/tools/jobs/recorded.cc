// Jobs of which other things are recorded than what the sample job has.
#include <cerrno>

#include "jobs.h"

namespace mpimon::test {

// Two programs of two ranks; rank 2 does not record receives, and rank 3 counts nothing.
std::vector<SegmentBuilder> mpmd() {
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
        set_text(segment.header().host, "node0");
        set_text(segment.header().executable, rank < 2 ? "/opt/app/ocean" : "/opt/app/atmosphere");
        if (rank == 2)
            set_text(segment.header().detail, "peers,histograms,communicators,algorithms");
        if (rank == 3)
            segment.header().enable = 0;
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_FLOWS, flows[rank]);
    }
    return segments;
}

std::vector<SegmentBuilder> batch() {
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
        set_text(job.folder, "/lustre/jobs/run 7");
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
        set_text(exchange.object, rank == 0 ? "/lustre/jobs/solver" : "/scratch/solver");
        set_text(exchange.build_id, "0123456789abcdef");
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

namespace {

// What a rank of `timed` sends and reads in each second, and how many milliseconds it waits.
struct Second {
    uint64_t p2p_messages, p2p_bytes, coll_messages, read_bytes, memory, requests, waited;
};

constexpr uint64_t kMiB = 1 << 20;

const std::vector<std::vector<Second>> kSeconds = {{{0, 0, 1, 0, 100 * kMiB, 0, 0},
                                                    {10, 10000, 1, 0, 100 * kMiB, 5, 0},
                                                    {0, 0, 1, 0, 100 * kMiB, 5, 0},
                                                    {0, 0, 1, 0, 120 * kMiB, 2, 0},
                                                    {40, 40000, 1, 0, 200 * kMiB, 40, 200},
                                                    {0, 0, 1, 0, 200 * kMiB, 0, 0},
                                                    {0, 0, 1, 0, 200 * kMiB, 0, 0},
                                                    {2, 2000, 1, 0, 100 * kMiB, 0, 0}},
                                                   {{0, 0, 1, 0, 50 * kMiB, 0, 0},
                                                    {0, 0, 1, 16384, 50 * kMiB, 0, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0, 0},
                                                    {100, 100000, 1, 0, 50 * kMiB, 7, 100},
                                                    {0, 0, 1, 0, 50 * kMiB, 0, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0, 0},
                                                    {0, 0, 1, 0, 50 * kMiB, 0, 0}},
                                                   {{8, 800, 8, 0, 10 * kMiB, 1, 160}}};

// Each collective sends one message of 64 bytes and takes a tenth of a second. All waiting of a rank is one wait, for
// the next rank's message.
SegmentBuilder timed_segment(uint32_t rank) {
    constexpr uint64_t kSecond = 1000000000;
    const std::vector<Second> &seconds = kSeconds[rank];
    SegmentBuilder segment(rank, static_cast<uint32_t>(kSeconds.size()));
    mpimon_header &header = segment.header();
    header.start_time_ns += rank == 1 ? kSecond / 2 : 0;
    header.end_time_ns = header.start_time_ns + static_cast<int64_t>(8 * kSecond);
    set_text(header.detail, "peers,gauges,waits,timeline");
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
        sample.sums.wait_time += second.waited * kSecond / 1000;
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
        return flow(0, (rank + 1) % 3, traffic_class, MPIMON_PATH_NET, direction,
                    sums.messages[traffic_class][direction], sums.bytes[traffic_class][direction]);
    };
    mpimon_collective barrier = {};
    barrier.algorithm = 1;
    barrier.calls = sums.collective_calls;
    barrier.time = sums.collective_time;
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(3, static_cast<int32_t>(rank))});
    segment.add(MPIMON_BLOCK_NAMES,
                std::vector{name("Barrier"), name("MPIR_Barrier_intra_dissemination"), name("requests")});
    segment.add(MPIMON_BLOCK_FLOWS,
                std::vector{flow_of(MPIMON_CLASS_P2P, MPIMON_SENT), flow_of(MPIMON_CLASS_COLL, MPIMON_SENT),
                            flow_of(MPIMON_CLASS_RMA, MPIMON_RECEIVED)});
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier});
    mpimon_wait wait = {};
    wait.peer = (rank + 1) % 3;
    wait.traffic_class = MPIMON_CLASS_P2P;
    wait.kind = MPIMON_WAIT_SENDER;
    wait.waits = 1;
    wait.time = wait.longest = sums.wait_time;
    segment.add(MPIMON_BLOCK_WAITS, std::vector{wait});
    segment.add(MPIMON_BLOCK_TIMELINE, std::vector{timeline});
    segment.add(MPIMON_BLOCK_SAMPLES, samples);
    return segment;
}

}  // namespace

std::vector<SegmentBuilder> timed() {
    return {timed_segment(0), timed_segment(1), timed_segment(2)};
}

std::vector<SegmentBuilder> files() {
    constexpr uint32_t kRanks = 4;
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        mpimon_communicator romio = world(kRanks, static_cast<int32_t>(rank));
        romio.context_id = 8;
        romio.internal = 1;
        romio.origin.function = 1;
        romio.origin.parent = 1;
        set_text(romio.name, "");
        segment.add(MPIMON_BLOCK_NAMES, std::vector{name("MPI_File_open")});
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, static_cast<int32_t>(rank)), romio});
        std::vector<mpimon_flow> flows;
        for (uint32_t peer = rank == 0 ? 1 : 0; peer < (rank == 0 ? kRanks : 1); ++peer)
            flows.push_back(flow(1, peer, MPIMON_CLASS_IO, MPIMON_PATH_SHM, rank == 0 ? MPIMON_RECEIVED : MPIMON_SENT,
                                 4, 4 * uint64_t{65536}));
        segment.add(MPIMON_BLOCK_FLOWS, flows);
        mpimon_histograms sizes = {};
        sizes.bins[MPIMON_CLASS_IO][17] = rank > 0 ? 4 : 0;
        segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{sizes});
        add_files(segment, rank);
    }
    return segments;
}

}  // namespace mpimon::test
