// What differs between two jobs: against a model that adds up what was put into the profiles.
#include "analysis/comparison/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "analysis/comparison/pairs.h"
#include "analysis/comparison/student.h"
#include "encoded.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanks = 40;

// What each rank counts.
using Counted = std::map<uint32_t, std::vector<mpimon_flow>>;

Profile job_of(
    const Counted &counted, uint32_t ranks = kRanks,
    const std::function<uint32_t(uint32_t)> &host_of = [](uint32_t rank) { return rank / 4; }) {
    std::vector<SegmentBuilder> segments;
    for (const auto &[rank, flows] : counted) {
        SegmentBuilder &segment = segments.emplace_back(with_world(rank, ranks));
        set_text(segment.header().host, "node" + std::to_string(host_of(rank)));
        segment.add(MPIMON_BLOCK_FLOWS, flows);
    }
    const std::string file = profile_of(segments);
    return decoded(file);
}

mpimon_flow random_flow(std::mt19937 &random) {
    return flow(0, random() % kRanks, static_cast<mpimon_class>(random() % MPIMON_CLASSES),
                static_cast<mpimon_path>(random() % MPIMON_PATHS), static_cast<mpimon_direction>(random() % 2),
                1 + random() % 9, random() % 1000);
}

Counted random_job(uint32_t seed) {
    std::mt19937 random(seed);
    Counted counted;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        for (uint32_t i = 0; i < 50; ++i)
            counted[rank].push_back(random_flow(random));
    return counted;
}

// (from, to, class) of what is sent, and of what is read by one-sided operations.
using Pair = std::vector<std::string>;
std::map<Pair, Totals> pairs_of(const Counted &counted) {
    std::map<Pair, Totals> sums;
    for (const auto &[rank, flows] : counted)
        for (const mpimon_flow &item : flows) {
            const std::string own = std::to_string(rank);
            const std::string other = std::to_string(item.peer);
            const std::string name(class_name(static_cast<mpimon_class>(item.traffic_class)));
            if (item.direction == MPIMON_SENT)
                sums[{own, other, name}].add({item.messages, item.bytes});
            else if (item.traffic_class == MPIMON_CLASS_RMA)
                sums[{other, own, "rma read"}].add({item.messages, item.bytes});
        }
    return sums;
}

ComparedJobs compared(const Profile &a, const Profile &b, ComparisonOptions options = {}) {
    options.most_pairs = 100000;
    return compare({&a}, {&b}, options);
}

const ComparedTable &table_of(const ComparedJobs &jobs, Subject subject) {
    static const ComparedTable kNone;
    for (const ComparedTable &table : jobs.tables)
        if (table.subject == subject)
            return table;
    return kNone;
}

std::map<std::string, std::pair<uint64_t, uint64_t>> numbers_of(const ComparedThing &thing) {
    std::map<std::string, std::pair<uint64_t, uint64_t>> numbers;
    for (const ComparedNumber &number : thing.numbers)
        numbers[std::string(number.measure->name)] = {static_cast<uint64_t>(number.verdict.a),
                                                      static_cast<uint64_t>(number.verdict.b)};
    return numbers;
}

TEST(Comparison, PairsDifferWhereTheModelDoes) {
    const Counted a = random_job(1);
    Counted b = a;
    std::mt19937 random(2);
    for (uint32_t i = 0; i < 30; ++i) {
        std::vector<mpimon_flow> &flows = b[random() % kRanks];
        if (i % 3 == 0)
            flows.erase(flows.begin() + random() % 40);
        else if (i % 3 == 1)
            flows.push_back(random_flow(random));
        else
            flows[random() % 40].messages += 1;
    }
    const std::map<Pair, Totals> in_a = pairs_of(a);
    const std::map<Pair, Totals> in_b = pairs_of(b);
    std::map<Pair, Totals> all = in_a;
    all.insert(in_b.begin(), in_b.end());
    std::set<Pair> expected;
    for (const auto &[pair, totals] : all)
        if (in_a.count(pair) == 0 || in_b.count(pair) == 0 || !(in_a.at(pair) == in_b.at(pair)))
            expected.insert(pair);
    ASSERT_GT(expected.size(), 10U);

    const ComparedJobs jobs = compared(job_of(a), job_of(b));
    const ComparedTable &table = table_of(jobs, Subject::kPair);
    EXPECT_EQ(table.things, all.size());
    EXPECT_EQ(table.differing, expected.size());
    std::set<Pair> found;
    for (const ComparedThing &thing : table.rows) {
        EXPECT_TRUE(found.insert(thing.identity).second);
        const Totals before = in_a.count(thing.identity) > 0 ? in_a.at(thing.identity) : Totals();
        const Totals after = in_b.count(thing.identity) > 0 ? in_b.at(thing.identity) : Totals();
        for (const auto &[name, values] : numbers_of(thing))
            EXPECT_EQ(values, name == "messages" ? std::pair(before.messages, after.messages)
                                                 : std::pair(before.bytes, after.bytes));
    }
    EXPECT_EQ(found, expected);
    for (size_t i = 1; i < table.rows.size(); ++i)
        EXPECT_GE(table.rows[i - 1].weight(), table.rows[i].weight());
}

