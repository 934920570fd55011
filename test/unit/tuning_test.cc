// Tuning files that MPICH takes and those that it does not; a small reader of them, which goes the way of one call, is
// the model for what the check says of all calls.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <random>
#include <set>

#include "analysis/tuning/check.h"
#include "analysis/tuning/translate.h"
#include "tuning/collectives.h"
#include "tuning/conditions.h"
#include "tuning/names.h"
#include "tuning_files.h"

namespace mpimon::test {

namespace {

using namespace tuning;  // NOLINT: all of it is under test

CheckResult checked(const std::string &text, Series series = 40, std::optional<Level> level = std::nullopt) {
    return check(parse_tuning_file(text), series, level);
}

// The complete file with something else for one collective.
TuningJson with(const std::string &collective, const TuningJson &tree, Series series = 40) {
    TuningJson file = complete_file(series);
    file["collective=" + collective] = tree;
    return file;
}

// "LINE WHERE: TEXT" of each error.
std::vector<std::string> errors(const CheckResult &result) {
    std::vector<std::string> texts;
    for (const Problem &problem : result.problems)
        if (problem.is_error)
            texts.push_back(problem.where + ": " + problem.text);
    return texts;
}

std::string only_error(const TuningJson &file, Series series = 40, std::optional<Level> level = std::nullopt) {
    const std::vector<std::string> texts = errors(checked(text_of(file), series, level));
    return texts.size() == 1 ? texts[0]
                             : std::to_string(texts.size()) + " errors" + (texts.empty() ? "" : ": " + texts[0]);
}

TuningJson parsed(const std::string &text) {
    return TuningJson::parse(text);
}

TEST(Tuning, ACompleteFileIsSoundForItsSeries) {
    for (const Series series : kSeries) {
        const CheckResult result = checked(text_of(complete_file(series)), series);
        EXPECT_EQ(errors(result), std::vector<std::string>()) << series;
        EXPECT_GE(result.choices, collectives().size());
    }
}

TEST(Tuning, TheCollectivesAreFortyFour) {
    EXPECT_EQ(std::set<std::string_view>(collectives().begin(), collectives().end()).size(), 44U);
    for (const Choice &choice : kChoices)
        EXPECT_TRUE(choice.collective.empty() ||
                    std::find(collectives().begin(), collectives().end(), choice.collective) != collectives().end());
}

TEST(Tuning, NamesDoNotCarryOver) {
    TuningJson file = complete_file(41);
    file["collective=barrier"]["comm_type=intra"] = lone("algorithm=MPIR_Barrier_intra_dissemination");
    EXPECT_EQ(
        only_error(file, 41),
        "collective=barrier, comm_type=intra, algorithm=MPIR_Barrier_intra_dissemination: MPICH 4.1 does not know this "
        "name");
    file = complete_file(40);
    file["collective=barrier"]["comm_type=intra"] = lone("algorithm=MPIR_Barrier_intra_dissemination");
    EXPECT_TRUE(checked(text_of(file), 40).is_sound());
}

TEST(Tuning, WhatIsWrongIsNamed) {
    const auto bcast = [](const std::string &tree) { return only_error(with("bcast", parsed(tree))); };
    EXPECT_EQ(
        bcast(R"({"algorithm=MPIR_Bcast_intra_binomial": {}})"),
        "collective=bcast, algorithm=MPIR_Bcast_intra_binomial: it is for intra-communicators (comm_type=intra) only");
    EXPECT_EQ(bcast(R"({"algorithm=MPIR_Barrier_allcomm_nb": {}})"),
              "collective=bcast, algorithm=MPIR_Barrier_allcomm_nb: it is of barrier, not of bcast");
    EXPECT_EQ(bcast(R"({"composition=MPIDI_Bcast_intra_composition_gamma": {}})"),
              "collective=bcast, composition=MPIDI_Bcast_intra_composition_gamma: it is of the level ch4, and this "
              "file of mpir");
    EXPECT_EQ(bcast(R"({"comm_size<8": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast, comm_size<8: MPICH wants another key behind it, such as comm_size=any");
    EXPECT_EQ(bcast(R"({"comm_size=any": {"algorithm=MPIR_Bcast_allcomm_nb": {}},
                        "comm_type=intra": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast, comm_size=any: it is true of all calls, and so has to be the last one");
    EXPECT_EQ(bcast(R"({"comm_type=intra": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast: MPICH aborts in calls for which nothing is chosen: inter-communicators");
    EXPECT_EQ(bcast(R"({"is_commutative=yes": {"algorithm=MPIR_Bcast_allcomm_nb": {}},
                        "is_commutative=no": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast, is_commutative=yes: MPICH aborts when it is to tell this of bcast");
    EXPECT_EQ(bcast(R"({"comm_size<eight": {"algorithm=MPIR_Bcast_allcomm_nb": {}}, "comm_size=any":
                        {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast, comm_size<eight: what follows is no number from 0 to 2147483647");
    EXPECT_EQ(bcast(R"({"comm_mood=good": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast, comm_mood=good: MPICH does not know this key");
    EXPECT_EQ(bcast(R"({"comm_type=intra": {}})"), "collective=bcast, comm_type=intra: nothing is in it");
    EXPECT_EQ(bcast(R"({"comm_type=intra": 3})"), "collective=bcast, comm_type=intra: its value is no object");
    EXPECT_EQ(
        bcast(R"({"algorithm=MPIR_Bcast_allcomm_nb": {}, "comm_type=intra": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
        "collective=bcast, algorithm=MPIR_Bcast_allcomm_nb: a choice stands alone, without other keys beside it");
    EXPECT_EQ(bcast(R"({"collective=bcast": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})"),
              "collective=bcast: a collective within another");
}

TEST(Tuning, WhatIsBeforeTheCollectiveIsOfTheCommunicator) {
    TuningJson file = TuningJson::object();
    file["comm_size<8"] = complete_file(40);
    file["comm_size=any"] = complete_file(40);
    EXPECT_TRUE(checked(text_of(file)).is_sound());
    TuningJson threaded = TuningJson::object();
    threaded["is_multi_threaded=yes"] = complete_file(40);
    threaded["is_multi_threaded=no"] = complete_file(40);
    EXPECT_EQ(only_error(threaded),
              "is_multi_threaded=yes: MPICH aborts where this stands before the collective (collective=NAME)");
    file["comm_size=any"].erase("collective=scan");
    EXPECT_EQ(only_error(file),
              "comm_size=any: MPICH aborts in these, for which nothing is chosen: scan (comm_size from 8 on)");
}

TEST(Tuning, TwiceIsSaidWithItsLine) {
    const CheckResult result =
        checked("{\n \"collective=bcast\": {\"any\": {}},\n\"collective = bcast\": {}}", 42, Level::kCh4);
    ASSERT_FALSE(result.problems.empty());
    const auto twice = std::find_if(result.problems.begin(), result.problems.end(),
                                    [](const Problem &problem) { return problem.text == "this key is here twice"; });
    ASSERT_NE(twice, result.problems.end());
    EXPECT_EQ(twice->line, 3U);
}

// A file of 16 MiB may have so many keys; comparing each with all before it would take minutes.
TEST(Tuning, ManyKeysBesideEachOtherAreCheckedAtOnce) {
    constexpr int kKeys = 200000;
    std::string text = "{";
    for (int key = 0; key < kKeys; ++key)
        text += "\"comm_size<=" + std::to_string(key + 1) + "\": {},\n";
    text += "\"comm_size<=7\": {}, \"comm_size=any\": {}}";
    const std::clock_t before = std::clock();
    const CheckResult result = checked(text, 42, Level::kCh4);
    EXPECT_LT(std::clock() - before, 10 * CLOCKS_PER_SEC);
    const auto is_twice = [](const Problem &problem) { return problem.text == "this key is here twice"; };
    EXPECT_EQ(std::count_if(result.problems.begin(), result.problems.end(), is_twice), 1);
    EXPECT_EQ(std::find_if(result.problems.begin(), result.problems.end(), is_twice)->line, kKeys + 1U);
}

TEST(Tuning, WhatIsNoJsonIsSaidWithItsLine) {
    const auto problem = [](const std::string &text) {
        const TuningFile file = parse_tuning_file(text);
        return file.problems.empty() ? "none" : std::to_string(file.problems[0].line) + ": " + file.problems[0].text;
    };
    EXPECT_EQ(problem("{\n\n\"a\": }").substr(0, 10), "3: no JSON");
    EXPECT_EQ(problem(""), "1: no JSON: the file ends before it does");
    EXPECT_EQ(problem("[]"), "1: no JSON object");
    EXPECT_EQ(problem("{\"a\": [{}]}"), "1: an object in an array: objects are to be the values of keys");
    std::string deep;
    for (int i = 0; i < 31; ++i)
        deep += "{\"a\":";
    EXPECT_EQ(problem(deep + "1" + std::string(31, '}')), "none");
    EXPECT_EQ(problem(deep + "{}" + std::string(31, '}')), "1: more than 31 levels, which MPICH does not read");
    EXPECT_EQ(problem("{}" + std::string(4094, ' ')).substr(0, 14), "0: 4096 bytes,");
}

TEST(Tuning, ParametersAreChecked) {
    const auto problem = [](const std::string &choice, Series series) {
        TuningJson file = complete_file(series);
        file["collective=bcast"]["comm_type=intra"] = parsed(choice);
        const CheckResult result = checked(text_of(file), series);
        return result.problems.size() == 1 ? result.problems[0].text : std::to_string(result.problems.size());
    };
    EXPECT_EQ(
        problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=4": {}, "tree_type=1": {}, "is_non_blocking=1": {}}})", 41),
        "0");
    EXPECT_EQ(problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=4": {}, "tree_type=1": {}}})", 41),
              "its parameter is_non_blocking is missing, and MPICH would take whatever is in memory");
    EXPECT_EQ(
        problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=1": {}, "tree_type=1": {}, "is_non_blocking=1": {}}})", 41),
        "its value is to be 2 to 32767");
    EXPECT_EQ(
        problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=99999": {}, "tree_type=1": {}, "is_non_blocking=1": {}}})",
                41),
        "its value is to be 2 to 32767");
    EXPECT_EQ(
        problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=4": {}, "tree_type=7": {}, "is_non_blocking=1": {}}})", 41),
        "a type of trees is one of 0 (k-ary), 1 and 2 (k-nomial)");
    EXPECT_EQ(
        problem(R"({"algorithm=MPIR_Bcast_intra_tree": {"k=4": {}, "tree_type=1": {}, "is_non_blocking=1": {}}})", 43),
        "a type of trees is one of kary, knomial_1, knomial_2");
    EXPECT_EQ(problem(R"({"algorithm=MPIR_Bcast_intra_binomial": {"k=4": {}}})", 40),
              "MPICH reads no such parameter of this algorithm");
    TuningJson file = complete_file(40);
    file["collective=igather"]["comm_type=intra"] = parsed(R"({"algorithm=MPIR_Igather_intra_tsp_tree": {"k=2": {}}})");
    EXPECT_EQ(only_error(file),
              "collective=igather, comm_type=intra, algorithm=MPIR_Igather_intra_tsp_tree: its parameter k "
              "cannot be set by a file, and MPICH takes whatever is in memory");
}

TEST(Tuning, KeysThatProcessesOfOneCallMayDifferIn) {
    const auto problem = [](const std::string &collective, const std::string &kind, const std::string &tree) {
        TuningJson file = complete_file(40);
        file["collective=" + collective]["comm_type=" + kind] = parsed(tree);
        const CheckResult result = checked(text_of(file), 40);
        return result.problems.empty() ? std::string() : result.problems[0].text;
    };
    const std::string differs = "processes of one call may differ in it, take different algorithms and wait for ever";
    // Below and above 10 of what the key counts, the same.
    const auto by = [](const std::string &key, const std::string &algorithm) {
        return fmt::format(R"({{"{0}<=9": {{"algorithm={1}": {{}}}}, "{0}=any": {{"algorithm={1}": {{}}}}}})", key,
                           algorithm);
    };
    const std::string alltoall = "MPIR_Alltoall_allcomm_nb";
    EXPECT_EQ(problem("gather", "intra", by("total_msg_size", "MPIR_Gather_intra_binomial")), differs);
    EXPECT_EQ(problem("gather", "inter", by("total_msg_size", "MPIR_Gather_inter_linear")), "");
    EXPECT_EQ(problem("alltoallv", "intra", by("total_msg_size", "MPIR_Alltoallv_allcomm_nb")), differs);
    EXPECT_EQ(problem("alltoall", "intra", by("total_msg_size", alltoall)), differs);
    EXPECT_EQ(
        problem("alltoall", "intra",
                fmt::format(R"({{"is_sendbuf_inplace=yes": {{"algorithm={}": {{}}}}, "is_sendbuf_inplace=no": {}}})",
                            alltoall, by("total_msg_size", alltoall))),
        "");
    EXPECT_EQ(problem("allgather", "intra", by("total_msg_size", "MPIR_Allgather_allcomm_nb")), "");
    EXPECT_EQ(problem("bcast", "intra", by("count", "MPIR_Bcast_allcomm_nb")), differs);
    EXPECT_EQ(problem("allreduce", "intra", by("count", "MPIR_Allreduce_allcomm_nb")), "");
}

TEST(Tuning, OtherLevels) {
    const TuningJson alpha = parsed(R"({"collective=allreduce": {"comm_type=intra": {"is_commutative=yes":
        {"composition=MPIDI_Allreduce_intra_composition_alpha": {}}}}})");
    EXPECT_EQ(only_error(alpha),
              "collective=allreduce, comm_type=intra, is_commutative=yes, "
              "composition=MPIDI_Allreduce_intra_composition_alpha: it needs a communicator with others for its nodes "
              "(comm_hierarchy=parent)");
    const TuningJson gamma = parsed(R"({"collective=allreduce": {"comm_type=intra": {"comm_size=node_comm_size":
        {"composition=MPIDI_Allreduce_intra_composition_gamma": {}}, "comm_size=any":
        {"composition=MPIDI_Allreduce_intra_composition_beta": {}}}}})");
    EXPECT_EQ(only_error(gamma), "0 errors");
    EXPECT_EQ(checked(text_of(gamma)).level, Level::kCh4);
    const TuningJson posix = parsed(R"({"collective=bcast": {"comm_type=intra": {"is_multi_threaded=no":
        {"algorithm=MPIDI_POSIX_mpi_bcast_release_gather": {}}}}})");
    EXPECT_EQ(only_error(posix, 41), "0 errors");
    EXPECT_EQ(only_error(posix, 40).substr(0, 18), ": MPICH 4.0 aborts");
    EXPECT_EQ(only_error(parsed("{}"), 40, Level::kCh4), "0 errors");
    const TuningJson none = parsed(R"({"comm_type=intra": {"collective=bcast":
        {"composition=MPIDI_Bcast_intra_composition_gamma": {}}}})");
    EXPECT_EQ(only_error(none, 40, Level::kCh4),
              ": MPICH aborts where a communicator is made for which nothing stands here: inter-communicators");
}

