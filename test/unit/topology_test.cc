// Topologies: what users write down, and the numbers of slots that follow from it.
#include "analysis/placement/topology.h"

#include <gtest/gtest.h>

#include "analysis/failure.h"
#include "analysis/placement/topology_spec.h"

namespace mpimon::test {

namespace {

using namespace placement;

std::string error_of(const std::string &levels) {
    try {
        const Topology topology(parse_levels(levels));
    } catch (const AnalysisError &error) {
        return error.what();
    }
    return "no error";
}

std::string error_of_hosts(const std::string &text) {
    try {
        const Topology topology(parse_hosts(text, "hosts"));
    } catch (const AnalysisError &error) {
        return error.what();
    }
    return "no error";
}

TEST(Topology, SlotsAreNumberedDepthFirst) {
    const Topology topology(parse_levels(" node:2  package:2\tcore:3 "));
    ASSERT_EQ(topology.depth(), 3U);
    EXPECT_EQ(topology.slots(), 12U);
    EXPECT_EQ(topology.objects(1), 4U);
    EXPECT_EQ(topology.range(1, 2).first, 6U);
    EXPECT_EQ(topology.range(1, 2).end, 9U);
    EXPECT_EQ(topology.children(0, 1).first, 2U);
    for (uint32_t a = 0; a < 12; ++a)
        for (uint32_t b = 0; b < 12; ++b) {
            const uint32_t level = a / 6 != b / 6 ? 0 : a / 3 != b / 3 ? 1 : a != b ? 2 : 3;
            EXPECT_EQ(topology.level_between(a, b), level) << a << ' ' << b;
        }
    EXPECT_EQ(topology.object_of(1, 5), 1U);
    EXPECT_EQ(topology.object_of(0, 6), 1U);
    EXPECT_TRUE(topology.is_uniform());
}

TEST(Topology, WithoutNodesIsOneNode) {
    const Topology topology(parse_levels("Package:2 core:4"));
    EXPECT_EQ(topology.levels(), (std::vector<std::string>{"node", "package", "core"}));
    EXPECT_EQ(topology.node_level(), 0U);
    EXPECT_EQ(topology.slots(), 8U);
}

TEST(Topology, NodesMayBeWithinOthers) {
    const Topology topology(parse_levels("switch:2 node:3 core:2"));
    EXPECT_EQ(topology.node_level(), 1U);
    EXPECT_EQ(topology.objects(1), 6U);
}

TEST(Topology, HostsOfDifferentSizes) {
    const Topology topology(
        parse_hosts("# two of one kind\nn1 4 package:2 core:2\nn2:4 package:2 core:2\n\n n3 3 # small\n", "hosts"));
    EXPECT_EQ(topology.levels(), (std::vector<std::string>{"node", "package", "core"}));
    EXPECT_EQ(topology.hosts(), (std::vector<std::string>{"n1", "n2", "n3"}));
    EXPECT_EQ(topology.slots(), 11U);
    EXPECT_EQ(topology.objects(1), 5U);  // n3 is one package
    EXPECT_EQ(topology.range(0, 2).first, 8U);
    EXPECT_EQ(topology.level_between(8, 10), 2U);
    EXPECT_EQ(topology.level_between(0, 2), 1U);
    EXPECT_EQ(topology.shape(0, 0), topology.shape(0, 1));
    EXPECT_NE(topology.shape(0, 0), topology.shape(0, 2));
    EXPECT_FALSE(topology.is_uniform());
}

TEST(Topology, HostsWithoutSlotsHaveOne) {
    const Topology topology(parse_hosts("n1\nn2\n", "hosts"));
    EXPECT_EQ(topology.slots(), 2U);
    EXPECT_EQ(topology.level_between(0, 1), 0U);
}

TEST(Topology, WrongLevels) {
    EXPECT_EQ(error_of(""), "no levels; node:4 package:2 core:8 has three");
    EXPECT_EQ(error_of("node:0"), "'node:0' is no level; a level has a name and a number, such as core:8");
    EXPECT_EQ(error_of("node:2 8"), "'8' is no level; a level has a name and a number, such as core:8");
    EXPECT_EQ(error_of("node:2x"), "'node:2x' is no level; a level has a name and a number, such as core:8");
    EXPECT_EQ(error_of("node:-2"), "'node:-2' is no level; a level has a name and a number, such as core:8");
    EXPECT_EQ(error_of("core:2 core:2"), "there are two levels 'core'");
    EXPECT_EQ(error_of("node:16777216 core:2"), "more than 16 levels or 16777216 slots");
    EXPECT_EQ(error_of("a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 i:1 j:1 k:1 l:1 m:1 n:1 o:1 p:1"),
              "a topology of 17 levels, and at most 16 are possible");
}

TEST(Topology, WrongHosts) {
    EXPECT_EQ(error_of_hosts("# none\n"), "hosts: no hosts; a line such as 'n1 8' is one");
    EXPECT_EQ(error_of_hosts("n1 8\nn1 8\n"), "hosts: line 2: host n1 is there twice");
    EXPECT_EQ(error_of_hosts("n1 many\n"), "hosts: line 1: 'many' is no number of slots, such as 8");
    EXPECT_EQ(error_of_hosts("n1 8 core:4\n"), "hosts: line 1: 8 slots, but 4 by its levels");
    EXPECT_EQ(error_of_hosts("n1 4 core\n"),
              "hosts: line 1: 'core' is no level; a level has a name and a number, such as core:8");
    EXPECT_EQ(error_of_hosts("n1 4 node:1 core:4\n"),
              "hosts: line 1: the host is the node; name what is within, such as package:2 core:4");
    EXPECT_EQ(error_of_hosts("n1 4 package:2 core:2\nn2 4 numa:2 core:2\n"),
              "hosts: host n2 has a level 'numa', which host n1 has not, or not there");
    EXPECT_EQ(error_of_hosts("n1 4 package:2 core:2\nn2 2 package:2\n"),
              "hosts: the slots of host n2 are 'package', those of host n1 are 'core'");
}

}  // namespace

}  // namespace mpimon::test
