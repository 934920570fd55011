// Open MPI style text: expected lines are worked out by hand from sample_job.cc and the guide (RR-9038, section 8.5.1).
#include "profile/write/prof_text.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <regex>
#include <sstream>

#include "profile/format/operations.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

std::string prof_of(SegmentBuilder &segment) {
    const std::string path = ::testing::TempDir() + "/text.prof";
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    EXPECT_GE(fd, 0);
    EXPECT_EQ(mpimon_write_prof(segment.segment(), fd), 0);
    close(fd);
    std::string text = read_file(path);
    std::remove(path.c_str());
    return text;
}

// 66 counts, all 0 but these.
std::string sizes(const std::vector<std::pair<int, int>> &counts) {
    std::vector<int> bins(66, 0);
    for (const auto &[bin, count] : counts)
        bins[static_cast<size_t>(bin)] = count;
    std::ostringstream text;
    for (size_t i = 0; i < bins.size(); ++i)
        text << (i == 0 ? "\t" : ",") << bins[i];
    return text.str();
}

TEST(ProfText, TheGuidesExample) {
    SegmentBuilder segment(0, 4);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(4, 0)});
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 27, 108)});
    mpimon_histograms histograms = {};
    histograms.bins[MPIMON_CLASS_P2P][3] = 27;
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{histograms});
    EXPECT_EQ(prof_of(segment),
              "# POINT TO POINT\n"
              "E\t0\t1\t108 bytes\t27 msgs sent" +
                  sizes({{3, 27}}) +
                  "\n"
                  "# OSC\n"
                  "# COLLECTIVES\n"
                  "D\tMPI_COMM_WORLD\tprocs: 0,1,2,3\n"
                  "O2A\t0\t0 bytes\t0 msgs sent\n"
                  "A2O\t0\t0 bytes\t0 msgs sent\n"
                  "A2A\t0\t0 bytes\t0 msgs sent\n");
}

// Per peer of rank 0: 6 broadcasts of 1000 bytes, 3 barriers, 7 reductions of 8 bytes; and 2 calls of Alltoallv, kept
// apart, with 100 bytes for rank 1, 200 for rank 2 and 300 for rank 3.
TEST(ProfText, SampleJobRankZero) {
    std::vector<SegmentBuilder> segments = sample_job();
    EXPECT_EQ(prof_of(segments[0]),
              "# POINT TO POINT\n"
              "E\t0\t1\t1000 bytes\t10 msgs sent\n"
              "# OSC\n"
              "S\t0\t1\t12288 bytes\t3 msgs sent\n"
              "R\t0\t1\t4096 bytes\t2 msgs sent\n"
              "# COLLECTIVES\n"
              "C\t0\t1\t6156 bytes\t18 msgs sent\n"
              "C\t0\t2\t6256 bytes\t18 msgs sent\n"
              "C\t0\t3\t6356 bytes\t18 msgs sent\n"
              "D\tMPI_COMM_WORLD\tprocs: 0,1,2,3\n"
              "O2A\t0\t18000 bytes\t6 msgs sent\n"
              "A2O\t0\t0 bytes\t0 msgs sent\n"
              "A2A\t0\t768 bytes\t10 msgs sent\n"
              "D\tpairs\tprocs: 0,1\n"
              "O2A\t0\t0 bytes\t0 msgs sent\n"
              "A2O\t0\t0 bytes\t0 msgs sent\n"
              "A2A\t0\t0 bytes\t0 msgs sent\n");
}

// As the tools name them (origins_test.cc), but for one of which nothing is known.
TEST(ProfText, CommunicatorsWithoutANameAreNamedByTheirOrigin) {
    enum Name : uint32_t { kCart, kSplit, kNew };
    std::vector<mpimon_communicator> items(5, world(4, 0));
    for (mpimon_communicator &item : items)
        item.name[0] = '\0';
    set_text(items[0].name, "all\nof us");
    items[1].origin = {1 + kCart, 1 + 0, 0, 0, 0, MPIMON_TOPOLOGY_CARTESIAN, 2, 0, {2, 2}, 0, 0};
    items[2].origin = {1 + kSplit, 1 + 1, 0, -3, 1, MPIMON_TOPOLOGY_NONE, 0, 0, {}, 0, 0};
    items[3].origin = {1 + kNew, 1 + 4, 0, 0, 0, MPIMON_TOPOLOGY_NONE, 0, 0, {}, 0, 0};
    items[4].context_id = 0x2a;
    SegmentBuilder segment(0, 4);
    segment.add(MPIMON_BLOCK_NAMES,
                std::vector{name("MPI_Cart_create"), name("MPI_Comm_split"), name("MPI_Comm_of_tomorrow")});
    segment.add(MPIMON_BLOCK_COMMUNICATORS, items);
    const std::string text = prof_of(segment);
    std::vector<std::string> names;
    const std::regex line("(^|\n)D\t([^\t]*)\tprocs: 0,1,2,3\n");
    for (std::sregex_iterator found(text.begin(), text.end(), line), end; found != end; ++found)
        names.push_back((*found)[2]);
    EXPECT_EQ(names,
              (std::vector<std::string>{"all of us", "cart 2×2 of all of us", "split -3 of cart 2×2 of all of us",
                                        "MPI_Comm_of_tomorrow of (context 0x2a)", "(no-name)"}));
}