// With such choices MPICH has crashed (mpich issue 7456, pull request 7051): a composition where some communicators are
// not as it needs them.
TEST(Tuning, CompositionsNeedTheirCommunicators) {
    const auto problem = [](const std::string &collective, const std::string &composition, const std::string &key,
                            Series series) {
        TuningJson file = TuningJson::object();
        file["collective=" + collective]["comm_type=intra"][key] = lone("composition=" + composition);
        return only_error(file, series, Level::kCh4);
    };
    const std::string gamma = "MPIDI_Allreduce_intra_composition_gamma";
    const std::string alpha = "MPIDI_Barrier_intra_composition_alpha";
    const std::string nodes = "it needs a communicator with others for its nodes (comm_hierarchy=parent)";
    for (const Series series : kSeries) {
        for (const std::string key : {"comm_size=any", "comm_hierarchy=parent", "is_node_consecutive=yes"})
            EXPECT_EQ(problem("allreduce", gamma, key, series),
                      "collective=allreduce, comm_type=intra, " + key + ", composition=" + gamma +
                          ": it needs a communicator within one node (comm_size=node_comm_size)");
        EXPECT_EQ(problem("barrier", alpha, "comm_size=any", series),
                  "collective=barrier, comm_type=intra, comm_size=any, composition=" + alpha + ": " + nodes);
        EXPECT_EQ(problem("barrier", alpha, "comm_hierarchy=parent", series), "0 errors");
    }
}

