// What the environment and the system tell of a job and its program.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "encoded.h"
#include "profile/format/batch.h"
#include "profile/write/encode/encode.h"

extern "C" {
#include "mpich/job/program.h"
}

namespace mpimon::test {

namespace {

class Batch : public testing::Test {
  protected:
    void SetUp() override {
        for (const char *name : {"SLURM_JOB_ID",        "PBS_JOBID",           "FLUX_JOB_ID",        "LSB_JOBID",
                                 "SLURM_STEP_ID",       "SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX",    "PBS_ARRAYID",
                                 "LSB_JOBINDEX",        "SLURM_JOB_ACCOUNT",   "PBS_ACCOUNT",        "LSB_PROJECT_NAME",
                                 "SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST",  "LSB_MCPU_HOSTS",     "MPI_LOCALNRANKS",
                                 "PALS_RANKID",         "FLUX_TASK_RANK",      "JSM_NAMESPACE_RANK", "PMIX_RANK"})
            unsetenv(name);
    }
};

TEST_F(Batch, NothingIsKnownOutsideOfAJob) {
    for (const char *text : {mpimon_batch_job(), mpimon_batch_step(), mpimon_batch_array_index(),
                             mpimon_batch_account(), mpimon_batch_nodes(), mpimon_batch_launcher()})
        EXPECT_EQ(text, nullptr);
}

TEST_F(Batch, TheFirstOfTheKnownSystems) {
    setenv("LSB_JOBID", "9", 1);
    EXPECT_STREQ(mpimon_batch_job(), "9");
    setenv("SLURM_JOB_ID", "", 1);
    EXPECT_STREQ(mpimon_batch_job(), "9");
    setenv("SLURM_JOB_ID", "8", 1);
    EXPECT_STREQ(mpimon_batch_job(), "8");
}

TEST_F(Batch, StepsOfSlurm) {
    setenv("SLURM_STEP_ID", "0", 1);
    EXPECT_STREQ(mpimon_batch_step(), "0");
    EXPECT_STREQ(mpimon_batch_launcher(), "srun");
    setenv("SLURM_STEP_ID", "4294967290", 1);
    EXPECT_STREQ(mpimon_batch_step(), "interactive");
}

TEST_F(Batch, LsfHasAnIndexZeroWithoutAnArray) {
    setenv("LSB_JOBINDEX", "0", 1);
    EXPECT_EQ(mpimon_batch_array_index(), nullptr);
    setenv("LSB_JOBINDEX", "12", 1);
    EXPECT_STREQ(mpimon_batch_array_index(), "12");
    setenv("SLURM_ARRAY_TASK_ID", "0", 1);
    EXPECT_STREQ(mpimon_batch_array_index(), "0");
}

TEST_F(Batch, MpiexecWithinAStepIsTheLauncher) {
    setenv("SLURM_STEP_ID", "0", 1);
    setenv("MPI_LOCALNRANKS", "4", 1);
    EXPECT_STREQ(mpimon_batch_launcher(), "hydra");
}

std::string shortened(size_t room, const char *text) {
    std::string target(room, '#');
    mpimon_shorten(target.data(), room, text);
    return target.c_str();
}

TEST(Program, ShortensInTheMiddle) {
    EXPECT_EQ(shortened(11, "0123456789"), "0123456789");
    EXPECT_EQ(shortened(10, "0123456789"), "0123...89");
    EXPECT_EQ(shortened(16, std::string(1000, 'a').append("xyz.in").c_str()), "aaaaaaaa...z.in");
    EXPECT_EQ(shortened(4, ""), "");
}

TEST(Program, CommandIsThatOfTheProcess) {
    char text[4096];
    mpimon_program_command(text, sizeof text);
    std::ifstream file("/proc/self/cmdline");
    std::string words((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    EXPECT_EQ(std::string(text).substr(0, words.find('\0')), words.substr(0, words.find('\0')));
}

TEST(Program, WordsThatAShellWouldSplitAreQuoted) {
    // A process that prints its own command line, as this one would.
    const auto command_of = [](const std::string &arguments) {
        const std::string self = std::string("/proc/") + std::to_string(getpid()) + "/exe";
        FILE *pipe = popen((self + " --print-command " + arguments).c_str(), "r");
        char line[256] = "";
        const char *read = fgets(line, sizeof line, pipe);
        pclose(pipe);
        const std::string text = read != nullptr ? line : "";
        return text.substr(text.find("--print-command"));
    };
    EXPECT_EQ(command_of("a-b=1"), "--print-command a-b=1");
    EXPECT_EQ(command_of("'two words' ''"), "--print-command 'two words' ''");
    EXPECT_EQ(command_of("\"it's\""), "--print-command 'it'\\''s'");
}

TEST(Program, FolderIsTheWorkingFolder) {
    char text[4096];
    mpimon_program_folder(text, sizeof text);
    EXPECT_EQ(std::string(text), std::filesystem::current_path().string());
}

TEST(Program, BuildIdIsThatOfTheElfNotes) {
    char text[MPIMON_BUILD_ID];
    mpimon_program_build_id(text, sizeof text);
    FILE *pipe =
        popen(("readelf -n /proc/" + std::to_string(getpid()) + "/exe | sed -n 's/.*Build ID: //p'").c_str(), "r");
    char line[256] = "";
    const char *read = fgets(line, sizeof line, pipe);
    pclose(pipe);
    const std::string expected = read != nullptr ? std::string(line).substr(0, std::string(line).find('\n')) : "";
    EXPECT_EQ(std::string(text), expected);
    EXPECT_EQ(expected.size() % 2, 0U);
}

SegmentBuilder in_batch() {
    SegmentBuilder segment = with_world();
    mpimon_job &job = segment.header().job;
    set_text(job.step, "3");
    set_text(job.array_index, "17");
    set_text(job.account, "climate");
    set_text(job.launcher, "srun");
    set_text(job.network, "UCX 1.13.1");
    set_text(job.build_id, "00ff");
    set_text(job.nodes, "n[1-4]");
    set_text(job.folder, "/home/ada");
    set_text(job.command, "./solver -n 5");
    return segment;
}

TEST(Job, FactsAreWrittenAndRead) {
    SegmentBuilder segment = in_batch();
    const Job job = decoded(segment).job;
    EXPECT_EQ(job.step, "3");
    EXPECT_EQ(job.array_index, "17");
    EXPECT_EQ(job.account, "climate");
    EXPECT_EQ(job.launcher, "srun");
    EXPECT_EQ(job.network, "UCX 1.13.1");
    EXPECT_EQ(job.build_id, "00ff");
    EXPECT_EQ(job.nodes, "n[1-4]");
    EXPECT_EQ(job.folder, "/home/ada");
    EXPECT_EQ(job.command, "./solver -n 5");
}

TEST(Job, WhatAProcessRunsMayDiffer) {
    SegmentBuilder first = in_batch();
    SegmentBuilder second = in_batch();
    second.header().world_rank = 1;
    first.header().world_size = second.header().world_size = 2;
    set_text(second.header().job.command, "./viewer");
    set_text(second.header().job.build_id, "aa");
    const Profile profile =
        decoded(job_record(first) + process_record_apart(first) + process_record_apart(second) + end_record(2));
    ASSERT_EQ(profile.settings.size(), 2U);
    EXPECT_EQ(profile.settings_of(profile.processes[0]).command, "./solver -n 5");
    EXPECT_EQ(profile.settings_of(profile.processes[1]).command, "./viewer");
    EXPECT_EQ(profile.settings_of(profile.processes[1]).build_id, "aa");
    EXPECT_EQ(profile.settings_of(profile.processes[1]).folder, "/home/ada");
}

Process ended(mpimon_state state, uint32_t ending, int32_t exit_code) {
    SegmentBuilder segment = in_batch();
    segment.header().state = state;
    segment.header().job.ending = ending;
    segment.header().job.exit_code = exit_code;
    return decoded(segment).processes.at(0);
}

TEST(Ending, IsOfProcessesThatAreNotComplete) {
    EXPECT_EQ(ended(MPIMON_RUNNING, MPIMON_ENDING_ABORT, -3).ending, MPIMON_ENDING_ABORT);
    EXPECT_EQ(ended(MPIMON_RUNNING, MPIMON_ENDING_ABORT, -3).exit_code, -3);
    EXPECT_EQ(ended(MPIMON_RUNNING, MPIMON_ENDING_KILLED, 5).exit_code, 0);
    EXPECT_EQ(ended(MPIMON_COMPLETE, MPIMON_ENDING_EXIT, 0).ending, MPIMON_ENDING_UNKNOWN);
    EXPECT_EQ(ended(MPIMON_RUNNING, 77, 1).ending, MPIMON_ENDING_UNKNOWN);
}

}  // namespace

}  // namespace mpimon::test

int main(int argc, char **argv) {
    if (argc > 1 && std::string(argv[1]) == "--print-command") {
        char text[256];
        mpimon_program_command(text, sizeof text);
        fputs(text, stdout);
        return 0;
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
