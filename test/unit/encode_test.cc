// What libmpi writes, read back by the tools and by Debian's protoc.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <tuple>

#include "encoded.h"
#include "profile/format/crc32c.h"
#include "profile/write/encode/encode.h"

namespace mpimon::test {

namespace {

TEST(Crc32c, KnownValues) {
    EXPECT_EQ(mpimon_crc32c("123456789", 9), 0xE3069283U);
    EXPECT_EQ(mpimon_crc32c("", 0), 0U);
    // RFC 3720, appendix B.4
    EXPECT_EQ(mpimon_crc32c(std::string(32, '\0').data(), 32), 0x8A9136AAU);
    EXPECT_EQ(mpimon_crc32c(std::string(32, '\xFF').data(), 32), 0x62A8AB43U);
}

TEST(Encode, RecordBeginsWithMarkerAndChecksum) {
    const std::string record = end_record(3);
    // Record of 14 bytes: marker, checksum, End of 2 bytes with processes = 3.
    ASSERT_EQ(record.size(), 16U);
    EXPECT_EQ(record.substr(0, 7), std::string("\x0A\x0E\x0D"
                                               "PMON"));
    EXPECT_EQ(record[7], 0x15);
    const std::string content = record.substr(12);
    EXPECT_EQ(content, std::string("\x2A\x02\x08\x03"));
    const uint32_t crc = mpimon_crc32c(content.data(), content.size());
    for (size_t i = 0; i < 4; ++i)
        EXPECT_EQ(static_cast<uint8_t>(record[8 + i]), crc >> (8 * i) & 0xFF);
}

// Settings as text, for each process by its rank.
std::vector<std::string> settings_of(const Profile &profile) {
    std::vector<std::string> texts;
    for (const Process &process : profile.processes) {
        const Settings &settings = profile.settings_of(process);
        texts.push_back(settings.executable + " " + std::to_string(settings.enable) + " " + settings.detail);
    }
    return texts;
}

TEST(Encode, ProcessHasItsOwnSettings) {
    SegmentBuilder first = with_world(0);
    SegmentBuilder second = with_world(1);
    SegmentBuilder third = with_world(2);
    for (SegmentBuilder *segment : {&first, &second, &third}) {
        segment->header().enable = 2;
        set_text(segment->header().detail, "peers");
    }
    set_text(second.header().executable, "viewer");
    second.header().enable = 0;
    set_text(second.header().detail, "");
    const std::vector<std::string> expected = {"/opt/app/solver 2 peers", "viewer 0 ", "/opt/app/solver 2 peers"};
    const std::string processes = process_record_apart(second) + process_record_apart(first) + process_record(third);
    for (const std::string &file : {job_record(first) + processes, processes + job_record(first)}) {
        const Profile profile = decoded(file + end_record(3));
        EXPECT_EQ(settings_of(profile), expected);
        EXPECT_EQ(profile.settings.size(), 2U);
    }
}

TEST(Encode, ChangesAreThoseOfTheirProcess) {
    SegmentBuilder first = with_world(0);
    SegmentBuilder second = with_world(1);
    mpimon_change change = {"MPIR_CVAR_A", "17", 5, 1234, 1000, 4711, 0, 0};
    second.add(MPIMON_BLOCK_CHANGES, std::vector{change, change}, 3);
    change = {"MPIR_CVAR_B", "", -1, 0, 0, 1, 0, 0};
    first.add(MPIMON_BLOCK_CHANGES, std::vector{change});
    const Profile profile = decoded(job_record(first) + process_record(second) + process_record(first) + end_record(2));
    ASSERT_EQ(profile.changes.size(), 3U);
    const Change &late = profile.changes[0];
    EXPECT_EQ(std::tie(late.process, late.name, late.value, late.time_ns, late.collective, late.uid, late.pid),
              std::tuple(0U, "MPIR_CVAR_B", "", -1, 0U, 0U, 1U));
    for (const size_t row : {1, 2}) {
        const Change &read = profile.changes[row];
        EXPECT_EQ(std::tie(read.process, read.name, read.value, read.time_ns, read.collective, read.uid, read.pid),
                  std::tuple(1U, "MPIR_CVAR_A", "17", 5, 1234U, 1000U, 4711U));
    }
}

TEST(Encode, ChangesWithoutANameAreLeftOut) {
    SegmentBuilder segment = with_world();
    segment.add(MPIMON_BLOCK_CHANGES, std::vector<mpimon_change>(2));
    const Profile profile = decoded(segment);
    EXPECT_TRUE(profile.changes.empty());
    EXPECT_EQ(profile.diagnostics.at(0).text, "rank 0: 2 changes make no sense and are left out");
}

TEST(Encode, SettingsAreTheJobsUnlessSaidOtherwise) {
    SegmentBuilder segment = with_world();
    segment.header().enable = 1;
    set_text(segment.header().detail, "all");
    EXPECT_EQ(settings_of(decoded(segment)), std::vector<std::string>{"/opt/app/solver 1 all"});
    const std::string apart = process_record_apart(segment);
    EXPECT_GT(apart.size(), process_record(segment).size());
    const Profile profile = decoded(job_record(segment) + apart + end_record(1));
    EXPECT_EQ(settings_of(profile), std::vector<std::string>{"/opt/app/solver 1 all"});
    EXPECT_EQ(profile.settings.size(), 1U);
}

TEST(Encode, WritesNothingWithoutRoom) {
    SegmentBuilder segment = with_world();
    const size_t needed = mpimon_encode_process(segment.segment(), nullptr, 0);
    std::vector<uint8_t> out(needed, 0xEE);
    EXPECT_EQ(mpimon_encode_process(segment.segment(), out.data(), needed - 1), needed);
    EXPECT_EQ(out, std::vector<uint8_t>(needed, 0xEE));
    EXPECT_EQ(mpimon_encode_process(segment.segment(), out.data(), needed), needed);
    EXPECT_EQ(out[0], 0x0A);
}

TEST(Encode, RefusesWhatIsNoSegment) {
    SegmentBuilder segment = with_world();
    std::vector<unsigned char> bytes = segment.bytes();
    const auto refused = [&] {
        return mpimon_encode_job(bytes.data(), nullptr, 0) == 0 && mpimon_encode_process(bytes.data(), nullptr, 0) == 0;
    };
    EXPECT_FALSE(refused());
    bytes[0] ^= 1;  // magic
    EXPECT_TRUE(refused());
    bytes = segment.bytes();
    bytes[offsetof(mpimon_header, version)] = 2;
    EXPECT_TRUE(refused());
    bytes = segment.bytes();
    bytes[offsetof(mpimon_header, header_size) + 1] = 0;
    EXPECT_TRUE(refused());
    EXPECT_EQ(mpimon_encode_job(nullptr, nullptr, 0), 0U);
}

TEST(Encode, SampleJobComesBackWhole) {
    std::vector<SegmentBuilder> segments = sample_job();
    const Profile profile = decoded(profile_of(segments));
    EXPECT_TRUE(profile.diagnostics.empty()) << profile.diagnostics.front().text;
    EXPECT_EQ(profile.job.executable, "/opt/app/solver");
    EXPECT_EQ(profile.job.job_id, "4711");
    EXPECT_EQ(profile.job.user, "tester");
    EXPECT_EQ(profile.job.mpich_version, "4.0.2");
    EXPECT_EQ(profile.job.device, "ch4:ucx");
    EXPECT_EQ(profile.job.project_version, "0.1.0");
    EXPECT_EQ(profile.job.detail, "peers,histograms,communicators,algorithms,receives");
    EXPECT_EQ(profile.job.world_size, 4U);
    EXPECT_EQ(profile.job.enable, 2);
    EXPECT_FALSE(profile.job.spawned);
    ASSERT_EQ(profile.job.cvars.size(), 2U);
    EXPECT_EQ(profile.job.cvars[0].name, "MPIR_CVAR_BCAST_MIN_PROCS");
    EXPECT_EQ(profile.job.cvars[0].value, "2");

    ASSERT_EQ(profile.processes.size(), 4U);
    for (uint32_t rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(profile.processes[rank].world_rank, rank);
        EXPECT_EQ(profile.processes[rank].pid, 1000 + rank);
        EXPECT_EQ(profile.hosts[profile.processes[rank].host], rank < 2 ? "node0" : "node1");
        EXPECT_EQ(profile.processes[rank].start_time_ns, INT64_C(1700000000000000000));
        EXPECT_EQ(profile.processes[rank].end_time_ns, INT64_C(1700000012500000000));
        EXPECT_TRUE(profile.processes[rank].complete);
    }
    ASSERT_EQ(profile.foreign.size(), 1U);
    EXPECT_EQ(profile.foreign[0].table, 1U);
    EXPECT_EQ(profile.foreign[0].index, 7U);
    ASSERT_EQ(profile.functions.size(), 8U);
    EXPECT_EQ(profile.names[profile.functions[2].name], "MPI_Send");
    EXPECT_EQ(profile.functions[2].calls, 1U);
    EXPECT_EQ(profile.functions[3].calls, 11U);
    EXPECT_EQ(profile.functions[3].time_ns, 22000U);
    EXPECT_EQ(profile.functions[3].shortest_ns, 500U);
    EXPECT_EQ(profile.functions[3].longest_ns, 9000U);
}

// "solve / exchange: MPI_Send"
std::string text_of(const Profile &profile, uint32_t context) {
    std::string text;
    for (uint32_t region = profile.contexts[context].region; region != kNoRegion;
         region = profile.regions[region].parent)
        text = profile.names[profile.regions[region].name] + (text.empty() ? "" : " / ") + text;
    const uint32_t function = profile.contexts[context].function;
    return text + ": " + (function == kNoFunction ? "" : profile.names[function]);
}

TEST(Encode, ContextsOfAllProcessesAreOne) {
    // The same contexts and regions, in another order.
    SegmentBuilder first = with_world(0);
    first.add(MPIMON_BLOCK_NAMES, std::vector{name("MPI_Send"), name("outer"), name("inner")});
    first.add(MPIMON_BLOCK_REGIONS, std::vector<mpimon_region>{{1, MPIMON_NONE, 5, 50}, {2, 0, 6, 60}});
    first.add(MPIMON_BLOCK_CONTEXTS,
              std::vector<mpimon_context>{{MPIMON_NONE, MPIMON_NONE}, {1, 0}, {MPIMON_NONE, 0}, {0, MPIMON_NONE}});
    SegmentBuilder second = with_world(1);
    second.add(MPIMON_BLOCK_NAMES, std::vector{name("inner"), name("outer"), name("MPI_Send")});
    second.add(MPIMON_BLOCK_REGIONS,
               std::vector<mpimon_region>{{0, MPIMON_NONE, 1, 10}, {1, MPIMON_NONE, 2, 20}, {0, 1, 3, 30}});
    second.add(MPIMON_BLOCK_CONTEXTS,
               std::vector<mpimon_context>{{MPIMON_NONE, MPIMON_NONE}, {2, 2}, {0, MPIMON_NONE}});
    for (SegmentBuilder *segment : {&first, &second}) {
        std::vector<mpimon_flow> flows(3, flow(0, 2, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 100));
        flows[1].context = 1;
        flows[2].context = 2;
        segment->add(MPIMON_BLOCK_FLOWS, flows);
    }
    mpimon_collective barrier = {};
    barrier.calls = 1;
    barrier.context = 1;
    first.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier});
    first.add(MPIMON_BLOCK_FUNCTIONS, std::vector<mpimon_function>{{0, 1, 1, 10, 10, 10}, {0, 2, 1, 20, 20, 20}});
    second.add(MPIMON_BLOCK_GAUGES, std::vector<mpimon_gauge>{{0, 1, 1, 1, 1}});