// One call, and the way that MPICH's own reader goes with it.
struct Call {
    bool intra = true;
    std::string hierarchy = "parent";
    int64_t size = 1, ppn = 1, average = 0, total = 0, count = 0;
    std::map<std::string, bool> flags;

    int64_t power_below() const {
        int64_t power = 1;
        while (power * 2 <= size)
            power *= 2;
        return power;
    }

    bool is(const std::string &key) const {
        const auto bound = [&](const std::string &name, int64_t value) {
            const std::string rest = key.substr(name.size());
            return rest[1] == '=' ? value <= std::stoll(rest.substr(2)) : value < std::stoll(rest.substr(1));
        };
        if (key == "count<pow2")
            return count < power_below();
        if (key == "comm_size=pow2")
            return size == power_below();
        if (key == "comm_size=node_comm_size")
            return flags.at("one_node");
        if (key.substr(key.size() - 4) == "=any")
            return true;
        if (key.substr(0, 9) == "comm_type")
            return (key == "comm_type=intra") == intra;
        if (key.substr(0, 14) == "comm_hierarchy")
            return key.substr(15) == hierarchy;
        if (key.substr(0, 3) == "is_")
            return flags.at(key.substr(0, key.find('='))) == (key.substr(key.find('=')) == "=yes");
        for (const auto &[name, value] : std::map<std::string, int64_t>{
                 {"comm_size", size}, {"avg_msg_size", average}, {"total_msg_size", total}, {"count", count}})
            if (key.substr(0, name.size() + 1) == name + "<")
                return bound(name, value);
        throw std::runtime_error(key);
    }

