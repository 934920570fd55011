// What the segment's layout promises beyond where each field lies, which layout.h itself pins.
#include <gtest/gtest.h>

#include <string>

#include "engine/layout.h"

namespace {

TEST(Layout, Magic) {
    const uint64_t magic = MPIMON_SEGMENT_MAGIC;
    EXPECT_EQ(std::string(reinterpret_cast<const char *>(&magic), sizeof magic), "PMONSEG1");
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