// What makes a circle, or refers to what is not there, in a damaged segment.
TEST(ProfText, NamesByOriginEnd) {
    std::vector<mpimon_communicator> items(2, world(4, 0));
    for (mpimon_communicator &item : items) {
        item.name[0] = '\0';
        item.context_id = 7;
        item.origin.function = 1;
        item.origin.parent = 1;
    }
    items[1].origin.parent = 99;
    SegmentBuilder segment(0, 4);
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("MPI_Comm_dup")});
    segment.add(MPIMON_BLOCK_COMMUNICATORS, items);
    const std::string text = prof_of(segment);
    EXPECT_NE(text.find("D\tdup of dup of dup of dup of (context 0x7)\tprocs"), std::string::npos) << text;
    EXPECT_NE(text.find("D\tdup\tprocs"), std::string::npos) << text;
}

std::string first_lines(const std::string &text, size_t count) {
    std::istringstream lines(text);
    std::string result;
    std::string line;
    while (count-- > 0 && std::getline(lines, line))
        result += line + "\n";
    return result;
}

TEST(ProfText, LibraryMessagesStandApartOrMerged) {
    std::vector<SegmentBuilder> segments = sample_job();
    EXPECT_EQ(first_lines(prof_of(segments[3]), 4),
              "# POINT TO POINT\n"
              "E\t3\t0\t1300 bytes\t13 msgs sent\n"
              "E\t3\t2\t2048 bytes\t4 msgs sent\n"
              "I\t3\t0\t2048 bytes\t2 msgs sent" +
                  sizes({{11, 2}}) + "\n");
    segments[3].header().enable = 1;
    EXPECT_EQ(first_lines(prof_of(segments[3]), 4),
              "# POINT TO POINT\n"
              "E\t3\t0\t3348 bytes\t15 msgs sent\n"
              "E\t3\t2\t2048 bytes\t4 msgs sent\n"
              "# OSC\n");
}

// Rank 0 sends each peer messages of its own sizes, in two threads; none of them follows from the sizes of all. Sizes
// of 3 of 4 messages to rank 2 are known, so none is given. One-sided and of other worlds: in no line.
TEST(ProfText, SizesOfEachPeer) {
    SegmentBuilder segment(0, 4);
    segment.header().enable = 2;
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(4, 0)});
    segment.add(MPIMON_BLOCK_FOREIGN, std::vector<mpimon_foreign>{{1, 0}});
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 5, 1108),
                                                flow(0, 1, MPIMON_CLASS_PART, MPIMON_PATH_NET, MPIMON_SENT, 2, 128),
                                                flow(0, 1, MPIMON_CLASS_COLL, MPIMON_PATH_NET, MPIMON_SENT, 3, 9),
                                                flow(0, 2, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 4, 200),
                                                flow(0, 3, MPIMON_CLASS_CTRL, MPIMON_PATH_NET, MPIMON_SENT, 2, 40)});
    mpimon_histograms histograms = {};
    histograms.bins[MPIMON_CLASS_P2P][3] = 4;
    histograms.bins[MPIMON_CLASS_P2P][10] = 5;
    histograms.bins[MPIMON_CLASS_COLL][2] = 3;
    histograms.bins[MPIMON_CLASS_CTRL][5] = 1;
    histograms.bins[MPIMON_CLASS_CTRL][4] = 1;
    segment.add(MPIMON_BLOCK_HISTOGRAMS, std::vector{histograms});
    segment.add(MPIMON_BLOCK_SIZES, std::vector<mpimon_size>{{3, MPIMON_CLASS_CTRL, 5, 0, 1},
                                                             {1, MPIMON_CLASS_COLL, 2, 0, 3},
                                                             {1, MPIMON_CLASS_P2P, 10, 0, 1},
                                                             {1, MPIMON_CLASS_RMA, 1, 0, 9},
                                                             {2, MPIMON_CLASS_P2P, 6, 0, 3},
                                                             {3, MPIMON_CLASS_CTRL, 4, 0, 1}});
    segment.add(MPIMON_BLOCK_SIZES, std::vector<mpimon_size>{{1, MPIMON_CLASS_P2P, 3, 0, 4},
                                                             {1, MPIMON_CLASS_PART, 7, 0, 2},
                                                             {MPIMON_PEER_FOREIGN_BIT, MPIMON_CLASS_P2P, 9, 0, 1}});
    EXPECT_EQ(first_lines(prof_of(segment), 6),
              "# POINT TO POINT\n"
              "E\t0\t1\t1236 bytes\t7 msgs sent" +
                  sizes({{3, 4}, {7, 2}, {10, 1}}) +
                  "\n"
                  "E\t0\t2\t200 bytes\t4 msgs sent\n"
                  "I\t0\t1\t9 bytes\t3 msgs sent" +
                  sizes({{2, 3}}) +
                  "\n"
                  "I\t0\t3\t40 bytes\t2 msgs sent" +
                  sizes({{4, 1}, {5, 1}}) +
                  "\n"
                  "# OSC\n");
}