    // The algorithm, or "" if there is none.
    std::string choose(const TuningJson &tree) const {
        for (const auto &[key, below] : tree.items()) {
            if (key.substr(0, 10) == "algorithm=")
                return key.substr(10);
            if (is(key))
                return choose(below);
        }
        return "";
    }

    bool may_use(const Choice &choice) const {
        const std::map<std::string, bool> satisfied = {
            {"parent-comm", hierarchy == "parent"},      {"power-of-two", size == power_below()},
            {"inplace", flags.at("is_sendbuf_inplace")}, {"noinplace", !flags.at("is_sendbuf_inplace")},
            {"commutative", flags.at("is_commutative")}, {"builtin-op", flags.at("is_op_built_in")},
            {"size-ge-pof2", count >= power_below()},    {"node-consecutive", flags.at("is_node_consecutive")},
        };
        std::istringstream words{std::string(choice.restrictions)};
        for (std::string word; words >> word;)
            if (satisfied.count(word) == 0 || !satisfied.at(word))
                return false;
        return (choice.kinds & (intra ? kIntra : kInter)) != 0;
    }
};

Call random_call(std::mt19937 &random) {
    static const std::array<const char *, 4> kKinds = {"parent", "node_roots", "node", "flat"};
    Call call;
    call.intra = random() % 3 > 0;
    call.hierarchy = call.intra ? kKinds.at(random() % 4) : "flat";
    call.size = 1 + random() % 12;
    call.average = random() % 40;
    call.total = call.average * call.size;
    call.count = random() % 14;
    for (const char *flag : {"is_sendbuf_inplace", "is_commutative", "is_op_built_in", "is_node_consecutive",
                             "is_multi_threaded", "one_node", "is_block_regular"})
        call.flags[flag] = random() % 2 == 0;
    call.flags["is_commutative"] = call.flags["is_commutative"] || call.flags["is_op_built_in"];
    if (call.hierarchy != "parent")
        call.flags["is_node_consecutive"] = call.flags["one_node"] = false;
    return call;
}