    const Profile profile = decoded(job_record(first) + process_record(first) + process_record(second) + end_record(2));
    std::map<std::pair<uint32_t, std::string>, uint64_t> messages;
    const Flows flows = profile.flows.all();
    for (size_t i = 0; i < flows.size(); ++i)
        messages[{profile.rank_of(flows, i), text_of(profile, flows.context[i])}] += flows.messages[i];
    EXPECT_EQ(messages, (std::map<std::pair<uint32_t, std::string>, uint64_t>{{{0, ": "}, 1},
                                                                              {{0, "outer / inner: MPI_Send"}, 1},
                                                                              {{0, ": MPI_Send"}, 1},
                                                                              {{1, ": "}, 1},
                                                                              {{1, "outer / inner: MPI_Send"}, 1},
                                                                              {{1, "inner: "}, 1}}));
    EXPECT_EQ(profile.contexts.size(), 5U);
    EXPECT_EQ(profile.regions.size(), 3U);
    EXPECT_EQ(text_of(profile, 0), ": ");
    EXPECT_EQ(text_of(profile, profile.collectives.at(0).context), "outer / inner: MPI_Send");
    ASSERT_EQ(profile.functions.size(), 2U);
    EXPECT_EQ(text_of(profile, profile.functions[0].context), "outer / inner: MPI_Send");
    EXPECT_EQ(text_of(profile, profile.functions[1].context), ": MPI_Send");
    ASSERT_EQ(profile.gauges.size(), 1U);
    EXPECT_EQ(profile.gauges[0].process, 1U);
    EXPECT_EQ(profile.names[profile.gauges[0].name], "inner");
    EXPECT_EQ(text_of(profile, profile.gauges[0].context), "outer / inner: MPI_Send");
    uint64_t entries = 0;
    for (const RegionTime &time : profile.region_times) {
        EXPECT_EQ(time.time_ns, 10 * time.entries);
        entries += time.entries;
    }
    EXPECT_EQ(entries, 5U + 6 + 1 + 2 + 3);
}

