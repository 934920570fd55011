// Pins the memory layout of the segment: other processes, and later versions, read what this one writes.
#include <gtest/gtest.h>

#include <cstddef>

#include "engine/layout.h"

namespace {

TEST(Layout, Magic) {
    const uint64_t magic = MPIMON_SEGMENT_MAGIC;
    EXPECT_EQ(std::string(reinterpret_cast<const char *>(&magic), sizeof magic), "PMONSEG1");
}

TEST(Layout, Block) {
    EXPECT_EQ(sizeof(mpimon_block), 32U);
    EXPECT_EQ(offsetof(mpimon_block, kind), 0U);
    EXPECT_EQ(offsetof(mpimon_block, item_size), 4U);
    EXPECT_EQ(offsetof(mpimon_block, capacity), 8U);
    EXPECT_EQ(offsetof(mpimon_block, count), 12U);
    EXPECT_EQ(offsetof(mpimon_block, size), 16U);
}

TEST(Layout, Flow) {
    EXPECT_EQ(sizeof(mpimon_flow), 32U);
    EXPECT_EQ(offsetof(mpimon_flow, communicator), 0U);
    EXPECT_EQ(offsetof(mpimon_flow, peer), 4U);
    EXPECT_EQ(offsetof(mpimon_flow, traffic_class), 8U);
    EXPECT_EQ(offsetof(mpimon_flow, path), 9U);
    EXPECT_EQ(offsetof(mpimon_flow, direction), 10U);
    EXPECT_EQ(offsetof(mpimon_flow, context), 12U);
    EXPECT_EQ(offsetof(mpimon_flow, messages), 16U);
    EXPECT_EQ(offsetof(mpimon_flow, bytes), 24U);
}

TEST(Layout, Histograms) {
    EXPECT_EQ(MPIMON_CLASSES, 5);
    EXPECT_EQ(MPIMON_PATHS, 4);
    EXPECT_EQ(MPIMON_BINS, 65);
    EXPECT_EQ(sizeof(mpimon_histograms), 5U * 65 * 8);
}

TEST(Layout, Communicator) {
    EXPECT_EQ(sizeof(mpimon_communicator), 176U);
    EXPECT_EQ(offsetof(mpimon_communicator, context_id), 0U);
    EXPECT_EQ(offsetof(mpimon_communicator, occurrence), 4U);
    EXPECT_EQ(offsetof(mpimon_communicator, group_hash), 8U);
    EXPECT_EQ(offsetof(mpimon_communicator, size), 16U);
    EXPECT_EQ(offsetof(mpimon_communicator, remote_size), 20U);
    EXPECT_EQ(offsetof(mpimon_communicator, rank), 24U);
    EXPECT_EQ(offsetof(mpimon_communicator, kind), 28U);
    EXPECT_EQ(offsetof(mpimon_communicator, members), 29U);
    EXPECT_EQ(offsetof(mpimon_communicator, freed), 30U);
    EXPECT_EQ(offsetof(mpimon_communicator, internal), 31U);
    EXPECT_EQ(offsetof(mpimon_communicator, members_offset), 32U);
    EXPECT_EQ(offsetof(mpimon_communicator, name), 40U);
    EXPECT_EQ(offsetof(mpimon_communicator, owner), 168U);
}

TEST(Layout, Collective) {
    EXPECT_EQ(sizeof(mpimon_collective), 64U);
    EXPECT_EQ(offsetof(mpimon_collective, communicator), 0U);
    EXPECT_EQ(offsetof(mpimon_collective, operation), 4U);
    EXPECT_EQ(offsetof(mpimon_collective, algorithm), 8U);
    EXPECT_EQ(offsetof(mpimon_collective, mode), 12U);
    EXPECT_EQ(offsetof(mpimon_collective, role), 13U);
    EXPECT_EQ(offsetof(mpimon_collective, shared_memory), 14U);
    EXPECT_EQ(offsetof(mpimon_collective, calls), 16U);
    EXPECT_EQ(offsetof(mpimon_collective, bytes), 24U);
    EXPECT_EQ(offsetof(mpimon_collective, time), 32U);
    EXPECT_EQ(offsetof(mpimon_collective, root_calls), 40U);
    EXPECT_EQ(offsetof(mpimon_collective, root_bytes), 48U);
    EXPECT_EQ(offsetof(mpimon_collective, context), 56U);
    EXPECT_EQ(offsetof(mpimon_collective, parent), 60U);
}

TEST(Layout, Asked) {
    EXPECT_EQ(sizeof(mpimon_asked), 32U);
    EXPECT_EQ(offsetof(mpimon_asked, communicator), 0U);
    EXPECT_EQ(offsetof(mpimon_asked, peer), 4U);
    EXPECT_EQ(offsetof(mpimon_asked, operation), 8U);
    EXPECT_EQ(offsetof(mpimon_asked, calls), 16U);
    EXPECT_EQ(offsetof(mpimon_asked, bytes), 24U);
}

TEST(Layout, SmallItems) {
    EXPECT_EQ(sizeof(mpimon_name), 96U);
    EXPECT_EQ(sizeof(mpimon_foreign), 8U);
    EXPECT_EQ(sizeof(mpimon_cvar), 352U);
    EXPECT_EQ(offsetof(mpimon_cvar, value), 96U);
    EXPECT_EQ(sizeof(mpimon_function), 40U);
    EXPECT_EQ(offsetof(mpimon_function, name), 0U);
    EXPECT_EQ(offsetof(mpimon_function, calls), 8U);
    EXPECT_EQ(offsetof(mpimon_function, context), 4U);
    EXPECT_EQ(offsetof(mpimon_function, time), 16U);
    EXPECT_EQ(offsetof(mpimon_function, shortest), 24U);
    EXPECT_EQ(offsetof(mpimon_function, longest), 32U);
    EXPECT_EQ(sizeof(mpimon_gauge), 32U);
    EXPECT_EQ(offsetof(mpimon_gauge, name), 0U);
    EXPECT_EQ(offsetof(mpimon_gauge, context), 4U);
    EXPECT_EQ(offsetof(mpimon_gauge, rises), 8U);
    EXPECT_EQ(offsetof(mpimon_gauge, falls), 16U);
    EXPECT_EQ(offsetof(mpimon_gauge, highest), 24U);
    EXPECT_EQ(sizeof(mpimon_size), 16U);
    EXPECT_EQ(offsetof(mpimon_size, peer), 0U);
    EXPECT_EQ(offsetof(mpimon_size, traffic_class), 4U);
    EXPECT_EQ(offsetof(mpimon_size, bin), 5U);
    EXPECT_EQ(offsetof(mpimon_size, messages), 8U);
    EXPECT_EQ(MPIMON_BLOCK_SIZES, 14);
    EXPECT_EQ(sizeof(mpimon_context), 8U);
    EXPECT_EQ(offsetof(mpimon_context, region), 0U);
    EXPECT_EQ(offsetof(mpimon_context, function), 4U);
    EXPECT_EQ(sizeof(mpimon_region), 24U);
    EXPECT_EQ(offsetof(mpimon_region, name), 0U);
    EXPECT_EQ(offsetof(mpimon_region, parent), 4U);
    EXPECT_EQ(offsetof(mpimon_region, entries), 8U);
    EXPECT_EQ(offsetof(mpimon_region, time), 16U);
}

TEST(Layout, Header) {
    EXPECT_EQ(sizeof(mpimon_header), 1368U);
    EXPECT_EQ(offsetof(mpimon_header, magic), 0U);
    EXPECT_EQ(offsetof(mpimon_header, version), 8U);
    EXPECT_EQ(offsetof(mpimon_header, header_size), 12U);
    EXPECT_EQ(offsetof(mpimon_header, used), 16U);
    EXPECT_EQ(offsetof(mpimon_header, state), 24U);
    EXPECT_EQ(offsetof(mpimon_header, pid), 28U);
    EXPECT_EQ(offsetof(mpimon_header, world_rank), 32U);
    EXPECT_EQ(offsetof(mpimon_header, world_size), 36U);
    EXPECT_EQ(offsetof(mpimon_header, start_time_ns), 40U);
    EXPECT_EQ(offsetof(mpimon_header, end_time_ns), 48U);
    EXPECT_EQ(offsetof(mpimon_header, job_id), 56U);
    EXPECT_EQ(offsetof(mpimon_header, host), 152U);
    EXPECT_EQ(offsetof(mpimon_header, user), 408U);
    EXPECT_EQ(offsetof(mpimon_header, executable), 504U);
    EXPECT_EQ(offsetof(mpimon_header, mpich_version), 760U);
    EXPECT_EQ(offsetof(mpimon_header, device), 856U);
    EXPECT_EQ(offsetof(mpimon_header, project_version), 952U);
    EXPECT_EQ(offsetof(mpimon_header, detail), 1048U);
    EXPECT_EQ(offsetof(mpimon_header, enable), 1304U);
    EXPECT_EQ(offsetof(mpimon_header, spawned), 1308U);
    EXPECT_EQ(offsetof(mpimon_header, start_ticks), 1312U);
    EXPECT_EQ(offsetof(mpimon_header, start_clock_ns), 1320U);
    EXPECT_EQ(offsetof(mpimon_header, run_ticks), 1328U);
    EXPECT_EQ(offsetof(mpimon_header, run_ns), 1336U);
    EXPECT_EQ(offsetof(mpimon_header, job_key), 1344U);
    EXPECT_EQ(offsetof(mpimon_header, process_start), 1352U);
    EXPECT_EQ(offsetof(mpimon_header, locked), 1360U);
    EXPECT_EQ(offsetof(mpimon_header, file_error), 1364U);
}

TEST(Ticks, AreNanosecondsUnlessTheHeaderSaysOtherwise) {
    mpimon_header header = {};
    EXPECT_EQ(mpimon_ticks_to_ns(&header, 12345), 12345U);
    header.run_ticks = 3000000000;
    header.run_ns = 1000000000;
    EXPECT_EQ(mpimon_ticks_to_ns(&header, 0), 0U);
    EXPECT_EQ(mpimon_ticks_to_ns(&header, 3000), 1000U);
    EXPECT_EQ(mpimon_ticks_to_ns(&header, 5), 2U);
    EXPECT_EQ(mpimon_ticks_to_ns(&header, UINT64_C(3000000000) * 86400 * 30), UINT64_C(1000000000) * 86400 * 30);
    header.run_ns = UINT64_MAX;
    header.run_ticks = 1;
    EXPECT_EQ(mpimon_ticks_to_ns(&header, 2), UINT64_MAX);
}

}  // namespace