const Choice &choice_named(const std::string &name) {
    for (const Choice &choice : kChoices)
        if (choice.name == name && choice.first == 40)
            return choice;
    throw std::runtime_error(name);
}

// Conditions that come together, so that each call has one.
TuningJson random_tree(std::mt19937 &random, const std::vector<std::string> &names, const std::string &collective,
                       int depth) {
    static const std::vector<std::vector<std::string>> kBranches = {
        {"comm_type=intra", "comm_type=inter"},
        {"comm_hierarchy=parent", "comm_hierarchy=any"},
        {"comm_hierarchy=node", "comm_hierarchy=parent", "comm_hierarchy=any"},
        {"comm_size<5", "comm_size=pow2", "comm_size=any"},
        {"comm_size=pow2", "comm_size=any"},
        {"comm_size<=2", "comm_size=any"},
        {"comm_size=node_comm_size", "comm_size=any"},
        {"is_node_consecutive=yes", "is_node_consecutive=no"},
        {"count<pow2", "count=any"},
        {"count<=11", "count=any"},
        {"avg_msg_size<9", "avg_msg_size<=20", "avg_msg_size=any"},
        {"total_msg_size<=64", "total_msg_size=any"},
        {"is_commutative=no", "is_commutative=yes"},
        {"is_op_built_in=yes", "is_op_built_in=no"},
        {"is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"},
        {"is_sendbuf_inplace=yes"}};
    if (depth == 0)
        return lone("algorithm=" + names[random() % names.size()]);
    const std::vector<std::string> &keys = kBranches[random() % kBranches.size()];
    std::string_view wrong;
    if (!is_known_of(*condition_of(keys[0], 40, wrong), collective))
        return random_tree(random, names, collective, depth);
    TuningJson tree = TuningJson::object();
    for (const std::string &key : keys)
        tree[key] = random_tree(random, names, collective, static_cast<int>(random() % static_cast<unsigned>(depth)));
    return tree;
}

