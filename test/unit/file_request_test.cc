// A segment's file on file systems that answer, refuse, or take their time. The program's posix_fallocate() stands
// before the C library's and is the file system that stalls.
#include "engine/storage/file_request.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

namespace {

std::atomic<bool> stalls{false};
std::atomic<bool> saw_blocked_signals{false};

}  // namespace

extern "C" int posix_fallocate(int file, off_t start, off_t size) {
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    saw_blocked_signals = sigismember(&blocked, SIGUSR1) == 1;
    while (stalls)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return ftruncate(file, start + size) == 0 ? 0 : errno;
}

namespace mpimon::test {

namespace {

constexpr std::uint64_t size = 8192;

class FileRequests : public ::testing::Test {
  protected:
    void SetUp() override { unlink(path_.c_str()); }
    void TearDown() override { unlink(path_.c_str()); }

    off_t size_of_file() const {
        struct stat status {};
        return stat(path_.c_str(), &status) == 0 ? status.st_size : -1;
    }

    // Whether the file is removed by the thread that was left alone with it; it has a minute, since others use the
    // processor too.
    bool is_removed() const {
        for (int i = 0; i < 6000 && size_of_file() != -1; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return size_of_file() == -1;
    }

    const std::string path_ = ::testing::TempDir() + "file_request." + std::to_string(getpid());
};

TEST_F(FileRequests, MakesAFileOfTheUsersOwnThatIsLocked) {
    const FileAnswer made = create_file(path_.c_str(), size);
    ASSERT_EQ(made.error, 0);
    EXPECT_TRUE(made.locked);
    EXPECT_TRUE(saw_blocked_signals);
    struct stat status {};
    ASSERT_EQ(fstat(made.file, &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
    EXPECT_EQ(static_cast<std::uint64_t>(status.st_size), size);
    const int other = open(path_.c_str(), O_RDWR);
    EXPECT_NE(flock(other, LOCK_EX | LOCK_NB), 0);
    EXPECT_EQ(extend_file(made.file, 3 * size), 0);
    EXPECT_EQ(size_of_file(), static_cast<off_t>(3 * size));
    close(other);
    close(made.file);
}

TEST_F(FileRequests, SaysWhyThereIsNone) {
    EXPECT_EQ(create_file("/nowhere/at/all", size).error, ENOENT);
    close(open(path_.c_str(), O_RDWR | O_CREAT, 0600));
    EXPECT_EQ(create_file(path_.c_str(), size).error, EEXIST);
    EXPECT_EQ(size_of_file(), 0) << "the file that was there is not ours to remove";
    EXPECT_EQ(extend_file(-1, size), EBADF);
}

// /dev/shm is a tmpfs wherever there is one, and /proc/self/mounts says so.
TEST_F(FileRequests, KnowsMemory) {
    const std::string in_memory = "/dev/shm/file_request." + std::to_string(getpid());
    const FileAnswer made = create_file(in_memory.c_str(), size);
    if (made.error)
        GTEST_SKIP() << "no file can be made in /dev/shm";
    unlink(in_memory.c_str());
    close(made.file);
    std::ifstream mounts("/proc/self/mounts");
    bool expected = false;
    for (std::string device, folder, type, rest; mounts >> device >> folder >> type && std::getline(mounts, rest);)
        expected = folder == "/dev/shm" ? type == "tmpfs" : expected;
    EXPECT_EQ(made.in_memory, expected);
}

TEST_F(FileRequests, LeavesNothingOfAFileBeyondTheLimit) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small = {size - 1, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const FileAnswer made = create_file(path_.c_str(), size);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(made.error, EFBIG);
    EXPECT_EQ(made.file, -1);
    EXPECT_EQ(size_of_file(), -1);
}

// The file system stalls for as long as the call lasts.
TEST_F(FileRequests, GivesUpAndRemovesWhatComesLater) {
    stalls = true;
    const FileAnswer made = create_file(path_.c_str(), size);
    EXPECT_EQ(made.error, ETIMEDOUT);
    EXPECT_EQ(made.file, -1);
    EXPECT_NE(size_of_file(), -1);
    stalls = false;
    EXPECT_TRUE(is_removed());
}

}  // namespace

}  // namespace mpimon::test
