// What is tried of nonblocking collectives, and the files by which it is tried and chosen.
#include "analysis/tuning/forms.h"

#include <gtest/gtest.h>

#include <map>

#include "analysis/tuning/check.h"
#include "analysis/tuning/selection.h"
#include "analysis/tuning/tuned_files.h"
#include "tuning/text.h"
#include "tuning_files.h"

namespace mpimon::test {

namespace {

using namespace tuning;  // NOLINT: all of it is under test

TEST(Forms, HaveNamesOfTheirOwn) {
    EXPECT_EQ(name_in_form("Reduce_scatter", Form::kBlocking), "Reduce_scatter");
    EXPECT_EQ(name_in_form("Reduce_scatter", Form::kNonblocking), "Ireduce_scatter");
    EXPECT_EQ(collective_of("Bcast"), "bcast");
    EXPECT_EQ(collective_of("Bcast", Form::kNonblocking), "ibcast");
}

// Both forms of a collective of neighbours choose among the nonblocking one's algorithms.
TEST(Forms, HaveCollectivesOfTheirOwn) {
    for (const auto &[collective, blocking, nonblocking] :
         {std::tuple("bcast", true, false), std::tuple("ibcast", false, true),
          std::tuple("neighbor_alltoall", false, false), std::tuple("ineighbor_alltoall", true, true)}) {
        EXPECT_EQ(is_of_form(collective, Form::kBlocking), blocking) << collective;
        EXPECT_EQ(is_of_form(collective, Form::kNonblocking), nonblocking) << collective;
    }
}

class EachSeries : public testing::TestWithParam<Series> {};
INSTANTIATE_TEST_SUITE_P(Tuning, EachSeries, testing::ValuesIn(kSeries));

TEST_P(EachSeries, NonblockingOperationsHaveSeveralCandidates) {
    std::map<std::string, size_t> counts;
    for (const Candidate &candidate : candidates(GetParam(), Form::kNonblocking)) {
        EXPECT_EQ(candidate.collective.front(), 'i') << candidate.name;
        EXPECT_EQ(candidate.level, Level::kMpir);
        ++counts[candidate.collective];
    }
    for (const auto &[collective, count] : counts) {
        EXPECT_GE(count, 2U) << collective;
        EXPECT_LE(count, kMostCandidates) << collective;
    }
    for (const char *name : {"iallgather", "iallreduce", "ialltoall", "ibcast", "ireduce", "ireduce_scatter", "iscan"})
        EXPECT_EQ(counts.count(name), 1U) << name;
    EXPECT_EQ(counts.count("iexscan"), 0U);
}

// Each is legal where the file has it, and needs no file of the device's level; the choices of blocking calls stay.
TEST_P(EachSeries, NonblockingChoicesAreSound) {
    const std::vector<Candidate> known = candidates(GetParam(), Form::kNonblocking);
    const Files before = {complete_file(GetParam()), Json::object()};
    for (const Candidate &candidate : known)
        for (const Spread spread : {Spread::kUnknown, Spread::kOneNode, Spread::kOneEach}) {
            const int bin = size_key(candidate.collective).empty() ? kAnyBin : 11;
            const Files after = with_choices(before, {{{"", 4, bin, spread}, candidate.name}}, known, GetParam());
            EXPECT_TRUE(check(parse_tuning_file(file_text(after.mpir)), GetParam(), Level::kMpir).is_sound())
                << candidate.name;
            EXPECT_NE(after.mpir["collective=" + candidate.collective],
                      before.mpir["collective=" + candidate.collective]);
            EXPECT_EQ(after.mpir["collective=bcast"], before.mpir["collective=bcast"]);
            EXPECT_TRUE(after.ch4.empty());
        }
}

TEST_P(EachSeries, FormsThatAreWaitedForAreTakenByBlockingCalls) {
    const Files before = {complete_file(GetParam()), Json::object()};
    const Files after = with_forms_waited_for(before, {"Alltoall", "Bcast", "Neighbor_alltoall", "Scan"}, GetParam());
    EXPECT_TRUE(check(parse_tuning_file(file_text(after.mpir)), GetParam(), Level::kMpir).is_sound());
    EXPECT_TRUE(check(parse_tuning_file(file_text(after.ch4)), GetParam(), Level::kCh4).is_sound());
    EXPECT_EQ(after.mpir["collective=bcast"]["comm_type=intra"], lone("algorithm=MPIR_Bcast_allcomm_nb"));
    EXPECT_EQ(after.mpir["collective=bcast"]["comm_type=inter"],
              before.mpir.at("collective=bcast").at("comm_type=inter"));
    EXPECT_EQ(after.ch4["collective=bcast"]["comm_type=intra"],
              lone("composition=MPIDI_Bcast_intra_composition_gamma"));
    for (const char *key : {"collective=ibcast", "collective=neighbor_alltoall", "collective=reduce"})
        EXPECT_EQ(after.mpir[key], before.mpir.at(key)) << key;
}

TEST(Calls, OfNonblockingOperationsAreCountedInEachProcess) {
    Profile profile;
    profile.job.world_size = 2;
    profile.processes.resize(2);
    profile.names = {"Bcast", "Scan", "an algorithm"};
    Communicator world;
    world.size = 2;
    Communicator other = world;
    other.inter = true;
    profile.communicators = {world, other};
    const auto add_calls = [&](uint32_t operation, uint32_t communicator, uint8_t mode, uint64_t calls) {
        CollectiveSize row;
        row.operation = operation;
        row.communicator = communicator;
        row.mode = mode;
        row.algorithm = 2;
        row.bin = 11;
        row.calls = calls;
        row.bytes = calls * 1024;
        profile.collective_sizes.push_back(row);
    };
    for (int process = 0; process < 2; ++process) {
        add_calls(0, 0, MPIMON_NONBLOCKING, 10);
        add_calls(0, 0, MPIMON_BLOCKING, 100);
        add_calls(0, 1, MPIMON_NONBLOCKING, 3);
        add_calls(1, 0, MPIMON_NONBLOCKING, 5);
    }
    auto points = summarize_nonblocking_calls(profile);
    ASSERT_EQ(points.size(), 2U);
    PointTrials &bcast = points.begin()->second;
    EXPECT_EQ(bcast.calls, 10U);
    EXPECT_EQ(bcast.size, 1024U);
    EXPECT_EQ(bcast.time_ns, 0U);
    bcast.standard.calls = 1;
    bcast.candidates["an algorithm"].calls = 1;
    const auto covered = covered_calls(points, profile);
    EXPECT_EQ(covered.at("Bcast").tried, 20U);
    EXPECT_EQ(covered.at("Bcast").all, 26U);
    EXPECT_EQ(covered.at("Scan").tried, 0U);
    EXPECT_EQ(covered.at("Scan").all, 10U);
}

}  // namespace

}  // namespace mpimon::test
