// A segment's file that is not in memory: a thread brings it up to date. The program's pwrite() and fstatfs() stand
// before the C library's: they are the file system that stalls, that is full, and that is a disk or memory.
#include "engine/storage/file_copy.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace {

std::atomic<bool> stalls{false};
std::atomic<int> refusal{0};
std::atomic<long> kind{EXT4_SUPER_MAGIC};
std::mutex writes_mutex;
std::vector<std::pair<off_t, size_t>> writes;

std::vector<std::pair<off_t, size_t>> take_writes() {
    const std::lock_guard<std::mutex> guard(writes_mutex);
    return std::exchange(writes, {});
}

}  // namespace

extern "C" {

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    while (stalls)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (refusal) {
        errno = refusal;
        return -1;
    }
    {
        const std::lock_guard<std::mutex> guard(writes_mutex);
        writes.emplace_back(offset, size);
    }
    lseek(file, offset, SEEK_SET);
    return write(file, data, size);
}

int fstatfs(int, struct statfs *system) noexcept {
    *system = {};
    system->f_type = kind;
    return 0;
}
}

namespace mpimon::test {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t page = 4096;

// What is to happen has so long, since others use the processor too.
constexpr std::chrono::minutes patience(1);

bool comes_true(const std::function<bool()> &condition) {
    for (const auto end = steady_clock::now() + patience; steady_clock::now() < end;) {
        if (condition())
            return true;
        std::this_thread::sleep_for(milliseconds(10));
    }
    return condition();
}

std::mutex data_mutex;
std::string data;

std::uint64_t take_data(void *target, std::uint64_t room) {
    const std::lock_guard<std::mutex> guard(data_mutex);
    if (data.size() <= room)
        std::memcpy(target, data.data(), data.size());
    return data.size();
}

void set_data(const std::string &text) {
    const std::lock_guard<std::mutex> guard(data_mutex);
    data = text;
}

class FileCopies : public ::testing::Test {
  protected:
    void SetUp() override {
        stalls = false;
        refusal = 0;
        kind = EXT4_SUPER_MAGIC;
        take_writes();
        unlink(path_.c_str());
    }
    void TearDown() override {
        if (file_ >= 0)
            close(file_);
        unlink(path_.c_str());
    }

    void start() {
        file_ = open(path_.c_str(), O_RDWR | O_CREAT, 0600);
        ASSERT_EQ(copy_.start(file_, take_data), 0);
    }

    std::string content() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    bool gets(const std::string &wanted) const {
        return comes_true([&] { return content() == wanted; });
    }