TEST(Comparison, OneMessageIsFoundInAllTablesThatCountIt) {
    const Counted a = random_job(3);
    Counted b = a;
    b[17].push_back(flow(0, 23, MPIMON_CLASS_PART, MPIMON_PATH_NET, MPIMON_SENT, 1, 0));
    const ComparedJobs jobs = compared(job_of(a), job_of(b));
    EXPECT_EQ(jobs.differing(), 4U);
    EXPECT_EQ(table_of(jobs, Subject::kClass).rows.at(0).identity, Identity{"part"});
    EXPECT_EQ(table_of(jobs, Subject::kPath).rows.at(0).identity, (Identity{"part", "net"}));
    EXPECT_EQ(table_of(jobs, Subject::kCommunicator).rows.at(0).identity, Identity{"MPI_COMM_WORLD"});
    const ComparedThing &pair = table_of(jobs, Subject::kPair).rows.at(0);
    EXPECT_EQ(pair.identity, (Identity{"17", "23", "part"}));
    ASSERT_EQ(pair.numbers.size(), 1U);
    EXPECT_EQ(pair.numbers[0].verdict.change(), 1);
}

TEST(Comparison, SameJobsDoNotDiffer) {
    const Counted a = random_job(4);
    EXPECT_EQ(compared(job_of(a), job_of(a)).differing(), 0U);
}

// Ranks 0 to 3 by turns on two hosts, and one host after the other.
TEST(Comparison, RanksMayBeMatchedByPlace) {
    const auto message = [](uint32_t peer, uint64_t bytes) {
        return flow(0, peer, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, bytes);
    };
    const Profile a = job_of({{0, {message(2, 10)}}, {1, {message(3, 20)}}, {2, {}}, {3, {message(0, 30)}}}, 4,
                             [](uint32_t rank) { return rank % 2; });
    // The second process of the first host was rank 2, and is rank 1; the first of the second was 1, and is 2.
    const Profile b = job_of({{0, {message(1, 10)}}, {1, {}}, {2, {message(3, 20)}}, {3, {message(0, 30)}}}, 4,
                             [](uint32_t rank) { return rank / 2; });
    EXPECT_EQ(table_of(compared(a, b), Subject::kPair).differing, 4U);
    ComparisonOptions options;
    options.match = MatchRanks::kByHost;
    EXPECT_EQ(table_of(compared(a, b, options), Subject::kPair).differing, 0U);

    Counted changed = {{0, {message(1, 10)}}, {1, {}}, {2, {message(3, 21)}}, {3, {message(0, 30)}}};
    const ComparedJobs jobs = compared(a, job_of(changed, 4, [](uint32_t rank) { return rank / 2; }), options);
    EXPECT_EQ(table_of(jobs, Subject::kPair).rows.at(0).identity, (Identity{"1:0", "1:1", "p2p"}));
}

TEST(Comparison, JobsOfOtherSizesAreComparedPerRank) {
    const auto job = [](uint32_t ranks, uint64_t bytes) {
        Counted counted;
        for (uint32_t rank = 0; rank < ranks; ++rank)
            counted[rank] = {flow(0, (rank + 1) % ranks, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 3, bytes)};
        return job_of(counted, ranks);
    };
    const ComparedJobs same = compared(job(3, 100), job(12, 100));
    EXPECT_TRUE(same.per_rank);
    EXPECT_EQ(same.differing(), 0U);
    EXPECT_EQ(table_of(same, Subject::kPair).things, 0U);
    const ComparedJobs other = compared(job(3, 100), job(12, 101));
    const ComparedThing &row = table_of(other, Subject::kClass).rows.at(0);
    EXPECT_EQ(numbers_of(row), (std::map<std::string, std::pair<uint64_t, uint64_t>>{{"bytes", {100, 101}}}));
}

TEST(Comparison, AThresholdIsAPartOfA) {
    Counted a = {{0, {flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 100, 1000)}}, {1, {}}};
    Counted b = {{0, {flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 104, 1050)}}, {1, {}}};
    ComparisonOptions options;
    options.judge.threshold_percent = 5;
    EXPECT_EQ(compared(job_of(a), job_of(b), options).differing(), 0U);
    options.judge.threshold_percent = 4.99;
    const ComparedJobs jobs = compared(job_of(a), job_of(b), options);
    EXPECT_EQ(jobs.differing(), 4U);  // class, path, communicator, pair
    for (const ComparedNumber &number : table_of(jobs, Subject::kClass).rows.at(0).numbers)
        EXPECT_EQ(number.verdict.differs, number.measure->name == "bytes");
}

