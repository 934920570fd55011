// The words and patterns of the control variables.
#include <cerrno>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

extern "C" {
#include "mpich/count/settings.h"
}

namespace {

const mpimon_filename_parts parts = {"app", "42", "node7", "ada", "2026-01-31", "20260131T144640", "3", nullptr};

std::string expand(const char *pattern) {
    char name[64];
    const int error = mpimon_expand_filename(pattern, &parts, name, sizeof name);
    return error ? "error " + std::to_string(error) : name;
}

TEST(Filename, EveryLetter) {
    EXPECT_EQ(expand("%e.%j.mon"), "app.42.mon");
    EXPECT_EQ(expand("%h/%u-%d%%"), "node7/ada-2026-01-31%");
    EXPECT_EQ(expand("%t.mon"), "20260131T144640.mon");
    EXPECT_EQ(expand("plain"), "plain");
}

TEST(Filename, NoneStandsForNoStepAndNoArray) {
    EXPECT_EQ(expand("%j.%s.%a"), "42.3.none");
    const mpimon_filename_parts others = {"app", "42", "node7", "ada", "date", "time", "", "17"};
    char name[64];
    EXPECT_EQ(mpimon_expand_filename("%j.%s.%a", &others, name, sizeof name), 0);
    EXPECT_STREQ(name, "42.none.17");
}

TEST(Filename, RefusesUnknownLettersAndALonePercent) {
    EXPECT_EQ(expand("%q"), "error " + std::to_string(EINVAL));
    EXPECT_EQ(expand("a%"), "error " + std::to_string(EINVAL));
}

TEST(Filename, RefusesWhatDoesNotFit) {
    EXPECT_EQ(expand(std::string(63, 'x').c_str()), std::string(63, 'x'));
    EXPECT_EQ(expand(std::string(64, 'x').c_str()), "error " + std::to_string(ENAMETOOLONG));
}

TEST(Filename, PartsCannotLeaveTheFolder) {
    const auto with_job = [](const char *pattern, const char *job) {
        const mpimon_filename_parts nasty = {"e", job, "h", "u", "d", "t", "s", "a"};
        char name[64];
        EXPECT_EQ(mpimon_expand_filename(pattern, &nasty, name, sizeof name), 0);
        return std::string(name);
    };
    EXPECT_EQ(with_job("%j", "../../etc/x"), "_._.__etc_x");
    EXPECT_EQ(with_job("%j/one.mon", ".."), "_./one.mon");
    EXPECT_EQ(with_job("site/%j/one.mon", ".."), "site/_./one.mon");
    EXPECT_EQ(with_job("./.%j/one.mon", "."), "./._/one.mon");
    EXPECT_EQ(with_job("%j%j/one.mon", "."), "_./one.mon");
    EXPECT_EQ(with_job("/site/%j.mon", "/etc/passwd"), "/site/_etc_passwd.mon");
    EXPECT_EQ(with_job("%j", "a\nb\x7f"), "a_b_");
    EXPECT_EQ(with_job("../%e.%j", "solver.exe.1"), "../e.solver.exe.1");
}

TEST(Filename, NoLetterLeavesTheFolder) {
    const char *up = "../x";
    const mpimon_filename_parts nasty = {up, up, up, up, up, up, up, up};
    for (const char letter : {'e', 'j', 'h', 'u', 'd', 't', 's', 'a'}) {
        char name[64];
        const std::string pattern = std::string("site/%") + letter + ".mon";
        EXPECT_EQ(mpimon_expand_filename(pattern.c_str(), &nasty, name, sizeof name), 0);
        EXPECT_STREQ(name, "site/_._x.mon") << letter;
    }
}

TEST(Detail, WordsAndTheirSum) {
    EXPECT_EQ(mpimon_parse_detail(""), 0);
    EXPECT_EQ(mpimon_parse_detail("peers,receives"), MPIMON_DETAIL_PEERS | MPIMON_DETAIL_RECEIVES);
    EXPECT_EQ(mpimon_parse_detail("sizes"), MPIMON_DETAIL_SIZES);
    EXPECT_EQ(mpimon_parse_detail("all"), MPIMON_DETAIL_ALL);
    EXPECT_EQ(MPIMON_DETAIL_ALL & MPIMON_DETAIL_SIZES, MPIMON_DETAIL_SIZES);
    EXPECT_EQ(mpimon_parse_detail("peer"), -1);
    EXPECT_EQ(mpimon_parse_detail("peers,,functions"), -1);
}

TEST(OptOut, IsOneWord) {
    unsetenv("MPICH_MONITORING");
    EXPECT_FALSE(mpimon_opted_out());
    for (const char *value : {"", "on", "offer", "0"}) {
        setenv("MPICH_MONITORING", value, 1);
        EXPECT_FALSE(mpimon_opted_out()) << value;
    }
    setenv("MPICH_MONITORING", "off", 1);
    EXPECT_TRUE(mpimon_opted_out());
    unsetenv("MPICH_MONITORING");
}

TEST(Interval, FromTenMillisecondsToAnHour) {
    EXPECT_EQ(mpimon_parse_detail("timeline"), 1024);
    EXPECT_EQ(MPIMON_DETAIL_ALL & 1024, 1024);
    for (const long valid : {10L, 1000L, 3600000L})
        EXPECT_TRUE(mpimon_interval_is_valid(valid)) << valid;
    for (const long wrong : {-1L, 0L, 9L, 3600001L, INT64_MAX})
        EXPECT_FALSE(mpimon_interval_is_valid(wrong)) << wrong;
}

}  // namespace
