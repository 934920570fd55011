// Bins of sizes, keys of flows, and the table that finds them.
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "engine/count.h"
#include "engine/tables/key_table.h"

namespace {

TEST(Bin, BoundariesOfEveryPowerOfTwo) {
    EXPECT_EQ(mpimon_bin(0), 0U);
    for (unsigned power = 0; power < 63; ++power) {
        const uint64_t first = uint64_t{1} << power;
        EXPECT_EQ(mpimon_bin(first), power + 1) << first;
        EXPECT_EQ(mpimon_bin(2 * first - 1), power + 1) << 2 * first - 1;
    }
}

TEST(Key, DiffersForAllThatDiffers) {
    std::set<uint64_t> keys;
    size_t made = 0;
    for (uint32_t communicator : {0U, 1U, 2U, 1000U, 0x7FFFFFU})
        for (int traffic_class = 0; traffic_class < MPIMON_CLASSES; ++traffic_class)
            for (int path = 0; path < MPIMON_PATHS; ++path)
                for (auto direction : {MPIMON_SENT, MPIMON_RECEIVED, MPIMON_CANCELLED, MPIMON_UNRECEIVED})
                    for (int rank : {0, 1, 2, 1023, 1024, 0x7FFFFFFF}) {
                        const uint64_t base = mpimon_key_base(communicator, static_cast<mpimon_class>(traffic_class),
                                                              static_cast<mpimon_path>(path), direction);
                        keys.insert(mpimon_key(base, rank));
                        EXPECT_EQ(mpimon_key(base, rank) >> MPIMON_KEY_COMMUNICATOR, communicator);
                        ++made;
                    }
    EXPECT_EQ(keys.size(), made);
}

TEST(KeyTable, FindsEachOfManyKeys) {
    mpimon::KeyTable table;
    constexpr uint32_t kFlows = 10000;
    const auto key_of = [](uint32_t i) {
        const uint64_t base = mpimon_key_base(i % 7, MPIMON_CLASS_COLL, MPIMON_PATH_SHM, MPIMON_SENT);
        return mpimon_key(base, static_cast<int>(i));
    };
    for (uint32_t i = 0; i < kFlows; ++i)
        ASSERT_TRUE(table.insert(key_of(i), 2 * i));
    for (uint32_t i = 0; i < kFlows; ++i)
        ASSERT_EQ(table.find(key_of(i)), 2 * i);
    EXPECT_EQ(table.find(key_of(kFlows)), mpimon::KeyTable::none);
    table.clear();
}

}  // namespace