TEST(Encode, WithoutContextsThereIsOne) {
    SegmentBuilder segment = with_world();
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 2)});
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.contexts.size(), 1U);
    EXPECT_EQ(profile.flows.all().context, std::vector<uint32_t>{0});
    EXPECT_EQ(text_of(profile, 0), ": ");
}

TEST(Encode, TicksBecomeNanoseconds) {
    SegmentBuilder segment = with_world();
    segment.header().run_ticks = 5000;
    segment.header().run_ns = 2000;
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("MPI_Send"), name("Barrier")});
    segment.add(MPIMON_BLOCK_FUNCTIONS, std::vector<mpimon_function>{{0, 0, 2, 250, 100, 150}});
    segment.add(MPIMON_BLOCK_REGIONS, std::vector<mpimon_region>{{0, MPIMON_NONE, 1, 1000}});
    mpimon_collective barrier = {};
    barrier.operation = 1;
    barrier.calls = 1;
    barrier.time = 50;
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier});
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.functions.at(0).time_ns, 100U);
    EXPECT_EQ(profile.functions.at(0).shortest_ns, 40U);
    EXPECT_EQ(profile.functions.at(0).longest_ns, 60U);
    EXPECT_EQ(profile.region_times.at(0).time_ns, 400U);
    EXPECT_EQ(profile.collectives.at(0).time_ns, 20U);
}