TEST(Comparison, AChangeOfTheThresholdIsNone) {
    for (const uint64_t percent : {1, 2, 3, 5, 6, 7, 12, 13}) {
        const auto job = [](uint64_t bytes) {
            return job_of({{0, {flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 1, bytes)}}, {1, {}}});
        };
        ComparisonOptions options;
        options.judge.threshold_percent = static_cast<double>(percent);
        EXPECT_EQ(compared(job(100), job(100 + percent), options).differing(), 0U) << percent;
        EXPECT_GT(compared(job(10000), job(10001 + 100 * percent), options).differing(), 0U) << percent;
    }
}

TEST(Comparison, SeveralRunsOfOtherSizesAreComparedPerRank) {
    const auto job = [](uint32_t ranks, uint64_t messages) {
        Counted counted;
        for (uint32_t rank = 0; rank < ranks; ++rank)
            counted[rank] = {};
        counted[0] = {flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, messages, messages)};
        return job_of(counted, ranks);
    };
    const Profile a = job(5, 9), b = job(10, 18);
    EXPECT_EQ(compare({&a, &a, &a, &a}, {&b}, {}).differing(), 0U);
    EXPECT_EQ(compare({&a, &a, &a}, {&b, &b}, {}).differing(), 0U);
}

// Tables of Student's t: 95 % and 99.9 %, in both directions.
TEST(Comparison, StudentsT) {
    EXPECT_NEAR(student_t(0.05, 1), 12.706, 0.001);
    EXPECT_NEAR(student_t(0.05, 2), 4.303, 0.001);
    EXPECT_NEAR(student_t(0.05, 3), 3.182, 0.001);
    EXPECT_NEAR(student_t(0.05, 4), 2.776, 0.001);
    EXPECT_NEAR(student_t(0.05, 9), 2.262, 0.001);
    EXPECT_NEAR(student_t(0.05, 30), 2.042, 0.001);
    EXPECT_NEAR(student_t(0.001, 4), 8.610, 0.001);
    EXPECT_NEAR(student_t(0.001, 10), 4.587, 0.001);
}

const Measure &measure_named(Subject subject, std::string_view name) {
    for (const Measure &measure : all_measures())
        if (measure.subject == subject && measure.name == name)
            return measure;
    throw std::runtime_error("no such measure");
}

// A: 10, 12, 14, with a mean of 12; B: 20, 22, 24. The common variance is 4, the mean's error sqrt(4 (1/3 + 1/3)), and
// t of four degrees of freedom 2.776.
TEST(Comparison, NoiseIsThatOfTheRuns) {
    const Measure &time = measure_named(Subject::kFunction, "time");
    const Judge judge({}, 0, 1);
    const Verdict verdict = judge.judge({{10, 12, 14}, {20, 22, 24}}, time);
    ASSERT_TRUE(verdict.noise);
    EXPECT_NEAR(*verdict.noise, 2.776 * std::sqrt(8.0 / 3), 0.01);
    EXPECT_TRUE(verdict.differs);
    EXPECT_EQ(verdict.change(), 10);
    EXPECT_FALSE(judge.judge({{10, 12, 14}, {14, 16, 18}}, time).differs);
    // One run of B: its own error is that of one run.
    EXPECT_NEAR(*judge.judge({{10, 12, 14}, {22}}, time).noise, 4.303 * std::sqrt(4.0 * 4 / 3), 0.01);
    // Of ten numbers that vary, each has a tenth of the chance to be wrong.
    EXPECT_NEAR(*Judge({}, 0, 10).judge({{10, 12, 14}, {20, 22, 24}}, time).noise, 5.598 * std::sqrt(8.0 / 3), 0.01);
}

TEST(Comparison, TimesOfOneRunAreNotJudged) {
    const Measure &time = measure_named(Subject::kFunction, "time");
    EXPECT_FALSE(Judge({}, 0, 0).judge({{10}, {20}}, time).judged);
    EXPECT_TRUE(Judge({0.5}, 0, 0).judge({{10}, {20}}, time).differs);
    EXPECT_FALSE(Judge({0.5}, 11, 0).judge({{10}, {20}}, time).differs);
    EXPECT_TRUE(Judge({}, 0, 0).judge({{10}, {11}}, measure_named(Subject::kFunction, "calls")).differs);
}

