// What is read of texts that the system and UCX write.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" {
#include "mpich/job/place/batch_node.h"
#include "mpich/job/place/processors.h"
#include "mpich/job/place/ucx_lanes.h"
}

namespace {

std::string lane(const char *line) {
    std::array<char, MPIMON_NAME> transport;
    return mpimon_ucx_lane(line, transport.data()) != 0 ? transport.data() : "";
}

TEST(UcxLanes, WhatCarriesMessages) {
    EXPECT_EQ(
        lane("#                 lane[0]:  3:posix/memory.0 md[1]             -> md[1]/posix/sysdev[255] am am_bw#0\n"),
        "posix/memory");
    EXPECT_EQ(
        lane("#                 lane[1]: 12:cma/memory.0 md[3]               -> md[3]/cma/sysdev[255] rma_bw#0\n"),
        "cma/memory");
    EXPECT_EQ(
        lane("#                 lane[0]:  1:tcp/eth0.100.1 md[0]              -> md[0]/tcp/sysdev[255] am wireup"),
        "tcp/eth0.100");
    EXPECT_EQ(lane("#                 lane[0]:  0:rc_mlx5/mlx5_bond_0:1.0 md[4]   -> md[4]/ib/sysdev[0] rma_bw#0 am "
                   "am_bw#0\n"),
              "rc_mlx5/mlx5_bond_0:1");
}

TEST(UcxLanes, WhatDoesNot) {
    EXPECT_EQ(
        lane("#                 lane[1]:  2:tcp/lo.0 md[0]                  -> md[0]/tcp/sysdev[255] keepalive\n"), "");
    EXPECT_EQ(lane("#                 lane[1]:  2:tcp/lo.0 md[0]                  -> md[0]/tcp/sysdev[255] "
                   "wireup{ud/mlx5_0:1}\n"),
              "");
    EXPECT_EQ(lane("#                 lane[1]:  2:tcp/lo.0 md[0]                  -> md[0]/tcp/sysdev[255]\n"), "");
    EXPECT_EQ(lane("#                 lane[0]: cm tcp\n"), "");
    EXPECT_EQ(lane("#               peer: node1:77\n"), "");
    EXPECT_EQ(lane("#                tag_send: 0..<egr/short>..8185..<egr/bcopy>..8192..<rndv>..(inf)\n"), "");
    EXPECT_EQ(lane("#\n"), "");
    EXPECT_EQ(lane(""), "");
}

TEST(UcxLanes, NoOtherForms) {
    EXPECT_EQ(lane("                  lane[0]:  3:posix/memory.0 md[1]             -> md[1]/posix/sysdev[255] am\n"),
              "");
    EXPECT_EQ(lane("#                 lane[0]:  3:posix/memory md[1]               -> md[1]/posix/sysdev[255] am\n"),
              "");
    EXPECT_EQ(lane("#                 lane[0]:  3:posix.0 md[1]                    -> md[1]/posix/sysdev[255] am\n"),
              "");
    EXPECT_EQ(lane("#                 lane[0]:  3:/memory.0 md[1]                  -> md[1]/posix/sysdev[255] am\n"),
              "");
    EXPECT_EQ(lane("#                 lane[x]:  3:posix/memory.0 md[1]             -> md[1]/posix/sysdev[255] am\n"),
              "");
    EXPECT_EQ(lane("#                 lane[0]:  3:posix/memory.0 md[1]             -> md[1]/posix am\n"), "");
    const std::string endless =
        "#  lane[0]: 3:posix/" + std::string(200, 'm') + ".0 md[1] -> md[1]/posix/sysdev[255] am\n";
    EXPECT_EQ(lane(endless.c_str()), "");
}

std::string text_of(std::string_view allowed, size_t room = MPIMON_TEXT) {
    std::array<unsigned char, 64> bytes = {};
    for (size_t i = 0; i < allowed.size(); ++i)
        bytes[i] = allowed[i] == 'x';
    const mpimon_processors processors = {bytes.data(), static_cast<int>(allowed.size())};
    std::string text(room, '?');
    mpimon_processors_text(&processors, text.data(), room);
    return text.c_str();
}

TEST(Processors, AsRanges) {
    EXPECT_EQ(text_of("xxxx....x"), "0-3,8");
    EXPECT_EQ(text_of(".xx.x"), "1-2,4");
    EXPECT_EQ(text_of("...."), "");
    EXPECT_EQ(text_of("x.x.x.x.x", 9), "0,2,4...");
    EXPECT_EQ(text_of("x.x.x", 9), "0,2,4");
    EXPECT_EQ(text_of("x.x.x", 6), "0...");
}

TEST(Processors, AreThoseOfTheThread) {
    cpu_set_t before;
    cpu_set_t one;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    int last = CPU_SETSIZE - 1;
    while (CPU_ISSET(last, &before) == 0)
        --last;
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    mpimon_processors processors = {};
    ASSERT_EQ(mpimon_processors_ask(&processors), 1);
    std::array<char, 32> text;
    mpimon_processors_text(&processors, text.data(), text.size());
    free(processors.allowed);
    EXPECT_EQ(text.data(), std::to_string(last));
    EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

std::string batch_node() {
    std::array<char, MPIMON_TEXT> name;
    return mpimon_batch_node(name.data(), name.size()) != 0 ? name.data() : "none";
}

// The next test starts this one as Slurm's daemon would; it says what a process that it has started finds.
TEST(BatchNode, OfAnotherProcess) {
    const char *file = getenv("MPIMON_TEST_RESULT");
    if (file == nullptr)
        GTEST_SKIP() << "a part of the next test";
    if (fork() == 0) {
        setenv("SLURMD_NODENAME", "of-the-script", 1);
        FILE *result = fopen(file, "w");
        fputs(batch_node().c_str(), result);
        fclose(result);
        _exit(0);
    }
    wait(nullptr);
}

// Runs that test below a process of this name, with a variable in its environment, which stands for another node's
// there.
std::string found_below(const char *name, const char *variable) {
    const std::string file = "batch_node." + std::to_string(getpid());
    const std::string result = "MPIMON_TEST_RESULT=" + file;
    if (fork() == 0) {
        prctl(PR_SET_NAME, name);
        if (fork() == 0) {
            const std::array<const char *, 3> arguments = {"asking", "--gtest_filter=BatchNode.OfAnotherProcess",
                                                           nullptr};
            const std::array<const char *, 3> environment = {result.c_str(), variable, nullptr};
            freopen("/dev/null", "w", stdout);
            execve("/proc/self/exe", const_cast<char *const *>(arguments.data()),
                   const_cast<char *const *>(environment.data()));
            _exit(1);
        }
        wait(nullptr);
        _exit(0);
    }
    wait(nullptr);
    std::array<char, 64> text = {};
    FILE *opened = fopen(file.c_str(), "r");
    if (opened != nullptr) {
        (void)!fread(text.data(), 1, text.size() - 1, opened);
        fclose(opened);
        unlink(file.c_str());
    }
    return text.data();
}

TEST(BatchNode, IsThatOfTheProcessWhichTheDaemonStarted) {
    EXPECT_EQ(found_below("slurmstepd", "SLURMD_NODENAME=n3"), "n3");
    EXPECT_EQ(found_below("slurmstepd", "SLURMD_NODENAME="), "none");
    EXPECT_EQ(found_below("slurmstepd", "SLURMD_NODENAMES=n3"), "none");
}

TEST(BatchNode, IsNobodysWithoutADaemon) {
    EXPECT_EQ(found_below("slurmstep", "SLURMD_NODENAME=n3"), "none");
    EXPECT_EQ(batch_node(), "none");
}

}  // namespace