TEST(Encode, CommunicatorsOfAllProcessesAreOne) {
    std::vector<SegmentBuilder> segments = sample_job();
    const Profile profile = decoded(profile_of(segments));
    std::map<std::pair<std::string, uint64_t>, const Communicator *> found;
    for (const Communicator &communicator : profile.communicators)
        found[{communicator.name, communicator.group_hash}] = &communicator;
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(profile.communicators.size(), 5U);
    const Communicator &all = *found.at({"MPI_COMM_WORLD", 0x1111});
    EXPECT_TRUE(all.world_order);
    EXPECT_TRUE(all.members.empty());
    EXPECT_EQ(all.processes, 4U);
    EXPECT_EQ(all.size, 4U);
    const Communicator &upper = *found.at({"pairs", 0x2224});
    EXPECT_EQ(upper.members, (std::vector<uint32_t>{2, 3}));
    EXPECT_EQ(upper.processes, 2U);
    EXPECT_FALSE(upper.internal);
    EXPECT_TRUE(found.at({"", 0x3333})->internal);
}

TEST(Encode, EveryDirectionComesBack) {
    SegmentBuilder segment = with_world(2);
    std::vector<mpimon_flow> flows;
    FlowMap expected;
    for (int i = 0; i < MPIMON_DIRECTIONS; ++i) {
        const auto direction = static_cast<mpimon_direction>(i);
        const uint64_t messages = 5 + static_cast<uint64_t>(i);
        flows.push_back(flow(0, 3, MPIMON_CLASS_P2P, MPIMON_PATH_NET, direction, messages, 10 * messages));
        expected[{2, 3, MPIMON_CLASS_P2P, MPIMON_PATH_NET, i}] = {messages, 10 * messages};
    }
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    const Profile profile = decoded(segment);
    EXPECT_EQ(flow_map(profile), expected);
}