// What varies in A by itself is no difference; what is the same in all runs of A is one.
TEST(Comparison, SeveralRunsTellTheNoise) {
    const auto job = [](uint64_t steady, uint64_t varying) {
        return job_of({{0,
                        {flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, steady, 0),
                         flow(0, 1, MPIMON_CLASS_CTRL, MPIMON_PATH_SHM, MPIMON_SENT, varying, 0)}},
                       {1, {}}});
    };
    const Profile a1 = job(100, 50);
    const Profile a2 = job(100, 56);
    const Profile a3 = job(100, 47);
    const Profile b = job(101, 54);
    const ComparedJobs jobs = compare({&a1, &a2, &a3}, {&b}, {});
    const ComparedTable &table = table_of(jobs, Subject::kPair);
    EXPECT_EQ(table.things, 2U);
    EXPECT_EQ(table.differing, 1U);
    EXPECT_EQ(table.rows.at(0).identity, (Identity{"0", "1", "p2p"}));
    EXPECT_FALSE(table.rows.at(1).differs());
}

// Waits of each rank for random others, in the profile and in the model.
using WaitsFor = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, PairNumbers>;  // rank, for whom, kind

mpimon_wait wait_for(uint32_t peer, uint32_t kind, const PairNumbers &numbers) {
    mpimon_wait wait = {};
    wait.communicator = MPIMON_NONE;
    wait.part = MPIMON_NONE;
    wait.peer = peer;
    wait.kind = static_cast<uint8_t>(kind);
    wait.traffic_class = kind == MPIMON_WAIT_COLLECTIVE ? MPIMON_CLASS_COLL : MPIMON_CLASS_P2P;
    wait.waits = numbers[0];
    wait.time = numbers[1];
    return wait;
}

Profile job_of(const WaitsFor &waits) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(with_world(rank, kRanks));
        std::vector<mpimon_wait> own;
        for (const auto &[key, numbers] : waits)
            if (std::get<0>(key) == rank)
                own.push_back(wait_for(std::get<1>(key), std::get<2>(key), numbers));
        segment.add(MPIMON_BLOCK_WAITS, own);
        set_text(segment.header().detail, "waits");
    }
    const std::string file = profile_of(segments);
    return decoded(file);
}

TEST(Comparison, WaitingPairsDifferWhereTheModelDoes) {
    std::mt19937 random(5);
    WaitsFor a;
    for (uint32_t i = 0; i < 400; ++i)
        a[{random() % kRanks, random() % kRanks, random() % MPIMON_WAIT_KINDS}] = {1 + random() % 9, random() % 1000};
    WaitsFor b = a;
    std::map<Identity, uint64_t> more;  // waits
    for (uint32_t i = 0; i < 25; ++i) {
        auto entry = b.begin();
        std::advance(entry, random() % b.size());
        const auto &[rank, peer, kind] = entry->first;
        entry->second[0] += i + 1;
        more[{std::to_string(rank), std::to_string(peer),
              std::string(wait_kind_name(static_cast<mpimon_wait_kind>(kind)))}] += i + 1;
    }
    EXPECT_EQ(compared(job_of(a), job_of(b)).differing(), 0U);  // of one run each nothing is known

    ComparisonOptions options;
    options.judge.threshold_percent = 0;
    const ComparedJobs jobs = compared(job_of(a), job_of(b), options);
    const ComparedTable &table = table_of(jobs, Subject::kWaiting);
    EXPECT_EQ(table.things, a.size());
    std::map<Identity, uint64_t> found;
    for (const ComparedThing &thing : table.rows)
        found[thing.identity] = static_cast<uint64_t>(thing.numbers.at(0).verdict.change());
    EXPECT_EQ(found, more);
    uint64_t by_kind = 0;
    for (const ComparedThing &thing : table_of(jobs, Subject::kWait).rows)
        by_kind += static_cast<uint64_t>(thing.numbers.at(0).verdict.change());
    EXPECT_EQ(by_kind, uint64_t{25} * 26 / 2);
}

TEST(Comparison, WhatOneDidNotRecordIsLeftOut) {
    Profile with = job_of(WaitsFor{{{0, 1, MPIMON_WAIT_SENDER}, {3, 100}}});
    Profile without = job_of(WaitsFor());
    without.job.detail = "peers";
    ComparisonOptions options;
    options.judge.threshold_percent = 0;
    const ComparedJobs jobs = compared(with, without, options);
    EXPECT_EQ(jobs.differing(), 0U);
    ASSERT_EQ(jobs.unrecorded.size(), 1U);
    EXPECT_EQ(jobs.unrecorded[0].detail, "waits");
    EXPECT_EQ(jobs.unrecorded[0].profiles, std::vector<size_t>{1});
}

}  // namespace

}  // namespace mpimon::test
