// Names for profiles that replace nothing, on file systems with links, with renaming that keeps what is there, and
// without both.
#include "profile/write/new_name.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

enum class Can : uint8_t { kLink, kRename, kNeither };
Can system_can = Can::kLink;

}  // namespace

// These stand before the C library's.
extern "C" int link(const char *from, const char *to) noexcept {
    if (system_can == Can::kLink)
        return static_cast<int>(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
    errno = EPERM;
    return -1;
}

extern "C" int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) noexcept {
    if (system_can == Can::kRename)
        return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
    errno = EINVAL;
    return -1;
}

namespace {

// As a profile begins: a record of 14 bytes and its marker; and one of 200 bytes, whose length takes two.
const std::string profile = "\x0A\x0E\x0DPMON....", long_profile = "\x0A\xC8\x01\x0DPMON....";

class NewNameTest : public testing::TestWithParam<Can> {
  protected:
    void SetUp() override {
        system_can = GetParam();
        folder_ = testing::TempDir() + "new-name.XXXXXX";
        ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string in_folder(const std::string &name) const { return folder_ + "/" + name; }
    void write(const std::string &name, const std::string &text) const { std::ofstream(in_folder(name)) << text; }
    std::string read(const std::string &name) const {
        std::ifstream file(in_folder(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto &entry : std::filesystem::directory_iterator(folder_))
            found.insert(entry.path().filename());
        return found;
    }
    int check(const std::string &name) const { return mpimon_check_profile_name(in_folder(name).c_str()); }

    // The name that a file of this text gets, or the error's text.
    std::string named(const std::string &name, const std::string &text) const {
        std::array<char, 4096> found = {};
        write("part", text);
        const int error = mpimon_name_profile(in_folder("part").c_str(), in_folder(name).c_str(), found.data(), 4096);
        return error != 0 ? std::strerror(error) : std::filesystem::path(found.data()).filename().string();
    }

    std::string folder_;
};

TEST_P(NewNameTest, NothingIsReplaced) {
    EXPECT_EQ(named("one.mon", profile + "1"), "one.mon");
    EXPECT_EQ(named("one.mon", profile + "2"), "one.2.mon");
    EXPECT_EQ(named("one.mon", profile + "3"), "one.3.mon");
    EXPECT_EQ(read("one.mon") + read("one.2.mon") + read("one.3.mon"), profile + "1" + profile + "2" + profile + "3");
    EXPECT_EQ(names(), (std::set<std::string>{"one.mon", "one.2.mon", "one.3.mon"}));
}

TEST_P(NewNameTest, NumberGoesBeforeTheEnd) {
    write("one", long_profile);
    write("one.2", "a text");
    EXPECT_EQ(named("one", profile), "one.3");
    EXPECT_EQ(read("one.2"), "a text");
}

TEST_P(NewNameTest, EmptyFileCountsAsProfile) {
    write("one.mon", "");
    EXPECT_EQ(named("one.mon", profile), "one.2.mon");
}

TEST_P(NewNameTest, OtherFilesAreRefused) {
    const std::string texts[] = {"a text", "\x0A", "\x0A\x0E\x0DPMO", "\x0A\x0E\x0DQMON", profile.substr(1)};
    for (const std::string &text : texts) {
        write("one.mon", text);
        EXPECT_EQ(check("one.mon"), EEXIST) << text;
        EXPECT_EQ(named("one.mon", profile), std::strerror(EEXIST)) << text;
        EXPECT_EQ(read("one.mon"), text);
        EXPECT_EQ(read("part"), profile);
    }
}

TEST_P(NewNameTest, OtherThingsAreRefused) {
    std::filesystem::create_directory(in_folder("folder"));
    std::filesystem::create_symlink(in_folder("nothing"), in_folder("link"));
    mkfifo(in_folder("pipe").c_str(), 0600);
    EXPECT_EQ(check("folder"), EISDIR);
    EXPECT_EQ(check("link"), EEXIST);
    EXPECT_EQ(check("pipe"), EEXIST);
    EXPECT_EQ(check("free"), 0);
    EXPECT_EQ(named("link", profile), std::strerror(EEXIST));
    EXPECT_TRUE(std::filesystem::is_symlink(in_folder("link")));
}

TEST_P(NewNameTest, LinkToProfileStays) {
    write("one.mon", profile + "1");
    std::filesystem::create_symlink(in_folder("one.mon"), in_folder("last.mon"));
    EXPECT_EQ(named("last.mon", profile + "2"), "last.2.mon");
    EXPECT_EQ(read("last.mon"), profile + "1");
}

TEST_P(NewNameTest, FolderIsMissing) {
    EXPECT_EQ(named("missing/one.mon", profile), std::strerror(ENOENT));
}

// Jobs that end at the same moment.
TEST_P(NewNameTest, ManyAtOnceEachGetAName) {
    constexpr int jobs = 8, profiles = 25;
    for (int job = 0; job < jobs; ++job) {
        if (fork() != 0)
            continue;
        for (int i = 0; i < profiles; ++i) {
            std::array<char, 4096> found = {};
            const std::string part = "part" + std::to_string(job);
            write(part, profile + std::to_string(job * profiles + i));
            if (mpimon_name_profile(in_folder(part).c_str(), in_folder("one.mon").c_str(), found.data(), 4096) != 0)
                _exit(1);
        }
        _exit(0);
    }
    for (int job = 0, status = 0; job < jobs; ++job) {
        wait(&status);
        EXPECT_EQ(status, 0);
    }
    std::set<std::string> texts;
    for (const std::string &name : names())
        texts.insert(read(name));
    EXPECT_EQ(texts.size(), jobs * profiles);
}

INSTANTIATE_TEST_SUITE_P(FileSystems, NewNameTest, testing::Values(Can::kLink, Can::kRename, Can::kNeither));

}  // namespace
