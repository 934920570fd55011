// Writes the profiles of many jobs, as a site has them: make_tree FOLDER COUNT.
//
// Job i began 10 minutes after the one before, the first at 2023-11-14 22:13:20 UTC, and is in YYYY/MM/DD/USER. It has
//   id 1000 + i, user ada, bob, cyd or dan (i mod 4), program ocean, atmosphere or solver (i mod 3)
//   8 ranks for 60 + i mod 100 seconds, four each on the nodes 2 (i mod 20) + 1 and + 2 of n01 to n40
//   p2p: each rank sends 10 messages of 1000 (i mod 10 + 1) bytes to the next one; received, too
//   coll: each rank sends i mod 5 messages of 100 bytes to the one after that
// Those of cyd are step 0 of element i of an array, of the account physics.
// Rank 7 of each hundredth job (i mod 100 = 0) ended without MPI_Finalize. Files are as old as the jobs' ends.
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "segment_builder.h"

namespace {

using mpimon::test::flow;
using mpimon::test::SegmentBuilder;
using mpimon::test::set_text;

constexpr uint32_t kRanks = 8;
constexpr int64_t kSecond = 1000000000;
constexpr int64_t kFirstStart = 1700000000;
constexpr std::array<const char *, 4> kUsers = {"ada", "bob", "cyd", "dan"};
constexpr std::array<const char *, 3> kPrograms = {"/opt/app/ocean", "/opt/app/atmosphere", "/lustre/jobs/solver"};

int64_t start_of(uint32_t job) {
    return kFirstStart + 600 * int64_t{job};
}
int64_t end_of(uint32_t job) {
    return start_of(job) + 60 + job % 100;
}
const char *user_of(uint32_t job) {
    return kUsers[job % kUsers.size()];
}

SegmentBuilder process(uint32_t job, uint32_t rank) {
    SegmentBuilder segment(rank, kRanks);
    mpimon_header &header = segment.header();
    const bool cut_off = job % 100 == 0 && rank == kRanks - 1;
    header.state = cut_off ? MPIMON_RUNNING : MPIMON_COMPLETE;
    header.start_time_ns = start_of(job) * kSecond;
    header.end_time_ns = cut_off ? 0 : end_of(job) * kSecond;
    header.job_key = 1 + job;
    if (job % kUsers.size() == 2) {
        set_text(header.job.step, "0");
        set_text(header.job.array_index, std::to_string(job));
        set_text(header.job.account, "physics");
    }
    set_text(header.job_id, std::to_string(1000 + job));
    set_text(header.user, user_of(job));
    set_text(header.executable, kPrograms[job % kPrograms.size()]);
    set_text(header.host, fmt::format("n{:02}", 2 * (job % 20) + 1 + rank / 4));
    const uint64_t bytes = 10000 * (job % 10 + 1);
    const uint32_t next = (rank + 1) % kRanks;
    const uint32_t before = (rank + kRanks - 1) % kRanks;
    std::vector<mpimon_flow> flows = {flow(0, next, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 10, bytes),
                                      flow(0, before, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_RECEIVED, 10, bytes)};
    if (const uint64_t messages = job % 5; messages > 0)
        flows.push_back(
            flow(0, (rank + 2) % kRanks, MPIMON_CLASS_COLL, MPIMON_PATH_NET, MPIMON_SENT, messages, 100 * messages));
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{mpimon::test::world(kRanks, static_cast<int32_t>(rank))});
    segment.add(MPIMON_BLOCK_FLOWS, flows);
    return segment;
}

void write_job(const std::filesystem::path &folder, uint32_t job) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank)
        segments.push_back(process(job, rank));
    const std::filesystem::path own =
        folder / fmt::format("{:%Y/%m/%d}", fmt::gmtime(static_cast<std::time_t>(start_of(job)))) / user_of(job);
    std::filesystem::create_directories(own);
    const std::string path = own / fmt::format("{}.mon", 1000 + job);
    mpimon::test::write_file(path, mpimon::test::profile_of(segments));
    const std::array<timespec, 2> times = {{{end_of(job), 0}, {end_of(job), 0}}};
    utimensat(AT_FDCWD, path.c_str(), times.data(), 0);
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: make_tree FOLDER COUNT\n");
        return 2;
    }
    for (uint32_t job = 0; job < std::strtoul(argv[2], nullptr, 10); ++job)
        write_job(argv[1], job);
    return 0;
}
