// Traffic by source: what is sent and what is received meet, however many rows are held at a time.
#include "analysis/traffic/traffic.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanks = 300000;  // not all of them have a record

using Key = std::tuple<uint32_t, uint32_t, int, int>;  // source, target, class, path
using Expected = std::map<Key, PairTraffic>;

mpimon_flow random_flow(std::mt19937 &random) {
    mpimon_flow item = flow(0, random() % 40 * (kRanks / 40), static_cast<mpimon_class>(random() % MPIMON_CLASSES),
                            static_cast<mpimon_path>(random() % MPIMON_PATHS),
                            static_cast<mpimon_direction>(random() % 2), 1 + random() % 9, random() % 1000);
    if (random() % 20 == 0)
        item.peer = random() % 2 == 0 ? MPIMON_PEER_UNKNOWN : MPIMON_PEER_FOREIGN_BIT;
    return item;
}

void expect(Expected &expected, uint32_t rank, const mpimon_flow &item) {
    const bool sent = item.direction == MPIMON_SENT;
    PairTraffic &row = expected[{sent ? rank : item.peer, sent ? item.peer : rank, item.traffic_class, item.path}];
    (sent ? row.sent : row.received).add({item.messages, item.bytes});
}

// Some ranks' records, not in the order of the ranks.
Profile random_profile(Expected &expected) {
    std::mt19937 random(7);
    std::vector<SegmentBuilder> segments;
    for (uint32_t i = 0; i < 30; ++i) {
        const uint32_t rank = i * 7 % 30 * (kRanks / 40);
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_FOREIGN, std::vector{mpimon_foreign{1, 7}});
        std::vector<mpimon_flow> flows;
        for (uint32_t j = 0; j < 50; ++j) {
            flows.push_back(random_flow(random));
            expect(expected, rank, flows.back());
        }
        segment.add(MPIMON_BLOCK_FLOWS, flows);
    }
    const std::string file = profile_of(segments);
    return decode_profile(file.data(), file.size(), "test.mon");
}

class Traffic : public testing::TestWithParam<size_t> {};

TEST_P(Traffic, RowsOfSentAndReceivedMeet) {
    Expected expected;
    const Profile profile = random_profile(expected);
    auto next = expected.cbegin();
    int64_t source_before = -1;
    each_source(
        profile, ClassSet::all(),
        [&](const std::vector<PairTraffic> &rows) {
            ASSERT_FALSE(rows.empty());
            EXPECT_GT(int64_t{rows.front().source}, source_before);
            source_before = rows.front().source;
            for (const PairTraffic &row : rows) {
                ASSERT_NE(next, expected.cend());
                EXPECT_EQ(Key(row.source, row.target, row.traffic_class, row.path), next->first);
                EXPECT_EQ(int64_t{row.source}, source_before);
                EXPECT_TRUE(row.sent == next->second.sent && row.received == next->second.received);
                ++next;
            }
        },
        GetParam());
    EXPECT_EQ(next, expected.cend());
}

INSTANTIATE_TEST_SUITE_P(RowsHeld, Traffic, testing::Values(0, 1, 200, 100000));

}  // namespace

}  // namespace mpimon::test
