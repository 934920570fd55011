// The address space that a segment takes: little, and in one place however it grows.
#include "engine/storage/segment.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace mpimon::test {

namespace {

constexpr std::size_t mebibyte = 1024 * 1024;
constexpr std::size_t gibibyte = 1024 * mebibyte;

// The address space of this process, in bytes.
std::size_t address_space() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Segments in private memory, or in a file of memory. Nothing is left of it.
class SegmentTest : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        const std::string path = "/dev/shm/segment_test." + std::to_string(getpid());
        before_ = address_space();
        ASSERT_EQ(segment_.open(GetParam() ? path.c_str() : nullptr), 0);
        unlink(path.c_str());
    }
    void TearDown() override { segment_.close(); }

    // Grows by blocks of a MiB, each filled; returns whether there was room for all of them.
    bool grow(std::size_t mebibytes) {
        for (std::size_t i = 0; i < mebibytes; ++i) {
            mpimon_block *block = segment_.add_block(MPIMON_BLOCK_NAMES, 1, mebibyte);
            if (!block)
                return false;
            std::memset(block + 1, static_cast<int>(blocks_.size() + 1), mebibyte);
            blocks_.push_back(reinterpret_cast<char *>(block + 1));
        }
        return true;
    }
    void expect_contents() const {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            EXPECT_EQ(blocks_[i][0], static_cast<char>(i + 1));
            EXPECT_EQ(blocks_[i][mebibyte - 1], static_cast<char>(i + 1));
        }
    }

    Segment segment_;
    std::size_t before_ = 0;
    std::vector<char *> blocks_;
};

// The thread that makes files has a small stack besides.
TEST_P(SegmentTest, TakesAddressSpaceAsItGrows) {
    EXPECT_LE(address_space() - before_, mebibyte);
    ASSERT_TRUE(grow(20));
    EXPECT_LE(address_space() - before_, 41 * mebibyte);
    segment_.close();
    EXPECT_LE(address_space() - before_, mebibyte);
}

TEST_P(SegmentTest, GrowsBesideWhatTheApplicationMaps) {
    std::vector<void *> pieces;
    for (int i = 0; i < 64; ++i)
        pieces.push_back(mmap(nullptr, gibibyte, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    EXPECT_TRUE(grow(20));
    expect_contents();
    for (void *piece : pieces)
        munmap(piece, gibibyte);
}

TEST_P(SegmentTest, LeavesAloneWhatIsInItsWay) {
    ASSERT_TRUE(grow(2));
    char *const after = reinterpret_cast<char *>(segment_.header()) + 16 * mebibyte;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    ASSERT_EQ(mmap(after, mebibyte, PROT_READ | PROT_WRITE, flags, -1, 0), after);
    std::memset(after, 'a', mebibyte);
    EXPECT_FALSE(grow(20));
    EXPECT_EQ(blocks_.size(), 15U);
    expect_contents();
    EXPECT_EQ(after[0], 'a');
    EXPECT_EQ(after[mebibyte - 1], 'a');
    munmap(after, mebibyte);
    EXPECT_TRUE(grow(5));
    expect_contents();
}

TEST_P(SegmentTest, UsesWhatItsLimitLeaves) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit limit = {address_space() + 11 * mebibyte, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    const bool all = grow(20);
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_FALSE(all);
    EXPECT_GE(blocks_.size(), 10U);
    expect_contents();
}

INSTANTIATE_TEST_SUITE_P(Everywhere, SegmentTest, testing::Bool(),
                         [](const auto &info) { return info.param ? "InAFile" : "InPrivateMemory"; });

}  // namespace

}  // namespace mpimon::test
