// What the fuzzers begin with: make_seeds FOLDER writes profiles into FOLDER/profile and segments into FOLDER/segment,
// of the sample job of test/unit/sample_job.cc, without and with places, and collective tuning files into FOLDER/tune.
#include <cstdio>
#include <filesystem>

#include "segment_builder.h"
#include "tuning_files.h"

namespace {

// A process under a batch system, which has ended by MPI_Abort.
std::string aborted(mpimon::test::SegmentBuilder segment) {
    using mpimon::test::set_text;
    mpimon_job &job = segment.header().job;
    set_text(job.step, "0");
    set_text(job.array_index, "7");
    set_text(job.nodes, "n[1-4]");
    set_text(job.launcher, "srun");
    set_text(job.command, "./solver -n 5");
    set_text(job.folder, "/lustre/jobs");
    set_text(job.build_id, "0123456789abcdef");
    segment.header().state = MPIMON_RUNNING;
    job.ending = MPIMON_ENDING_ABORT;
    job.exit_code = -3;
    return mpimon::test::job_record(segment) + mpimon::test::process_record_apart(segment) +
           mpimon::test::end_record(1);
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fputs("usage: make_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder / "profile");
    std::filesystem::create_directories(folder / "segment");
    std::vector<mpimon::test::SegmentBuilder> segments = mpimon::test::sample_job();
    mpimon::test::add_timeline(segments[0]);
    mpimon::test::add_files(segments[0], 0);
    mpimon::test::write_file(folder / "profile/sample", mpimon::test::profile_of(segments));
    std::vector<mpimon::test::SegmentBuilder> placed = mpimon::test::placed_job();
    mpimon::test::write_file(folder / "profile/placed", mpimon::test::profile_of(placed));
    for (mpimon::test::SegmentBuilder &segment : placed) {
        const std::vector<unsigned char> bytes = segment.bytes();
        mpimon::test::write_file(folder / "segment" / std::to_string(segment.header().world_rank),
                                 {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    }
    mpimon::test::write_file(folder / "profile/aborted", aborted(segments[0]));
    std::vector<mpimon::test::SegmentBuilder> waiting = mpimon::test::waiting_job();
    mpimon::test::write_file(folder / "profile/waiting", mpimon::test::profile_of(waiting));
    const std::vector<unsigned char> bytes = waiting.front().bytes();
    mpimon::test::write_file(folder / "segment/waiting", {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    std::filesystem::create_directories(folder / "tune");
    for (const mpimon::tuning::Series series : mpimon::tuning::kSeries)
        mpimon::test::write_file(folder / "tune" / std::to_string(series),
                                 mpimon::test::text_of(mpimon::test::complete_file(series)));
    // One process that is known by its record alone.
    mpimon::test::write_file(folder / "profile/alone", mpimon::test::process_record(segments[1]));
    return 0;
}
