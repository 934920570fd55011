// The reader: files that are sound as files, but not as expected.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <protozero/pbf_writer.hpp>

#include "profile/format/crc32c.h"
#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kMarker = 0x4E4F4D50;

// A record with a right checksum around any content.
std::string record_of(const std::string &content) {
    std::string record;
    protozero::pbf_writer record_writer(record);
    record_writer.add_fixed32(1, kMarker);
    record_writer.add_fixed32(2, mpimon_crc32c(content.data(), content.size()));
    record += content;
    std::string field;
    protozero::pbf_writer(field).add_message(1, record);
    return field;
}

template <class Fill>
std::string message_record(uint32_t field, Fill fill) {
    std::string message;
    protozero::pbf_writer writer(message);
    fill(writer);
    std::string content;
    protozero::pbf_writer(content).add_message(field, message);
    return record_of(content);
}

std::string job_of(uint32_t world_size, uint32_t major = 1) {
    return message_record(3, [&](protozero::pbf_writer &job) {
        job.add_uint32(1, major);
        job.add_uint32(9, world_size);
    });
}

Profile decoded(const std::string &file) {
    return decode_profile(file.data(), file.size(), "test.mon");
}

std::string error_of(const std::string &file) {
    try {
        decoded(file);
    } catch (const ProfileError &error) {
        return error.what();
    }
    return "no error";
}

std::vector<std::string> diagnostics_of(const std::string &file) {
    std::vector<std::string> texts;
    for (const Diagnostic &diagnostic : decoded(file).diagnostics)
        texts.push_back(diagnostic.text);
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Decode, WhatIsNoProfileIsRefused) {
    EXPECT_EQ(error_of(""), "test.mon: empty; the job that writes it may still be running");
    EXPECT_EQ(error_of("hello, world\n"), "test.mon: not a profile (expected is a .mon file of a monitored job)");
    EXPECT_EQ(error_of(job_of(1).substr(0, 12)),
              "test.mon: a profile, but damaged: not one record can be read; copy it anew");
    EXPECT_EQ(error_of(job_of(1, 2)),
              "test.mon: written in format 2, and this mpimon reads up to 1: use the mpimon of the installation that "
              "wrote it");
}

TEST(Decode, LaterMinorFormatsAreRead) {
    const std::string unknown_body = message_record(77, [](protozero::pbf_writer &body) { body.add_string(1, "x"); });
    const std::string process = message_record(4, [](protozero::pbf_writer &message) {
        message.add_string(99, "of a later version");
        message.add_fixed64(1, 3);  // known number, other type
        message.add_uint32(2, 42);
    });
    const Profile profile = decoded(job_of(1) + unknown_body + process + end_record(1));
    EXPECT_TRUE(profile.diagnostics.empty());
    ASSERT_EQ(profile.processes.size(), 1U);
    EXPECT_EQ(profile.processes[0].pid, 42U);
}

TEST(Decode, MissingPartsAreNoted) {
    std::vector<SegmentBuilder> segments = sample_job();
    const std::string job = job_record(segments[0]);
    const std::string first = process_record(segments[0]);
    EXPECT_EQ(diagnostics_of(job + first),
              (Texts{"only 1 of the job's 4 processes are in it", "it has no end: cut short, or still being written"}));
    EXPECT_EQ(diagnostics_of(first + end_record(1)),
              Texts{"the job's own record is missing: executable, versions and settings are not known"});
}

TEST(Decode, RepeatedPartsAreNoted) {
    SegmentBuilder segment(0, 1);
    const std::string job = job_record(segment);
    const std::string process = process_record(segment);
    EXPECT_EQ(diagnostics_of(job + process + process + end_record(1)),
              Texts{"rank 0 a second time; only the first is read"});
    EXPECT_EQ(diagnostics_of(job + process + job + end_record(1)),
              Texts{"a second job begins here, and each is to have a file of its own; only its processes are read"});
    EXPECT_EQ(diagnostics_of(job + process + end_record(1) + end_record(1)), Texts{"the profile ends a second time"});
    EXPECT_EQ(diagnostics_of(job + process + end_record(2)), Texts{"2 processes were written and 1 could be read"});
}

