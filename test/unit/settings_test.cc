// The words and patterns of the control variables.
#include <cerrno>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

extern "C" {
#include "hooks/settings.h"
}

namespace {

const mpimon_filename_parts parts = {"app", "42", "node7", "ada", "2026-01-31"};

std::string expand(const char *pattern) {
    char name[64];
    const int error = mpimon_expand_filename(pattern, &parts, name, sizeof name);
    return error ? "error " + std::to_string(error) : name;
}

TEST(Filename, EveryLetter) {
    EXPECT_EQ(expand("%e.%j.mon"), "app.42.mon");
    EXPECT_EQ(expand("%h/%u-%d%%"), "node7/ada-2026-01-31%");
    EXPECT_EQ(expand("plain"), "plain");
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
    const mpimon_filename_parts nasty = {"../../etc", "1", "h", "u", "d"};
    char name[64];
    ASSERT_EQ(mpimon_expand_filename("%e", &nasty, name, sizeof name), 0);
    EXPECT_STREQ(name, ".._.._etc");
}

TEST(Detail, WordsAndTheirSum) {
    EXPECT_EQ(mpimon_parse_detail(""), 0);
    EXPECT_EQ(mpimon_parse_detail("peers,receives"), MPIMON_DETAIL_PEERS | MPIMON_DETAIL_RECEIVES);
    EXPECT_EQ(mpimon_parse_detail("all"), MPIMON_DETAIL_ALL);
    EXPECT_EQ(mpimon_parse_detail("peer"), -1);
    EXPECT_EQ(mpimon_parse_detail("peers,,functions"), -1);
}

TEST(BatchJob, FirstOfTheKnownSystems) {
    for (const char *name : {"SLURM_JOB_ID", "PBS_JOBID", "FLUX_JOB_ID", "LSB_JOBID"})
        unsetenv(name);
    EXPECT_EQ(mpimon_batch_job(), nullptr);
    setenv("LSB_JOBID", "9", 1);
    EXPECT_STREQ(mpimon_batch_job(), "9");
    setenv("SLURM_JOB_ID", "8", 1);
    EXPECT_STREQ(mpimon_batch_job(), "8");
}

}  // namespace