// profile2mat.pl takes lines by this pattern: letter, two ranks, bytes, messages.
TEST(ProfText, LinesMatchOpenMpisScript) {
    const std::regex pattern(R"((E|I|S|R|C)\s+(\d+)\s+(\d+)\s+(\d+)\D+(\d+).*)");
    std::vector<SegmentBuilder> segments = sample_job();
    std::istringstream lines(prof_of(segments[0]));
    int matched = 0;
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, pattern))
            continue;
        ++matched;
        if (match[1] == "S") {
            EXPECT_EQ(match[3], "1");
            EXPECT_EQ(match[4], "12288");
            EXPECT_EQ(match[5], "3");
        }
    }
    EXPECT_EQ(matched, 6);
}

// What would list billions of members lists none.
TEST(ProfText, CommunicatorsLargerThanTheirMembersHaveNone) {
    SegmentBuilder segment(0, 4);
    mpimon_communicator beyond_world = world(UINT32_MAX, 0);
    mpimon_communicator beyond_segment = world(UINT32_MAX, 0);
    beyond_segment.members = MPIMON_MEMBERS_LISTED;
    beyond_segment.members_offset = segment.add(MPIMON_BLOCK_MEMBERS, std::vector<uint32_t>{0, 1});
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{beyond_world, beyond_segment});
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("Barrier")});
    mpimon_collective barrier = {};
    barrier.calls = 1;
    mpimon_collective other = barrier;
    other.communicator = 1;
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{barrier, other});
    const std::string none =
        "D\tMPI_COMM_WORLD\tprocs: \n"
        "O2A\t0\t0 bytes\t0 msgs sent\n"
        "A2O\t0\t0 bytes\t0 msgs sent\n"
        "A2A\t0\t0 bytes\t1 msgs sent\n";
    EXPECT_EQ(prof_of(segment), "# POINT TO POINT\n# OSC\n# COLLECTIVES\n" + none + none);
}

TEST(ProfText, ErrorsAreErrnoValues) {
    std::vector<SegmentBuilder> segments = sample_job();
    EXPECT_EQ(mpimon_write_prof(segments[0].segment(), -1), EBADF);
    const int full = open("/dev/full", O_WRONLY);
    EXPECT_EQ(mpimon_write_prof(segments[0].segment(), full), ENOSPC);
    close(full);
    const std::vector<uint64_t> zeros(1000);
    EXPECT_EQ(mpimon_write_prof(zeros.data(), 1), EINVAL);
}

TEST(Operations, TableTwoOfTheGuide) {
    for (const char *name : {"Bcast", "Scatter", "Scatterv"})
        EXPECT_EQ(mpimon_operation_of(name).kind, MPIMON_ONE_TO_ALL) << name;
    for (const char *name : {"Gather", "Gatherv", "Reduce"})
        EXPECT_EQ(mpimon_operation_of(name).kind, MPIMON_ALL_TO_ONE) << name;
    for (const char *name :
         {"Allgather", "Allgatherv", "Allreduce", "Alltoall", "Alltoallv", "Alltoallw", "Barrier", "Exscan",
          "Neighbor_allgather", "Neighbor_allgatherv", "Neighbor_alltoall", "Neighbor_alltoallv", "Neighbor_alltoallw",
          "Reduce_scatter", "Reduce_scatter_block", "Scan"})
        EXPECT_EQ(mpimon_operation_of(name).kind, MPIMON_ALL_TO_ALL) << name;
}

// Four processes; what rank 1 hands to the other three.
TEST(Operations, ExchangedBytes) {
    const auto exchanged = [](const char *name, uint64_t bytes, int inter = 0) {
        return mpimon_exchanged_bytes(mpimon_operation_of(name), bytes, 3, inter, 1);
    };
    EXPECT_EQ(exchanged("Bcast", 100), 300U);
    EXPECT_EQ(exchanged("Allgather", 100), 300U);
    EXPECT_EQ(exchanged("Alltoall", 400), 300U);     // 100 for each, its own share stays
    EXPECT_EQ(exchanged("Alltoall", 300, 1), 300U);  // all goes to the other group
    EXPECT_EQ(exchanged("Scan", 100), 200U);         // to ranks 2 and 3
    EXPECT_EQ(exchanged("Barrier", 0), 0U);
    EXPECT_EQ(exchanged("Neighbor_alltoall", 100), 100U);
}

}  // namespace

}  // namespace mpimon::test