TEST(Decode, RanksOutsideTheJobAreLeftOut) {
    SegmentBuilder outside(5, 9);
    SegmentBuilder inside(0, 1);
    const std::string file = job_of(1) + process_record(inside) + process_record(outside) + end_record(1);
    EXPECT_EQ(diagnostics_of(file), Texts{"rank 5 in a job of 1; it is left out"});
    EXPECT_EQ(decoded(file).processes.size(), 1U);
}

// As where the first record is damaged: the traffic says how large the job was at least.
TEST(Decode, RanksWithoutAJobMakeOne) {
    std::vector<SegmentBuilder> segments = sample_job();
    const Profile profile = decoded(process_record(segments[2]));
    ASSERT_EQ(profile.processes.size(), 1U);
    EXPECT_EQ(profile.processes[0].world_rank, 2U);
    EXPECT_EQ(profile.job.world_size, 4U);  // rank 2 sends to rank 3
}

TEST(Decode, RanksBeforeTheJobsRecordAreInTheJob) {
    std::vector<SegmentBuilder> segments = sample_job();
    const Profile profile = decoded(process_record(segments[2]) + job_of(2) + end_record(1));
    EXPECT_EQ(profile.job.world_size, 4U);
    ASSERT_EQ(profile.diagnostics.size(), 2U);
    EXPECT_EQ(profile.diagnostics[1].text, "4 ranks in a job of 2");
}

TEST(Decode, RanksLikeForeignPeersAreLeftOut) {
    for (const std::string &job : {std::string(), job_of(UINT32_MAX)}) {
        const Profile profile =
            decoded(job + message_record(4, [](protozero::pbf_writer &process) { process.add_uint32(1, 0x80000001); }));
        EXPECT_TRUE(profile.processes.empty());
        EXPECT_EQ(profile.diagnostics.at(0).text.substr(0, 15), "rank 2147483649");
    }
}

// What takes a few bytes in the file must not become a multiple of them in what is shown.
TEST(Decode, NamesAndRegionsAndVariablesHaveLimits) {
    constexpr uint32_t kTooDeep = MPIMON_REGION_DEPTH + 10;
    const std::string file = message_record(3,
                                            [](protozero::pbf_writer &job) {
                                                job.add_uint32(9, 1);
                                                for (int i = 0; i < 5000; ++i)
                                                    job.add_message(13, std::string());
                                            }) +
                             message_record(4, [](protozero::pbf_writer &process) {
                                 process.add_string(7, std::string(1000, 'x'));
                                 for (uint32_t parent = 0; parent < kTooDeep; ++parent) {
                                     std::string region;
                                     protozero::pbf_writer(region).add_uint32(2, parent);
                                     process.add_message(16, region);
                                 }
                             });
    const Profile profile = decoded(file);
    EXPECT_EQ(profile.job.cvars.size(), 4096U);
    EXPECT_EQ(profile.names, std::vector<std::string>{std::string(127, 'x')});
    EXPECT_EQ(profile.regions.size(), size_t{MPIMON_REGION_DEPTH});
    EXPECT_EQ(profile.diagnostics.at(0).text, "rank 0: 10 regions make no sense and are left out");
}