TEST(Encode, ThreadsAreAddedUpAndZerosLeftOut) {
    SegmentBuilder segment = with_world(2);
    const auto make = [](uint64_t messages, uint64_t bytes, mpimon_path path = MPIMON_PATH_SHM) {
        return flow(0, 3, MPIMON_CLASS_P2P, path, MPIMON_SENT, messages, bytes);
    };
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{make(1, 10), make(2, 5, MPIMON_PATH_NET)}, 4);
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{make(4, 40), make(0, 0, MPIMON_PATH_IPC)});
    mpimon_histograms first = {};
    first.bins[MPIMON_CLASS_P2P][4] = 1;
    mpimon_histograms second = {};
    second.bins[MPIMON_CLASS_P2P][4] = 4;
    second.bins[MPIMON_CLASS_P2P][64] = 1;
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{first});
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{second});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Barrier"), name("MPI_Barrier")});
    mpimon_collective barrier = {};
    barrier.calls = 3;
    barrier.algorithm = 1;
    barrier.time = 100;
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier, barrier});
    segment.add(MPIMON_BLOCK_FUNCTIONS, std::vector<mpimon_function>{{1, 0, 2, 30, 10, 20}});
    segment.add(MPIMON_BLOCK_FUNCTIONS, std::vector<mpimon_function>{{1, 0, 1, 5, 5, 5}, {0, 0, 0, 0, 0, 0}});
    segment.add(MPIMON_BLOCK_GAUGES, std::vector<mpimon_gauge>{{0, 0, 7, 5, 4}});
    segment.add(MPIMON_BLOCK_GAUGES, std::vector<mpimon_gauge>{{0, 0, 0, 2, 6}, {1, 0, 0, 0, 0}});

    const Profile profile = decoded(segment);
    const FlowMap expected = {{{2, 3, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT}, {5, 50}},
                              {{2, 3, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT}, {2, 5}}};
    EXPECT_EQ(flow_map(profile), expected);
    ASSERT_EQ(profile.histograms.size(), 1U);
    EXPECT_EQ(profile.histograms[0].bins, 65);
    EXPECT_EQ(profile.histogram_bins[4], 5U);
    EXPECT_EQ(profile.histogram_bins[64], 1U);
    ASSERT_EQ(profile.collectives.size(), 1U);
    EXPECT_EQ(profile.collectives[0].calls, 6U);
    EXPECT_EQ(profile.collectives[0].time_ns, 200U);
    ASSERT_EQ(profile.functions.size(), 1U);
    EXPECT_EQ(profile.functions[0].calls, 3U);
    EXPECT_EQ(profile.functions[0].time_ns, 35U);
    EXPECT_EQ(profile.functions[0].shortest_ns, 5U);
    EXPECT_EQ(profile.functions[0].longest_ns, 20U);
    ASSERT_EQ(profile.gauges.size(), 1U);
    EXPECT_EQ(profile.names[profile.gauges[0].name], "Barrier");
    EXPECT_EQ(profile.gauges[0].rises, 7U);
    EXPECT_EQ(profile.gauges[0].falls, 7U);
    EXPECT_EQ(profile.gauges[0].highest, 6U);
}

// Of two threads; of the rest, peer 4 is not in the world, class 5 and bin 65 are none, and the last counted nothing.
TEST(Encode, SizesOfPeersComeBackSortedAndAddedUp) {
    SegmentBuilder segment = with_world(2);
    segment.add(MPIMON_BLOCK_FOREIGN, std::vector<mpimon_foreign>{{1, 0}});
    segment.add(MPIMON_BLOCK_SIZES, std::vector<mpimon_size>{{3, MPIMON_CLASS_COLL, 64, 0, 5},
                                                             {MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, 0, 0, 6},
                                                             {3, MPIMON_CLASS_P2P, 7, 0, 1}});
    segment.add(MPIMON_BLOCK_SIZES, std::vector<mpimon_size>{{3, MPIMON_CLASS_P2P, 7, 0, UINT64_C(1) << 40U},
                                                             {0, MPIMON_CLASS_CTRL, 1, 0, 2},
                                                             {4, MPIMON_CLASS_P2P, 1, 0, 2},
                                                             {0, MPIMON_CLASSES, 1, 0, 2},
                                                             {0, MPIMON_CLASS_P2P, MPIMON_BINS, 0, 2},
                                                             {0, MPIMON_CLASS_P2P, 1, 0, 0}});
    const Profile profile = decoded(segment);
    std::vector<std::tuple<uint32_t, uint32_t, int, int, uint64_t>> sizes;
    for (const PeerSize &size : profile.peer_sizes)
        sizes.emplace_back(profile.processes[size.process].world_rank, size.peer, size.traffic_class, size.bin,
                           size.messages);
    const decltype(sizes) expected = {{2, 0, MPIMON_CLASS_CTRL, 1, 2},
                                      {2, 3, MPIMON_CLASS_P2P, 7, (UINT64_C(1) << 40U) + 1},
                                      {2, 3, MPIMON_CLASS_COLL, 64, 5},
                                      {2, MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, 0, 6}};
    EXPECT_EQ(sizes, expected);
    ASSERT_FALSE(profile.diagnostics.empty());
    EXPECT_EQ(profile.diagnostics[0].text, "rank 2: 3 blocks or items of its memory make no sense and are left out");
}

