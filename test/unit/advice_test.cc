// Advice: reading rules, conditions, gains, details that are missing; and the rules that are installed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "analysis/advice/advisor.h"
#include "analysis/failure.h"

namespace {

namespace fs = std::filesystem;
using mpimon::AnalysisError;
using mpimon::Profile;
using mpimon::advice::Advice;
using mpimon::advice::advise;
using mpimon::advice::parse_rule;
using mpimon::advice::Rule;

constexpr uint64_t kSecond = 1000000000;

// Two ranks that run for ten seconds, of which 0 and 1 are 2 and 4 seconds in MPI_Barrier.
Profile two_ranks() {
    Profile profile;
    profile.job.world_size = 2;
    profile.job.enable = 2;
    profile.settings.emplace_back();
    profile.settings[0].enable = 2;
    profile.settings[0].detail = "peers,functions";
    profile.hosts = {"here"};
    profile.names = {"MPI_Barrier"};
    profile.contexts.emplace_back();
    for (uint32_t rank = 0; rank < 2; ++rank) {
        profile.processes.emplace_back();
        profile.processes[rank].world_rank = rank;
        profile.processes[rank].end_time_ns = 10 * kSecond;
        profile.flows.add({});
        profile.functions.push_back({rank, 0, 0, 5, (2 + 2 * rank) * kSecond, 1, kSecond});
    }
    return profile;
}

Rule rule(const std::string &each, const std::string &when, const std::string &more = "",
          const std::string &evidence = "x") {
    return parse_rule("test", "test.json",
                      R"({"title": "t", "each": ")" + each + R"(", "when": ")" + when + R"(", "evidence": ")" +
                          evidence + R"(", "try": ["x"], "check": "x", "source": "x")" + more + "}");
}

size_t count(const Rule &asked) {
    const std::vector<Rule> rules = {asked};
    return advise(two_ranks(), rules, true).findings.size();
}

std::string error_of(const Rule &asked) {
    try {
        count(asked);
    } catch (const AnalysisError &error) {
        return error.what();
    }
    return "no error";
}

TEST(Advice, ConditionsAreOfTheRowsOfATable) {
    EXPECT_EQ(count(rule("job", "job.ranks == 2 && job.seconds == 20 && job.mpi_seconds == 6")), 1U);
    EXPECT_EQ(count(rule("rank", "rank.mpi_seconds >= 2")), 2U);
    EXPECT_EQ(count(rule("rank", "rank.outside_seconds == 8 && rank.excess_seconds == 1")), 1U);
    EXPECT_EQ(count(rule("rank", "rank.mpi_seconds > 4")), 0U);
    EXPECT_EQ(count(rule("pair", "1")), 0U);
}

// Rank 0 is outside of MPI for eight of ten seconds, so that less communication gains two at most.
TEST(Advice, CommunicationIsWhatTheLongestComputingLeaves) {
    EXPECT_EQ(count(rule("job", "job.communication_seconds == 2")), 1U);
}

// In however many rows a profile has it.
TEST(Advice, TheMostOfARankIsOverAllItsCalls) {
    Profile profile = two_ranks();
    profile.functions.push_back({0, 0, 0, 1, 3 * kSecond, 1, kSecond});
    const std::vector<Rule> rules = {rule("job", "most.MPI_Barrier == 5 && seconds.MPI_Barrier == 9")};
    EXPECT_EQ(advise(profile, rules, false).findings.size(), 1U);
}

// Which takes rank 1 three of its ten seconds.
TEST(Advice, MpiInitIsNoTimeOfTheProgram) {
    Profile profile = two_ranks();
    profile.names.emplace_back("MPI_Init");
    profile.functions.push_back({1, 1, 0, 1, 3 * kSecond, 3 * kSecond, 3 * kSecond});
    const std::vector<Rule> rules = {
        rule("job", "job.seconds == 17 && job.mpi_seconds == 6 && job.median_outside_seconds == 5.5"),
        rule("rank", "rank.seconds == 7 && rank.outside_seconds == 3")};
    EXPECT_EQ(advise(profile, rules, true).findings.size(), 2U);
}

TEST(Advice, FunctionsAreFactsOfTheirNames) {
    EXPECT_EQ(count(rule("job", "calls.MPI_Barrier == 10 && seconds.MPI_Barrier == 6")), 1U);
    EXPECT_EQ(count(rule("job", "most.MPI_Barrier == 4 && most.MPI_Send == 0")), 1U);
    EXPECT_EQ(count(rule("job", "calls.MPI_Send == 0")), 1U);
    EXPECT_NE(error_of(rule("job", "calls.Send == 0")).find("'calls.Send' is no fact"), std::string::npos);
}

TEST(Advice, AShareOfNothingIsNothing) {
    EXPECT_EQ(count(rule("job", "share(1, job.p2p_messages) == 0")), 1U);
    EXPECT_EQ(count(rule("job", "1 / job.p2p_messages")), 0U);
}

