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

TEST(Labels, RanksAreRanges) {
    EXPECT_EQ(ranks_label({}), "");
    EXPECT_EQ(ranks_label({3, 1, 2, 7}), "1-3, 7");
    EXPECT_EQ(ranks_label({0, 2, 4, 6}), "0, 2, 4, 6");
    EXPECT_EQ(ranks_label({0, 2, 4, 6, 8}), "0, 2, 4, 6, ...");
}

TEST(Labels, WhatCommunicatorsDifferInIsShown) {
    Profile profile;
    const auto add = [&](uint32_t context_id, uint64_t group_hash, const char *name, std::vector<uint32_t> members) {
        Communicator &communicator = profile.communicators.emplace_back();
        communicator.context_id = context_id;
        communicator.group_hash = group_hash;
        communicator.name = name;
        communicator.size = 2;
        communicator.members = std::move(members);
    };
    add(0, 1, "MPI_COMM_WORLD", {});
    add(4, 2, "", {0, 2});  // the two halves of a split
    add(4, 3, "", {1, 3});
    add(8, 2, "row", {0, 2});  // and a duplicate of one
    add(12, 2, "row", {0, 2});
    for (uint32_t occurrence = 0; occurrence < MPIMON_OCCURRENCES; ++occurrence) {
        add(16, 2, "", {0, 2});
        profile.communicators.back().occurrence = occurrence;
    }
    const Names labels = communicator_labels(profile);
    EXPECT_EQ(Names(labels.begin(), labels.begin() + 7),
              Names({"MPI_COMM_WORLD", "(context 0x4) [0, 2]", "(context 0x4) [1, 3]", "row [0, 2] (context 0x8)",
                     "row [0, 2] (context 0xc)", "(context 0x10) [0, 2]", "(context 0x10) [0, 2] #2"}));
    EXPECT_EQ(labels.back(), "(context 0x10) [0, 2] #64 and later ones");
    EXPECT_EQ(labels[labels.size() - 2], "(context 0x10) [0, 2] #63");
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
