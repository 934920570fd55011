// Text of others on a terminal, and names that must fit beside a matrix.
#include "analysis/names/text.h"

#include <gtest/gtest.h>

#include "analysis/names/labels.h"

namespace mpimon::test {

namespace {

using Names = std::vector<std::string>;

TEST(Printable, ControlCharactersAreReplaced) {
    EXPECT_EQ(printable("a\x1b[2Jb\nc\x7f"), "a?[2Jb?c?");
    EXPECT_EQ(printable("\u0080 \u009b2J \u009f"), "? ?2J ?");
}

TEST(Printable, WhatTurnsTextAroundIsReplaced) {
    EXPECT_EQ(printable("\u202a\u202b\u202c\u202d\u202e"), "?????");
    EXPECT_EQ(printable("\u2066\u2067\u2068\u2069"), "????");
}

TEST(Printable, NeighboursOfThoseStay) {
    const std::string text = " ~\u00a0\u2029\u202f\u2065\u206a\u00e9\u4e16\U0001f600";
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, WhatIsNoUtf8IsReplaced) {
    EXPECT_EQ(printable("\xc2"), "?");
    EXPECT_EQ(printable("\x9b\xff"), "??");
}

TEST(Labels, ShortOnesStay) {
    const Names hosts = {"node0123456789.c", "b"};
    EXPECT_EQ(short_labels(hosts, 16), hosts);
    EXPECT_EQ(short_labels({}, 16), Names());
}

TEST(Labels, OfALongBeginningTheEndIsKept) {
    EXPECT_EQ(short_labels({"cluster-partition-node001", "cluster-partition-node002", "login"}, 16),
              (Names{"…rtition-node001", "…rtition-node002", "login"}));
    EXPECT_EQ(short_labels({"\u00fcberlange-namen-im-netz-1"}, 8), (Names{"…-netz-1"}));
    EXPECT_EQ(short_labels({"eins-\u00e4\u00f6\u00fc\u00df-2"}, 6), (Names{"…\u00f6\u00fc\u00df-2"}));
}

TEST(Labels, OfALongDomainTheBeginningIsKept) {
    EXPECT_EQ(short_labels({"node1.cluster.example.org", "node02.cluster.example.org", "(unknown)"}, 16),
              (Names{"node1.cluster.e…", "node02.cluster.…", "(unknown)"}));
}

TEST(Labels, BetweenALongBeginningAndALongDomainTheNameIsKept) {
    EXPECT_EQ(short_labels({"cluster-partition-node1.example.org", "cluster-partition-node2.example.org"}, 16),
              (Names{"…partition-node1", "…partition-node2"}));
}

TEST(Labels, DomainsThatDifferAreNoCommonOne) {
    EXPECT_EQ(short_labels({"compute.node1.example.org", "compute.node2.example.org"}, 16),
              (Names{"compute.node1.e…", "compute.node2.e…"}));
}

}  // namespace

}  // namespace mpimon::test