TEST(Advice, TextsMatchWhole) {
    EXPECT_EQ(count(rule("function", "1", R"(, "where": {"function.name": "MPI_Bar.*"})")), 1U);
    EXPECT_EQ(count(rule("function", "1", R"(, "where": {"function.name": "MPI_Bar"})")), 0U);
    EXPECT_NE(error_of(rule("function", "1", R"(, "where": {"function.name": "("})")).find("no regular expression"),
              std::string::npos);
}

TEST(Advice, GainsAreOfTheTimeThatTheJobTakes) {
    const std::vector<Rule> rules = {
        rule("rank", "1", R"(, "gain": {"seconds": "rank.mpi_seconds / 2", "words": "half"})")};
    const Advice advice = advise(two_ranks(), rules, false);
    ASSERT_EQ(advice.findings.size(), 1U);
    EXPECT_DOUBLE_EQ(advice.findings[0].gain->amount, 2);
    EXPECT_DOUBLE_EQ(advice.findings[0].gain->share, 0.2);
    EXPECT_EQ(advice.findings[0].alike, 1U);
}

TEST(Advice, WhatGainsTheMostIsFirst) {
    std::vector<Rule> rules = {rule("job", "1"), rule("job", "1", R"(, "gain": {"seconds": "1", "words": "w"})"),
                               rule("job", "1", R"(, "gain": {"seconds": "2", "words": "w"})")};
    const Advice advice = advise(two_ranks(), rules, false);
    ASSERT_EQ(advice.findings.size(), 3U);
    EXPECT_EQ(advice.findings[0].rule, &rules[2]);
    EXPECT_EQ(advice.findings[1].rule, &rules[1]);
    EXPECT_EQ(advice.findings[2].rule, &rules[0]);
}

// What can only be bounded may gain nothing, and what is no time none of it.
TEST(Advice, ExpectedGainsComeBeforeThoseAtMost) {
    std::vector<Rule> rules = {rule("job", "1", R"(, "gain": {"bytes": "9", "words": "w"})"),
                               rule("job", "1", R"(, "gain": {"seconds": "2", "at_most": true, "words": "w"})"),
                               rule("job", "1", R"(, "gain": {"seconds": "3", "at_most": true, "words": "w"})"),
                               rule("job", "1", R"(, "gain": {"seconds": "1", "at_most": false, "words": "w"})")};
    const Advice advice = advise(two_ranks(), rules, false);
    ASSERT_EQ(advice.findings.size(), 4U);
    EXPECT_EQ(advice.findings[0].rule, &rules[3]);
    EXPECT_EQ(advice.findings[1].rule, &rules[2]);
    EXPECT_EQ(advice.findings[2].rule, &rules[1]);
    EXPECT_EQ(advice.findings[3].rule, &rules[0]);
    EXPECT_FALSE(rules[3].gain->at_most);
    EXPECT_TRUE(rules[2].gain->at_most);
}

TEST(Advice, GainsOfMemoryHaveNoShareOfTheTime) {
    const std::vector<Rule> rules = {
        rule("job", "1", R"(, "gain": {"bytes": "job.ranks * 512", "words": "w"})"),
        rule("job", "1", R"(, "gain": {"count": "calls.MPI_Barrier", "of": "calls", "words": "w"})")};
    const Advice advice = advise(two_ranks(), rules, false);
    ASSERT_EQ(advice.findings.size(), 2U);
    EXPECT_DOUBLE_EQ(advice.findings[0].gain->amount, 1024);
    EXPECT_DOUBLE_EQ(advice.findings[0].gain->share, 0);
    EXPECT_DOUBLE_EQ(advice.findings[1].gain->amount, 10);
    EXPECT_EQ(advice.findings[1].rule->gain->of, "calls");
}

TEST(Advice, GainsThatLackADetailAreNotTold) {
    const std::vector<Rule> rules = {
        rule("job", "1", R"(, "gain": {"seconds": "1", "needs": ["functions"], "words": "w"}, "weight": "1")"),
        rule("job", "1", R"(, "gain": {"seconds": "1", "needs": ["waits"], "words": "w"})")};
    const Advice advice = advise(two_ranks(), rules, false);
    ASSERT_EQ(advice.findings.size(), 2U);
    EXPECT_TRUE(advice.findings[0].gain);
    EXPECT_FALSE(advice.findings[1].gain);
}

// A rule's gain that makes no sense is refused, with its file.
TEST(Advice, GainsThatMakeNoSense) {
    const auto refused = [](const std::string &gain) -> std::string {
        try {
            rule("job", "1", R"(, "gain": )" + gain);
        } catch (const AnalysisError &error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(refused(R"({"words": "w"})"), "test.json: 'gain' is to have one of 'seconds', 'bytes' and 'count'");
    EXPECT_EQ(refused(R"({"seconds": "1", "bytes": "1", "words": "w"})"),
              "test.json: 'gain' is to have one of 'seconds', 'bytes' and 'count'");
    EXPECT_EQ(refused(R"({"seconds": 1, "words": "w"})"), "test.json: 'seconds' is to be a text, and not empty");
    EXPECT_EQ(refused(R"({"seconds": "1"})"), "test.json: 'words' is to be a text, and not empty");
    EXPECT_EQ(refused(R"({"count": "1", "words": "w"})"), "test.json: 'of' is to be a text, and not empty");
    EXPECT_EQ(refused(R"({"bytes": "1", "of": "ids", "words": "w"})"),
              "test.json: 'gain' has 'of', which belongs to 'count'");
    EXPECT_EQ(refused(R"({"seconds": "1", "at_most": "yes", "words": "w"})"),
              "test.json: 'at_most' is to be true or false");
    EXPECT_EQ(refused(R"({"seconds": "1", "needs": ["luck"], "words": "w"})"),
              "test.json: 'needs' has 'luck', which is no detail of MPIR_CVAR_MONITORING_DETAIL");
    EXPECT_EQ(
        refused(R"({"seconds": "1", "atmost": true, "words": "w"})"),
        "test.json: unknown field 'atmost' of 'gain'; there are seconds, bytes, count, of, words, at_most, needs");
    EXPECT_NE(
        error_of(rule("job", "1", R"(, "gain": {"bytes": "job.luck", "words": "w"})")).find("'job.luck' is no fact"),
        std::string::npos);
}

TEST(Advice, RulesThatLackADetailAreNotAsked) {
    const std::vector<Rule> rules = {rule("job", "1", R"(, "needs": ["functions", "waits"])")};
    const Advice advice = advise(two_ranks(), rules, false);
    EXPECT_TRUE(advice.findings.empty());
    ASSERT_EQ(advice.unasked.size(), 1U);
    EXPECT_EQ(advice.unasked[0].missing, std::vector<std::string>{"waits"});
}

TEST(Advice, EvidenceHasNumbers) {
    const std::vector<Rule> rules = {rule("job", "1", "", "a {job.ranks} b {job.seconds / 2:seconds}")};
    const Advice advice = advise(two_ranks(), rules, false);
    const auto &pieces = advice.findings.at(0).evidence;
    ASSERT_EQ(pieces.size(), 4U);
    EXPECT_EQ(pieces[0].text, "a ");
    EXPECT_DOUBLE_EQ(pieces[1].number, 2);
    EXPECT_DOUBLE_EQ(pieces[3].number, 10);
    EXPECT_EQ(pieces[3].unit, mpimon::advice::Unit::kSeconds);
}

// Of the ranks' point-to-point messages; those of another class are none.
TEST(Advice, FactsOfNoncontiguousMessages) {
    Profile profile = two_ranks();
    profile.noncontiguous = {{0, 0, MPIMON_CLASS_P2P, 6, 600, 60},
                             {0, 0, MPIMON_CLASS_RMA, 9, 900, 90},
                             {1, 0, MPIMON_CLASS_P2P, 2, 200, 40}};
    const std::vector<Rule> rules = {
        rule("job", "1", "", "{job.noncontiguous_messages}{job.noncontiguous_bytes}{job.noncontiguous_blocks}")};
    const Advice advice = advise(profile, rules, false);
    const auto &pieces = advice.findings.at(0).evidence;
    ASSERT_EQ(pieces.size(), 3U);
    EXPECT_DOUBLE_EQ(pieces[0].number, 8);
    EXPECT_DOUBLE_EQ(pieces[1].number, 800);
    EXPECT_DOUBLE_EQ(pieces[2].number, 100);
}

TEST(Advice, InstalledRulesUseFactsThatExist) {
    std::vector<Rule> rules;
    for (const fs::directory_entry &entry : fs::directory_iterator(RULES)) {
        std::ostringstream content;
        content << std::ifstream(entry.path()).rdbuf();
        rules.push_back(parse_rule(entry.path().stem(), entry.path(), content.str()));
        EXPECT_TRUE(rules.back().gain) << entry.path();
        EXPECT_TRUE(!rules.back().weight.empty() == !rules.back().gain->needs.empty()) << entry.path();
    }
    EXPECT_GE(rules.size(), 20U);
    EXPECT_NO_THROW(advise(two_ranks(), rules, false));
}

TEST(Advice, AllFactsAreDescribed) {
    std::ostringstream page;
    page << std::ifstream(PAGE).rdbuf();
    const Profile profile = two_ranks();
    const mpimon::advice::Facts facts(profile);
    for (size_t each = 0; each < mpimon::advice::each_names().size(); ++each) {
        const auto &table = facts.table(static_cast<mpimon::advice::Each>(each));
        for (const auto &names : {table.number_names, table.text_names})
            for (const std::string &name : names)
                EXPECT_NE(page.str().find("`" + name + "`"), std::string::npos) << name;
    }
}

}  // namespace