TEST(Decode, ContradictionsWithinAProcessAreNoted) {
    const std::string process = message_record(4, [](protozero::pbf_writer &message) {
        message.add_string(7, "Bcast");
        std::string communicator;
        protozero::pbf_writer(communicator).add_uint32(5, 3);  // of three processes
        std::string flows;
        protozero::pbf_writer writer(flows);
        const std::vector<uint32_t> communicators = {0, 0, 1, 0, 0};
        const std::vector<int64_t> deltas = {0, 1, 0, 7, INT64_MIN};  // peers 0, 1, 1, 8, absurd
        const std::vector<uint32_t> kinds = {0, 7, 0, 0, 0};          // the second has class 7
        const std::vector<uint64_t> counts = {1, 2, 3, 4, 5};
        writer.add_packed_uint32(1, communicators.begin(), communicators.end());
        writer.add_packed_sint64(2, deltas.begin(), deltas.end());
        writer.add_packed_uint32(3, kinds.begin(), kinds.end());
        writer.add_packed_uint64(4, counts.begin(), counts.end());
        writer.add_packed_uint64(5, counts.begin(), counts.end() - 1);  // a column shorter
        std::string histogram;
        const std::vector<uint64_t> bins(66, 1);
        protozero::pbf_writer(histogram).add_packed_uint64(2, bins.begin(), bins.end());
        std::string collective;
        protozero::pbf_writer(collective).add_uint32(3, 1);  // algorithm 1 of one name
        std::string function;
        protozero::pbf_writer(function).add_uint32(1, 4000000000U);
        message.add_message(8, communicator);
        message.add_message(9, flows);
        message.add_message(10, histogram);
        message.add_message(11, collective);
        message.add_message(13, function);
        message.add_message(17, function);
        std::string sizes;
        protozero::pbf_writer size_writer(sizes);
        const std::vector<int64_t> size_deltas = {0, 1, 0, 0, 7};                      // peers 0, 1, 1, 1, 8
        const std::vector<uint32_t> size_kinds = {8 * 64, 6, 8 * 65, 4294967295U, 0};  // bins 64, 0, 65; classes 0, 6
        size_writer.add_packed_sint64(1, size_deltas.begin(), size_deltas.end());
        size_writer.add_packed_uint32(2, size_kinds.begin(), size_kinds.end());
        size_writer.add_packed_uint64(3, counts.begin(), counts.end());
        message.add_message(20, sizes);
        message.add_message(20, sizes);  // again
    });
    const std::string file = job_of(2) + process + end_record(1);
    EXPECT_EQ(diagnostics_of(file),
              (Texts{"rank 0: 4 message counts make no sense and are left out",
                     "rank 0: 1 histograms make no sense and are left out",
                     "rank 0: 9 sizes of messages make no sense and are left out",
                     "rank 0: 1 collective counts make no sense and are left out",
                     "rank 0: 1 function counts make no sense and are left out",
                     "rank 0: 1 gauges make no sense and are left out", "only 1 of the job's 2 processes are in it"}));
    const Profile profile = decoded(file);
    ASSERT_EQ(profile.flows.size(), 1U);
    EXPECT_EQ(profile.flows.all().messages[0], 1U);
    ASSERT_EQ(profile.peer_sizes.size(), 1U);
    EXPECT_EQ(profile.peer_sizes[0].bin, 64);
    EXPECT_EQ(profile.peer_sizes[0].messages, 1U);
}

TEST(Decode, MalformedMessagesAreNoted) {
    // A Process whose host claims more bytes than there are.
    const std::string content("\x22\x02\x1A\x7F", 4);
    const Texts texts = diagnostics_of(job_of(1) + record_of(content) + end_record(0));
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_EQ(texts[0].substr(0, 21), "a record is malformed");
}

TEST(Decode, DiagnosticsAreLimited) {
    SegmentBuilder segment(0, 1);
    std::string file = job_record(segment);
    for (int i = 0; i < 301; ++i)
        file += process_record(segment);
    const Profile profile = decoded(file + end_record(1));
    EXPECT_EQ(profile.diagnostics.size(), 100U);
    EXPECT_EQ(profile.unlisted_diagnostics, 200U);
}

TEST(Decode, RecordsInAnyOrderMakeTheSameModel) {
    std::vector<SegmentBuilder> segments = sample_job();
    std::string backwards = job_record(segments[0]);
    for (size_t i = segments.size(); i-- > 0;)
        backwards += process_record(segments[i]);
    const Profile profile = decoded(backwards + end_record(4));
    EXPECT_TRUE(profile.diagnostics.empty());
    for (uint32_t rank = 0; rank < 4; ++rank)
        EXPECT_EQ(profile.processes[rank].world_rank, rank);
    // Rank 3 alone sent partitioned messages.
    const Flows flows = profile.flows.all();
    for (size_t i = 0; i < flows.size(); ++i) {
        const bool partitioned = flows.traffic_class(i) == MPIMON_CLASS_PART && flows.direction(i) == MPIMON_SENT;
        EXPECT_EQ(partitioned, partitioned && profile.rank_of(flows, i) == 3);
    }
}

