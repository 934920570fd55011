// Lists of hosts, ranges of numbers and times, and sums of jobs.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "analysis/jobs/host_list.h"
#include "analysis/jobs/job_totals.h"
#include "mpimon/commands/jobs/ranges.h"
#include "mpimon/failure.h"
#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon {
namespace {

std::vector<std::string> hosts_in(const std::string &list, size_t most = 100) {
    std::vector<std::string> hosts;
    any_host(list, most, [&](const std::string &host) {
        hosts.push_back(host);
        return false;
    });
    return hosts;
}

TEST(HostList, IsShort) {
    EXPECT_EQ(host_list({}), "");
    EXPECT_EQ(host_list({"login"}), "login");
    EXPECT_EQ(host_list({"n1"}), "n1");
    EXPECT_EQ(host_list({"n3", "n1", "n2", "n1", "n7"}), "n[1-3,7]");
    EXPECT_EQ(host_list({"n9", "n10", "n11"}), "n[9-11]");
    EXPECT_EQ(host_list({"n08", "n09", "n10"}), "n[08-10]");
    EXPECT_EQ(host_list({"n1", "n01"}), "n[01,1]");
    EXPECT_EQ(host_list({"n1", "m1", "m2", "gpu-a", "10.0.0.1", "10.0.0.2"}), "10.0.0.[1-2],gpu-a,m[1-2],n1");
    EXPECT_EQ(host_list({"7", "8"}), "[7-8]");
    EXPECT_EQ(host_list({"n1234567890123", "n1234567890124"}), "n1234[567890123-567890124]");
}

TEST(HostList, NamesTheSameHosts) {
    const std::vector<std::string> hosts = {"7", "8", "a", "n01", "n02", "n04", "n998", "n999", "n1000", "n1000x"};
    std::vector<std::string> found = hosts_in(host_list(hosts));
    std::sort(found.begin(), found.end());
    std::vector<std::string> sorted = hosts;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(found, sorted);
}

TEST(HostList, CannotBeMadeToNameOthers) {
    EXPECT_EQ(host_list({"n[1-99]", "a,b"}), "a?b,n?1-99?");
    EXPECT_EQ(hosts_in("n[0-999999999],m", 3), (std::vector<std::string>{"n0", "n1", "n2"}));
    EXPECT_EQ(hosts_in("n[5"), (std::vector<std::string>{"n5"}));
    EXPECT_TRUE(hosts_in("n[5-1]").empty());
    EXPECT_EQ(hosts_in(",,"), (std::vector<std::string>{"", ""}));
}

TEST(HostList, IsSearchedUntilOneIsFound) {
    int seen = 0;
    EXPECT_TRUE(any_host("n[1-9],m", 100, [&](const std::string &host) { return ++seen > 0 && host == "n3"; }));
    EXPECT_EQ(seen, 3);
}

std::pair<double, double> range(const std::string &text, Unit unit) {
    const Range range = range_of("--option", text, unit);
    return {range.least, range.most};
}

TEST(Range, HasBothEnds) {
    const double all = std::numeric_limits<double>::infinity();
    EXPECT_EQ(range("4..16", Unit::kCount), std::pair(4.0, 16.0));
    EXPECT_EQ(range("4", Unit::kCount), std::pair(4.0, 4.0));
    EXPECT_EQ(range("4..", Unit::kCount), std::pair(4.0, all));
    EXPECT_EQ(range("..16", Unit::kCount), std::pair(-all, 16.0));
    EXPECT_EQ(range("", Unit::kCount), std::pair(-all, all));
    EXPECT_TRUE(range_of("--option", "4..16", Unit::kCount).has(16));
    EXPECT_FALSE(range_of("--option", "4..16", Unit::kCount).has(17));
}

TEST(Range, HasUnits) {
    EXPECT_EQ(range("1.5KiB..2GiB", Unit::kBytes), std::pair(1536.0, 2147483648.0));
    EXPECT_EQ(range("1M..1M", Unit::kBytes), std::pair(1048576.0, 1048576.0));
    EXPECT_EQ(range("90..2h", Unit::kSeconds), std::pair(90.0, 7200.0));
    EXPECT_EQ(range("1m..1d", Unit::kSeconds), std::pair(60.0, 86400.0));
    EXPECT_EQ(range("25%..50", Unit::kPercent), std::pair(0.25, 0.5));
}

TEST(Range, RefusesWhatIsNone) {
    for (const char *text : {"x", "..", "4...5", "5..4", "4-16", "-4..", "4KiB", "0x10", "inf", "4..x"})
        EXPECT_THROW(range_of("--option", text, Unit::kCount), WrongArgument) << text;
    EXPECT_THROW(range_of("--option", "1parsec", Unit::kSeconds), WrongArgument);
}

int64_t seconds(const std::string &text, bool end_of_day = false) {
    return time_of("--option", text, end_of_day, INT64_C(1700000000000000000)) / 1000000000;
}

TEST(Time, IsADateOrBeforeNow) {
    EXPECT_EQ(seconds("2023-11-14"), 1699920000);
    EXPECT_EQ(seconds("2023-11-14", true), 1699920000 + 86400);
    EXPECT_EQ(seconds("2023-11-14T22:13:20", true), 1700000000);
    EXPECT_EQ(seconds("2023-11-14 22:13"), 1699999980);
    EXPECT_EQ(seconds("7d"), 1700000000 - 7 * 86400);
    for (const char *text : {"", "yesterday", "2023-11", "2023-11-14T", "2023-13-01", "7", "99999999d"})
        EXPECT_THROW(seconds(text), WrongArgument) << text;
}

// Sums by the lines of sample_job.cc: p2p 10 + 11 + 12 + 13 messages of 100 bytes, coll 3 x 2 of 1024, rma 3 of 4096
// and 2 of 2048, part 4 of 512, ctrl 1 of 0; nothing of what goes to the rank itself or to another world.
TEST(JobRow, HasTheSumsOfTheSampleJob) {
    std::vector<test::SegmentBuilder> segments = test::sample_job();
    const std::string file = test::profile_of(segments);
    const JobRow row = job_row(decode_profile(file.data(), file.size(), "sample"));
    const auto is = [&](mpimon_class traffic_class, uint64_t messages, uint64_t bytes) {
        return row.classes[traffic_class] == Totals{messages, bytes};
    };
    EXPECT_TRUE(is(MPIMON_CLASS_P2P, 46, 4600));
    EXPECT_TRUE(is(MPIMON_CLASS_COLL, 6, 6144));
    EXPECT_TRUE(is(MPIMON_CLASS_RMA, 5, 3 * 4096 + 2 * 2048));
    EXPECT_TRUE(is(MPIMON_CLASS_PART, 4, 2048));
    EXPECT_TRUE(is(MPIMON_CLASS_CTRL, 1, 0));
    EXPECT_EQ(row.all(), (Totals{62, 29176}));
    EXPECT_EQ(row.program(), "solver");
    EXPECT_EQ(row.ranks, 4U);
    EXPECT_EQ(row.hosts, 2U);
    EXPECT_DOUBLE_EQ(*row.share(MPIMON_CLASS_P2P), 4600.0 / 29176);
}

TEST(JobTotals, KeepMergedJobsApart) {
    JobRow row;
    row.user = "ada";
    row.ranks = 4;
    row.seconds = 10;
    row.start_time_ns = INT64_C(1700000000000000000);
    row.classes[MPIMON_CLASS_P2P] = {3, 300};
    row.classes[MPIMON_CLASS_COLL] = {1, 100};
    row.mpi_share = 0.5;
    JobTotals totals;
    totals.add(row);
    row.merged = true;
    row.mpi_share.reset();
    row.incomplete = 2;
    totals.add(row);
    EXPECT_EQ(totals.jobs, 2U);
    EXPECT_EQ(totals.incomplete, 1U);
    EXPECT_EQ(totals.merged, (Totals{4, 400}));
    EXPECT_EQ(totals.all(), (Totals{8, 800}));
    EXPECT_DOUBLE_EQ(*totals.share(MPIMON_CLASS_P2P), 0.75);
    EXPECT_DOUBLE_EQ(totals.rank_seconds, 80);
    EXPECT_DOUBLE_EQ(*totals.mpi_share(), 0.5);
    EXPECT_EQ(group_of(row, JobGroup::kUser), "ada");
    EXPECT_EQ(group_of(row, JobGroup::kDay), "2023-11-14");
    EXPECT_EQ(group_of(row, JobGroup::kMonth), "2023-11");
}

}  // namespace
}  // namespace mpimon