    const std::string path_ = ::testing::TempDir() + "file_copy." + std::to_string(getpid());
    int file_ = -1;
    FileCopy copy_;
};

TEST_F(FileCopies, HasWhatChanged) {
    set_data(std::string(3 * page + 64, 'a'));
    start();
    EXPECT_TRUE(gets(std::string(3 * page + 64, 'a')));
    std::string changed(5 * page, 'a');
    changed[page + 7] = 'b';
    set_data(changed);
    EXPECT_TRUE(gets(changed));
    copy_.stop(false);
    EXPECT_EQ(copy_.error(), 0);
}

TEST_F(FileCopies, WritesWhatChangedAloneAndTheFirstPageLast) {
    using Writes = std::vector<std::pair<off_t, size_t>>;
    std::string text(6 * page, 'a');
    set_data(text);
    start();
    ASSERT_TRUE(gets(text));
    EXPECT_EQ(take_writes(), (Writes{{page, 5 * page}, {0, page}}));
    text[0] = text[2 * page] = text[4 * page - 1] = text[6 * page - 1] = 'b';
    set_data(text);
    ASSERT_TRUE(gets(text));
    EXPECT_EQ(take_writes(), (Writes{{2 * page, 2 * page}, {5 * page, page}, {0, page}}));
    std::this_thread::sleep_for(milliseconds(600));
    EXPECT_EQ(take_writes(), Writes{});
    copy_.stop(true);
    EXPECT_EQ(take_writes(), Writes{});
}

TEST_F(FileCopies, SavesWhenItStops) {
    set_data("first");
    start();
    ASSERT_TRUE(gets("first"));
    set_data("and last");
    copy_.stop(true);
    EXPECT_EQ(content(), "and last");
}

TEST_F(FileCopies, SaysThatTheFileSystemDoesNotAnswer) {
    set_data("text");
    stalls = true;
    start();
    EXPECT_EQ(copy_.error(), 0);
    EXPECT_TRUE(comes_true([&] { return copy_.error() == ETIMEDOUT; }));
    stalls = false;
    EXPECT_TRUE(gets("text"));
    EXPECT_TRUE(comes_true([&] { return copy_.error() == 0; }));
    copy_.stop(false);
}

TEST_F(FileCopies, TriesAgainAfterAnError) {
    set_data("text");
    refusal = ENOSPC;
    start();
    EXPECT_TRUE(comes_true([&] { return copy_.error() == ENOSPC; }));
    refusal = 0;
    EXPECT_TRUE(gets("text"));
    copy_.stop(false);
    EXPECT_EQ(copy_.error(), 0);
}

// The limit's signal would end the program, if the thread did not keep it from coming.
TEST_F(FileCopies, LivesWithALimitOfFileSizes) {
    set_data(std::string(4 * page, 'a'));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small = {page, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    start();
    copy_.stop(true);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(copy_.error(), EFBIG);
}

// The header is written a word at a time while copies of it are made, as counters are.
void set_rank(std::uint32_t rank) {
    __atomic_store_n(&mpimon_segment()->world_rank, rank, __ATOMIC_RELAXED);
}

class SegmentFiles : public FileCopies {
  protected:
    void TearDown() override {
        mpimon_engine_stop();
        FileCopies::TearDown();
    }

    mpimon_header header() const {
        mpimon_header read{};
        const std::string bytes = content();
        std::memcpy(&read, bytes.data(), std::min(bytes.size(), sizeof read));
        return read;
    }
};

TEST_F(SegmentFiles, AreMappedInMemory) {
    kind = TMPFS_MAGIC;
    ASSERT_EQ(mpimon_engine_start(path_.c_str()), 0);
    set_rank(7);
    EXPECT_EQ(header().world_rank, 7u);
    EXPECT_TRUE(take_writes().empty());
}

TEST_F(SegmentFiles, HaveCopiesElsewhere) {
    ASSERT_EQ(mpimon_engine_start(path_.c_str()), 0);
    set_rank(7);
    EXPECT_TRUE(comes_true([&] { return header().world_rank == 7; }));
    set_rank(8);
    mpimon_engine_freeze();
    mpimon_engine_save();
    EXPECT_EQ(header().world_rank, 8u);
    EXPECT_EQ(header().used, mpimon_segment()->used);
    EXPECT_EQ(mpimon_engine_file_error(), 0);
}

TEST_F(SegmentFiles, CountGoesOnWhileTheFileSystemStalls) {
    ASSERT_EQ(mpimon_engine_start(path_.c_str()), 0);
    stalls = true;
    EXPECT_TRUE(comes_true([] { return mpimon_engine_file_error() == ETIMEDOUT; }));
    const std::future<void> names = std::async(std::launch::async, [] {
        for (int i = 0; i < 2000; ++i)
            mpimon_name_index(std::to_string(i).c_str());
    });
    EXPECT_EQ(names.wait_for(patience), std::future_status::ready);
    EXPECT_EQ(mpimon_engine_file_error(), ETIMEDOUT);
    stalls = false;
    names.wait();
    mpimon_engine_freeze();
    mpimon_engine_save();
    EXPECT_EQ(header().used, mpimon_segment()->used);
}

}  // namespace

}  // namespace mpimon::test