// Of two threads in one context; of the rest, class 6 and context 1 are none, and the last counted nothing.
TEST(Encode, NoncontiguousMessagesComeBackAddedUp) {
    SegmentBuilder segment = with_world(2);
    segment.add(MPIMON_BLOCK_NONCONTIGUOUS, std::vector<mpimon_noncontiguous>{{0, MPIMON_CLASS_RMA, {}, 1, 8, 2},
                                                                              {0, MPIMON_CLASS_P2P, {}, 3, 30, 9}});
    segment.add(MPIMON_BLOCK_NONCONTIGUOUS,
                std::vector<mpimon_noncontiguous>{{0, MPIMON_CLASS_P2P, {}, UINT64_C(1) << 40U, 1, 1},
                                                  {0, MPIMON_CLASSES, {}, 1, 1, 1},
                                                  {1, MPIMON_CLASS_P2P, {}, 1, 1, 1},
                                                  {0, MPIMON_CLASS_COLL, {}, 0, 0, 0}});
    const Profile profile = decoded(segment);
    std::vector<std::tuple<uint32_t, uint32_t, int, uint64_t, uint64_t, uint64_t>> rows;
    for (const Noncontiguous &row : profile.noncontiguous)
        rows.emplace_back(profile.processes[row.process].world_rank, row.context, row.traffic_class, row.messages,
                          row.bytes, row.blocks);
    const decltype(rows) expected = {{2, 0, MPIMON_CLASS_P2P, (UINT64_C(1) << 40U) + 3, 31, 10},
                                     {2, 0, MPIMON_CLASS_RMA, 1, 8, 2}};
    EXPECT_EQ(rows, expected);
    ASSERT_FALSE(profile.diagnostics.empty());
    EXPECT_EQ(profile.diagnostics[0].text, "rank 2: 2 blocks or items of its memory make no sense and are left out");
}

TEST(Encode, PeersOfEveryKindComeBack) {
    SegmentBuilder segment = with_world(0, 1U << 20U);
    segment.add(MPIMON_BLOCK_FOREIGN, std::vector<mpimon_foreign>{{1, 0}, {2, 5}});
    std::vector<mpimon_flow> flows;
    const std::vector<uint32_t> peers = {
        0, 1, (1U << 20U) - 1, MPIMON_PEER_FOREIGN_BIT, MPIMON_PEER_FOREIGN_BIT + 1, MPIMON_PEER_UNKNOWN};
    for (const uint32_t peer : peers)
        flows.insert(flows.begin(), flow(0, peer, MPIMON_CLASS_PART, MPIMON_PATH_NET, MPIMON_RECEIVED, UINT64_MAX, 1));
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    const Profile profile = decoded(segment);
    EXPECT_TRUE(profile.diagnostics.size() == 1 &&
                profile.diagnostics[0].text == "only 1 of the job's 1048576 processes are in it");
    EXPECT_EQ(profile.flows.all().peer, peers);
    EXPECT_EQ(profile.flows.all().messages, std::vector<uint64_t>(6, UINT64_MAX));
}

TEST(Encode, NamesBecomeUtf8) {
    SegmentBuilder segment = with_world();
    std::memcpy(segment.header().user, "a\xFF\xC3\xA9\xE2\x82", 7);  // a, no character, é, half a character
    std::memset(segment.header().executable, 'x', sizeof segment.header().executable);  // no closing NUL
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.job.user, "a?\xC3\xA9??");
    EXPECT_EQ(profile.job.executable, std::string(sizeof segment.header().executable, 'x'));
}

TEST(Encode, MembersAreWrittenByTheFirstRankOnly) {
    std::vector<SegmentBuilder> segments = sample_job();
    const std::string second = process_record(segments[1]);
    std::vector<SegmentBuilder> alone;
    const Profile profile = decoded(job_record(segments[0]) + second + end_record(1));
    for (const Communicator &communicator : profile.communicators)
        EXPECT_TRUE(communicator.members.empty()) << communicator.name;
}

}  // namespace

}  // namespace mpimon::test