TEST(Decode, ForeignPeersAreOrderedByTableAndIndex) {
    std::string file = job_of(2);
    for (uint32_t rank = 0; rank < 2; ++rank) {
        SegmentBuilder segment(rank, 2);
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(2, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_FOREIGN, std::vector<mpimon_foreign>{{2, 1}, {1, 9 - rank}});
        const uint32_t second = MPIMON_PEER_FOREIGN_BIT + 1;
        segment.add(MPIMON_BLOCK_FLOWS,
                    std::vector{flow(0, second, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, rank)});
        file += process_record(segment);
    }
    const Profile profile = decoded(file + end_record(2));
    ASSERT_EQ(profile.foreign.size(), 3U);
    const std::vector<uint32_t> indices = {profile.foreign[0].index, profile.foreign[1].index,
                                           profile.foreign[2].index};
    EXPECT_EQ(indices, (std::vector<uint32_t>{8, 9, 1}));
    EXPECT_EQ(profile.flows.all().peer, (std::vector<uint32_t>{MPIMON_PEER_FOREIGN_BIT + 1, MPIMON_PEER_FOREIGN_BIT}));
}

TEST(Decode, FilesThatCannotBeReadAreNamed) {
    const std::string folder = ::testing::TempDir();
    const auto error = [](const std::string &path) {
        try {
            read_profile(path);
        } catch (const ProfileError &failure) {
            return std::string(failure.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(error(folder + "/nowhere.mon"), folder + "/nowhere.mon: No such file or directory");
    EXPECT_EQ(error(folder), folder + ": not a regular file; name the .mon file itself");
}

// Debian's protoc reads the file by the published schema, and finds in it what was written.
TEST(Decode, ProtocReadsIt) {
    const char *source = std::getenv("MPIMON_SOURCE");
    if (source == nullptr || std::system("protoc --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "needs protoc (Debian: protobuf-compiler), and MPIMON_SOURCE as `make check` sets it";
    std::vector<SegmentBuilder> segments = sample_job();
    const std::string file = ::testing::TempDir() + "/protoc.mon";
    write_file(file, profile_of(segments));
    const std::string command = "protoc --decode=mpich_monitoring.Profile --proto_path=" + std::string(source) +
                                "/src/profile/format monitoring.proto < " + file + " > " + file + ".txt";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::string text = read_file(file + ".txt");
    std::remove(file.c_str());
    std::remove((file + ".txt").c_str());
    for (const char *part : {"executable: \"/opt/app/solver\"", "host: \"node1\"", "member: 3", "complete: true",
                             "name: \"MPIR_Bcast_intra_smp\"", "mode: NONBLOCKING", "role: STEP", "traffic_class: RMA",
                             "longest_ns: 9000", "processes: 4", "table: 1"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    // Unknown fields would be printed as numbers.
    EXPECT_EQ(text.find("\n  1: "), std::string::npos);
}

TEST(Decode, TenThousandRanksOfThirtyPeersTakeLessThanASecond) {
    constexpr uint32_t kRanks = 10000;
    constexpr uint32_t kPeers = 30;
    std::string file;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder segment(rank, kRanks);
        if (rank == 0)
            file = job_record(segment);
        std::vector<mpimon_flow> flows;
        for (uint32_t i = 0; i < kPeers; ++i)
            for (const mpimon_direction direction : {MPIMON_SENT, MPIMON_RECEIVED})
                flows.push_back(flow(0, (rank + 97 * i) % kRanks, MPIMON_CLASS_P2P, MPIMON_PATH_NET, direction, 1 + i,
                                     (uint64_t{1} + i) << i));
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_FLOWS, flows);
        file += process_record(segment);
    }
    file += end_record(kRanks);
    const std::clock_t start = std::clock();
    const Profile profile = decoded(file);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_TRUE(profile.diagnostics.empty());
    EXPECT_EQ(profile.flows.size(), size_t{kRanks} * kPeers * 2);
    EXPECT_EQ(profile.communicators.size(), 1U);
    EXPECT_EQ(profile.communicators[0].processes, kRanks);
    EXPECT_LT(seconds, 1.0);
}

// The intervals of a process, with what `fill` adds to them.
template <class Fill>
Profile with_timeline(const std::vector<int64_t> &end_deltas, Fill fill) {
    const std::string process = message_record(4, [&](protozero::pbf_writer &message) {
        message.add_string(7, "cells");
        std::string timeline;
        protozero::pbf_writer writer(timeline);
        writer.add_uint64(1, 1000);
        writer.add_packed_sint64(3, end_deltas.begin(), end_deltas.end());
        fill(writer);
        message.add_message(27, timeline);
    });
    return decoded(job_of(1) + process + end_record(1));
}

void add_traffic(protozero::pbf_writer &timeline, uint32_t traffic_class, uint32_t direction, size_t intervals) {
    const std::vector<uint64_t> ones(intervals, 1);
    std::string traffic;
    protozero::pbf_writer writer(traffic);
    writer.add_uint32(1, traffic_class);
    writer.add_uint32(2, direction);
    writer.add_packed_uint64(3, ones.begin(), ones.end());
    timeline.add_message(9, traffic);
}

TEST(Decode, IntervalsThatMakeNoSenseAreLeftOut) {
    const auto nothing = [](protozero::pbf_writer &) {};
    EXPECT_EQ(with_timeline({0, 5, -1}, nothing).timelines.at(0).ends, (std::vector<uint64_t>{1000, 2005, 3004}));
    for (const int64_t wrong : {int64_t{-1001}, INT64_MAX, INT64_MIN}) {
        const Profile profile = with_timeline({0, 0, wrong, 0}, nothing);
        EXPECT_EQ(profile.timelines.at(0).size(), 2U);
        EXPECT_EQ(profile.diagnostics.at(0).text,
                  "rank 0: 2 intervals of time, or counts by interval, make no sense and are left out");
    }
    const std::vector<uint64_t> gaps = {0, 1001};  // longer than all that passed
    EXPECT_EQ(with_timeline({0, 0}, [&](auto &timeline) { timeline.add_packed_uint64(4, gaps.begin(), gaps.end()); })
                  .timelines.at(0)
                  .size(),
              1U);
    EXPECT_EQ(with_timeline(std::vector<int64_t>(100000), nothing).timelines.at(0).size(), size_t{MPIMON_INTERVALS});
    EXPECT_TRUE(with_timeline({}, nothing).timelines.empty());
}

TEST(Decode, CountsByIntervalThatMakeNoSenseAreLeftOut) {
    const Profile profile = with_timeline({0, 0, 0}, [](protozero::pbf_writer &timeline) {
        add_traffic(timeline, MPIMON_CLASS_COLL, MPIMON_SENT, 2);
        add_traffic(timeline, MPIMON_CLASSES, MPIMON_SENT, 1);
        add_traffic(timeline, MPIMON_CLASS_RMA, MPIMON_CANCELLED, 1);
        add_traffic(timeline, MPIMON_CLASS_PART, MPIMON_RECEIVED, 4);
        timeline.add_message(10, std::string{8, 1});  // a gauge of name 1, which there is not
    });
    const Timeline &timeline = profile.timelines.at(0);
    ASSERT_EQ(timeline.traffic.size(), 2U);
    EXPECT_EQ(timeline.traffic[0].messages, (std::vector<uint64_t>{1, 1}));
    EXPECT_EQ(timeline.traffic[1].messages, (std::vector<uint64_t>{1, 1, 1}));
    EXPECT_TRUE(timeline.gauges.empty());
    EXPECT_EQ(profile.diagnostics.at(0).text,
              "rank 0: 4 intervals of time, or counts by interval, make no sense and are left out");
    const Profile many = with_timeline({0}, [](protozero::pbf_writer &timeline_writer) {
        for (int i = 0; i < 1000; ++i)
            add_traffic(timeline_writer, MPIMON_CLASS_P2P, MPIMON_SENT, 1);
    });
    EXPECT_EQ(many.timelines.at(0).traffic.size(), size_t{MPIMON_CLASSES} * MPIMON_FLOW_DIRECTIONS);
}

}  // namespace

}  // namespace mpimon::test