class Trees : public testing::TestWithParam<const char *> {};

TEST_P(Trees, NoCallOfASoundFileIsLeftWithoutALegalChoice) {
    const std::string collective = GetParam();
    std::vector<std::string> names;
    for (const Choice &choice : kChoices)
        if (choice.collective == collective && choice.level == Level::kMpir && choice.first == 40)
            names.emplace_back(choice.name);
    std::mt19937 random(1);
    constexpr int kTrees = 1500;
    size_t sound = 0;
    size_t refused_rightly = 0;
    for (int i = 0; i < kTrees; ++i) {
        const TuningJson tree = random_tree(random, names, collective, 1 + i % 3);
        const bool is_sound = checked(text_of(with(collective, tree))).is_sound();
        bool all_legal = true;
        for (int calls = 0; calls < 200; ++calls) {
            const Call call = random_call(random);
            const std::string name = call.choose(tree);
            const bool legal = !name.empty() && call.may_use(choice_named(name));
            all_legal = all_legal && legal;
            ASSERT_TRUE(legal || !is_sound) << tree.dump(1) << name;
        }
        sound += is_sound ? 1 : 0;
        refused_rightly += !is_sound && !all_legal ? 1 : 0;
    }
    // It is neither always so nor never, and what is refused is so for a reason, but for calls that are rare.
    EXPECT_GT(sound, 15U);
    EXPECT_GT(refused_rightly, (kTrees - sound) * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Collectives, Trees, testing::Values("allreduce", "alltoall", "reduce", "allgather"));

TEST(Tuning, TranslatedThereAndBack) {
    TuningJson file = complete_file(40);
    file["collective=barrier"]["comm_type=intra"] = lone("algorithm=MPIR_Barrier_intra_dissemination");
    file["collective=ibcast"]["comm_type=intra"] =
        parsed(R"({"algorithm=MPIR_Ibcast_intra_tsp_tree": {"tree_type=1": {}, "k=3": {}, "chunk_size=0": {}}})");
    const Translation there = translate(parse_tuning_file(text_of(file)), 40, 50);
    EXPECT_TRUE(there.problems.empty());
    EXPECT_TRUE(checked(there.text, 50).is_sound());
    const TuningJson made = parsed(there.text);
    EXPECT_EQ(made["collective=barrier"]["comm_type=intra"],
              parsed(R"({"algorithm=MPIR_Barrier_intra_k_dissemination": {"k=2": {}}})"));
    EXPECT_TRUE(made["collective=ibcast"]["comm_type=intra"]["algorithm=MPIR_Ibcast_intra_tsp_tree"].contains(
        "tree_type=knomial_1"));
    const Translation back = translate(parse_tuning_file(there.text), 50, 40);
    EXPECT_TRUE(back.problems.empty());
    EXPECT_EQ(parsed(back.text), file);
}

TEST(Tuning, KeysAreTranslated) {
    const auto translated = [](const std::string &tree, Series from, Series to) {
        const Translation result = translate(parse_tuning_file(tree), from, to);
        return result.problems.empty() ? parsed(result.text).dump()
                                       : result.problems[0].where + ": " + result.problems[0].text;
    };
    EXPECT_EQ(translated(R"({"comm_avg_ppn<=4":{},"any":{}})", 42, 40), R"({"comm_avg_ppn<=4":{},"comm_size=any":{}})");
    EXPECT_EQ(translated(R"({"comm_avg_ppn<4":{},"any":{}})", 42, 40),
              "comm_avg_ppn<4: MPICH 4.0 has comm_avg_ppn<=N only, which is of other communicators");
    const auto composition = [](const char *letter) {
        return fmt::format(R"({{"composition=MPIDI_Allgather_intra_composition_{}":{{}}}})", letter);
    };
    EXPECT_EQ(translated(composition("alpha"), 40, 41), composition("beta"));
    EXPECT_EQ(translated(composition("beta"), 43, 40), composition("alpha"));
    EXPECT_EQ(translated(composition("alpha"), 41, 43), composition("alpha"));
    EXPECT_EQ(translated(composition("alpha"), 41, 40),
              "composition=MPIDI_Allgather_intra_composition_alpha: MPICH 4.0 has no such composition");
    EXPECT_EQ(translated(R"({"comm_type=any":{}})", 43, 41), R"({"comm_size=any":{}})");
    EXPECT_EQ(translated(R"({"comm_hierarchy=parent":{},"comm_hierarchy=flat":{}})", 50, 43),
              R"({"comm_hierarchy=parent":{},"comm_hierarchy=any":{}})");
    EXPECT_EQ(translated(R"({"comm_hierarchy=flat":{}})", 40, 50),
              "comm_hierarchy=flat: in MPICH 5.0 this key means other communicators");
    EXPECT_EQ(translated(R"({"algorithm=MPIR_Barrier_intra_k_dissemination":{"k=4":{}}})", 41, 40),
              "algorithm=MPIR_Barrier_intra_k_dissemination: MPICH 4.0 has it for k=2 only");
}

}  // namespace

}  // namespace mpimon::test
