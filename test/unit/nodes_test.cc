// Several nodes put together: how they are named, what they are asked, and what their lines say.
#include <gtest/gtest.h>

#include "mpimon/commands/watch/nodes/launcher.h"
#include "mpimon/commands/watch/nodes/node_change.h"
#include "mpimon/commands/watch/nodes/sighting_json.h"
#include "mpimon/failure.h"
#include "mpimon/render/base64.h"

namespace mpimon {
namespace {

using Words = std::vector<std::string>;

TEST(Nodes, AsTheyAreWritten) {
    EXPECT_EQ(read_nodes("n1"), Words{"n1"});
    EXPECT_EQ(read_nodes("n1,user@n2.site"), (Words{"n1", "user@n2.site"}));
    EXPECT_EQ(read_nodes("n[1-3,007-008],x"), (Words{"n1", "n2", "n3", "n007", "n008", "x"}));
    EXPECT_EQ(read_nodes("a[9-11]b"), (Words{"a9b", "a10b", "a11b"}));
}

TEST(Nodes, WhatIsNoName) {
    for (const char *text :
         {"", ",", "n[1", "n]1[", "n[x]", "n[1-]", "-oProxyCommand=x", "n1 n2", "n;ls", "n[1-2]$(ls)"})
        EXPECT_THROW(read_nodes(text), WrongArgument) << text;
}

TEST(Nodes, WhatIsStartedThere) {
    const Words command = {"/a b/mpimon", "--job", "it's"};
    EXPECT_EQ(launch_line("srun -w", "n1", command), (Words{"srun", "-w", "n1", "/a b/mpimon", "--job", "it's"}));
    EXPECT_EQ(launch_line("/usr/bin/ssh -q", "n1", command),
              (Words{"/usr/bin/ssh", "-q", "n1", "'/a b/mpimon'", "'--job'", "'it'\\''s'"}));
    EXPECT_THROW(launch_line(" ", "n1", command), WrongArgument);
}

Sighting sighting(uint32_t rank, uint64_t messages) {
    Sighting seen;
    seen.title = "ring";
    seen.key = 0xfedcba9876543210;
    seen.processes = 1;
    seen.running = 1;
    seen.moment.seconds = 2.5;
    seen.moment.classes[MPIMON_CLASS_COLL] = {messages, 8 * messages};
    seen.moment.pairs[{rank, 7}] = {messages, 8 * messages};
    seen.moment.ranks[rank] = {messages, 8 * messages};
    seen.moment.collectives["Bcast"] = {3, 400};
    seen.moment.waits["p2p, late sender"] = {5, 600};
    seen.moment.waited_ns[rank] = 600;
    Variable queue;
    queue.unit = "messages";
    queue.grows = false;
    queue.values[rank] = 4;
    queue.highest[rank] = 9;
    seen.variables["queue"] = queue;
    seen.unreadable = {"a\nline"};
    return seen;
}

TEST(Nodes, ALineSaysAll) {
    const std::string line = sighting_line(sighting(3, 10));
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const Sighting read = read_sighting(line);
    EXPECT_EQ(read.title, "ring");
    EXPECT_EQ(read.key, 0xfedcba9876543210);
    EXPECT_EQ(read.moment.seconds, 2.5);
    EXPECT_EQ(read.moment.classes.at(MPIMON_CLASS_COLL), (Totals{10, 80}));
    EXPECT_EQ(read.moment.pairs.at({3, 7}), (Totals{10, 80}));
    EXPECT_EQ(read.moment.ranks.at(3), (Totals{10, 80}));
    EXPECT_EQ(read.moment.collectives.at("Bcast").time_ns, 400U);
    EXPECT_EQ(read.moment.waits.at("p2p, late sender").calls, 5U);
    EXPECT_EQ(read.moment.waited_ns.at(3), 600U);
    EXPECT_EQ(read.variables.at("queue").values.at(3), 4);
    EXPECT_EQ(read.variables.at("queue").highest.at(3), 9);
    EXPECT_FALSE(read.variables.at("queue").grows);
    EXPECT_EQ(read.unreadable.size(), 1U);
    EXPECT_EQ(read.unreadable.front().find('\n'), std::string::npos);
}

TEST(Nodes, WhatOthersHaveIsAdded) {
    Sighting sum = sighting(0, 10);
    add(sum, sighting(1, 5));
    EXPECT_EQ(sum.processes, 2U);
    EXPECT_EQ(sum.moment.classes.at(MPIMON_CLASS_COLL), (Totals{15, 120}));
    EXPECT_EQ(sum.moment.pairs.size(), 2U);
    EXPECT_EQ(sum.moment.collectives.at("Bcast").calls, 6U);
    EXPECT_EQ(sum.variables.at("queue").values, (std::map<uint32_t, double>{{0, 4}, {1, 4}}));
    EXPECT_FALSE(sum.variables.at("queue").grows);
    EXPECT_EQ(sum.moment.seconds, 2.5);
}

TEST(Nodes, OtherLinesAreRefused) {
    const std::string line = sighting_line(sighting(3, 10));
    for (const std::string &wrong : {std::string("{"), std::string("{}"), std::string("[]"),
                                     line.substr(0, line.size() / 2), std::string("{\"job\": 3}")})
        EXPECT_THROW(read_sighting(wrong), Failure) << wrong;
}

TEST(Nodes, RecordsComeAsTheyAre) {
    Sighting seen = sighting(3, 10);
    EXPECT_TRUE(read_sighting(sighting_line(seen)).records.ranks.empty());
    seen.records = {std::string("\0job\xff", 5), std::string("a\nb\0", 4), {3, 7}, {}};
    const LiveRecords records = read_sighting(sighting_line(seen)).records;
    EXPECT_EQ(records.job, seen.records.job);
    EXPECT_EQ(records.processes, seen.records.processes);
    EXPECT_EQ(records.ranks, (std::vector<uint32_t>{3, 7}));
    std::string wrong = sighting_line(seen);
    wrong.replace(wrong.find(base64(seen.records.processes)), 1, "*");
    EXPECT_THROW(read_sighting(wrong), Failure);
}

// The test vectors of RFC 4648, section 10.
TEST(Nodes, Base64) {
    const std::vector<std::string> texts = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    for (size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(base64(std::string("foobar").substr(0, i)), texts[i]);
        EXPECT_EQ(from_base64(texts[i]), std::string("foobar").substr(0, i));
    }
    for (const char *wrong : {"Z", "Zg=", "Zg===", "Zg=g", "Z===", "====", "Zm 8", "Zm9v\n"})
        EXPECT_FALSE(from_base64(wrong)) << wrong;
}

TEST(Nodes, WhatRanksAnswer) {
    const std::vector<RankAnswer> answers = read_answers(
        "srun: warning\n"
        R"({"job": "x", "changes": [{"name": "A", "value": "1", "ranks": [)"
        R"({"rank": 2, "answer": "changed", "collective": 7}, {"rank": 5, "answer": "refused", "reason": "why"}]}]})"
        "\n");
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].rank, 2U);
    EXPECT_EQ(answers[0].answer, MPIMON_ANSWER_CHANGED);
    EXPECT_EQ(answers[0].collective, 7U);
    EXPECT_EQ(answers[1].answer, MPIMON_ANSWER_REFUSED);
    EXPECT_EQ(answers[1].reason, "why");
}

// What it said to people is the reason.
TEST(Nodes, WhatIsNoAnswer) {
    const auto failure = [](const char *output) -> std::string {
        try {
            read_answers(output);
        } catch (const Failure &caught) {
            return caught.what();
        }
        return "none";
    };
    EXPECT_EQ(failure("a\nmpimon set: no such job runs\n"), "mpimon set: no such job runs");
    EXPECT_EQ(failure(""), "no answer in time");
    EXPECT_EQ(failure("{}"), "{}");
    EXPECT_EQ(failure("}{"), "}{");
}

}  // namespace
}  // namespace mpimon
