// What libmpi writes of a segment that is damaged, or that says what it does not know.
#include <gtest/gtest.h>

#include <cstring>

#include "encoded.h"
#include "profile/write/encode/encode.h"

namespace mpimon::test {

namespace {

// Leaves out what a damaged segment says, counts it, and keeps the rest.
TEST(Encode, BadItemsAreSkippedAndCounted) {
    SegmentBuilder segment = with_world();
    const auto good = flow(0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT, 7, 70);
    std::vector<mpimon_flow> flows(8, good);
    flows[1].communicator = 1;
    flows[2].peer = 4;
    flows[3].peer = MPIMON_PEER_FOREIGN_BIT;
    flows[4].traffic_class = MPIMON_CLASSES;
    flows[5].path = MPIMON_PATHS;
    flows[6].direction = MPIMON_DIRECTIONS;
    flows[7].context = 1;
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    mpimon_collective bad_name = {};
    bad_name.calls = 1;
    segment.add(MPIMON_BLOCK_COLLECTIVES, std::vector{bad_name});
    const Profile profile = decoded(segment);
    EXPECT_EQ(flow_map(profile), (FlowMap{{{0, 1, MPIMON_CLASS_P2P, MPIMON_PATH_SHM, MPIMON_SENT}, {7, 70}}}));
    ASSERT_FALSE(profile.diagnostics.empty());
    EXPECT_EQ(profile.diagnostics[0].text, "rank 0: 8 blocks or items of its memory make no sense and are left out");
}

TEST(Encode, BadBlocksNeverLeadOutOfTheSegment) {
    std::vector<SegmentBuilder> segments = placed_job();
    add_timeline(segments[0]);
    add_files(segments[0], 0);
    const std::vector<unsigned char> whole = segments[0].bytes();
    const size_t header_size = segments[0].header().header_size;
    // Every 32-bit word of the blocks set to values that break sizes, counts, indices and offsets; run under valgrind
    // or AddressSanitizer, any access outside the copy shows.
    for (size_t offset = header_size; offset + 4 <= whole.size(); offset += 4)
        for (const uint32_t value : {0U, 0x7FFFFFFFU, 0xFFFFFFFFU, 1U}) {
            std::vector<unsigned char> bytes = whole;
            std::memcpy(&bytes[offset], &value, sizeof value);
            const size_t size = mpimon_encode_process(bytes.data(), nullptr, 0);
            ASSERT_GT(size, 0U);
            ASSERT_LT(size, 4 * whole.size());
        }
}

// Communicators that all have the same list for theirs: what is written stays in proportion to the segment.
TEST(Encode, MembersAreNoMoreThanTheSegmentHasRoomFor) {
    SegmentBuilder segment(0, 4);
    mpimon_communicator communicator = world(10000, 0);
    communicator.members = MPIMON_MEMBERS_LISTED;
    communicator.members_offset = segment.add(MPIMON_BLOCK_MEMBERS, std::vector<uint32_t>(communicator.size, 3));
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector<mpimon_communicator>(1000, communicator));
    const size_t words = segment.bytes().size() / sizeof(uint32_t);
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.communicators.size(), 1U);
    EXPECT_EQ(profile.communicators[0].members, std::vector<uint32_t>(communicator.size, 3));
    EXPECT_LE(process_record(segment).size(), words + 1000 * sizeof communicator);
}

TEST(Encode, UnknownBlocksAreSkipped) {
    SegmentBuilder segment = with_world();
    segment.add(999, std::vector<uint64_t>{1, 2, 3});
    segment.add(MPIMON_BLOCK_FLOWS, std::vector{flow(0, 1, MPIMON_CLASS_COLL, MPIMON_PATH_NET, MPIMON_SENT, 1, 2)});
    const Profile profile = decoded(segment);
    EXPECT_EQ(profile.flows.size(), 1U);
}

}  // namespace

}  // namespace mpimon::test
