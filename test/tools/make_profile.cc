// Writes profiles for the tests of the tools: make_profile KIND FILE; what jobs leave: make_profile segments FOLDER;
// and a collective tuning file: make_profile tuning-SERIES FILE, such as tuning-40, with a choice for every call
//   sample  the sample job of test/unit/sample_job.cc
//   changed the same, in which rank 3 has sent one message more to rank 0, of 100 bytes, and calls take twice as long
//   again   the same as the sample, with all functions a percent slower
//   merged  the same, recorded with MPIR_CVAR_MONITORING_ENABLE=1
//   sized   the same, with the sizes of most messages for each peer
//   alone   of that, what rank 0 alone counted
//   halo    64 ranks on 8 hosts that exchange the borders of a periodic 8 x 8 grid
//   names   the same with long names of hosts, and an executable with characters that terminals take for commands
//   corners two ranks on one host, with communicators that look alike, collectives of many kinds and sizes, what the
//           library does for itself, and a variable that launchers set
//   corners-long  the same with a long name of the program
//   placed  the same with places and transports, of test/unit/placed_job.cc
//   mpmd    two programs, whose ranks count different things or nothing
//   batch   the same under a batch system; rank 1 has called MPI_Abort, and what that has killed is found out by others
//   overlapped    two ranks whose calls overlap has made asynchronous, but for some
//   timed   three ranks that count by the second for eight seconds, of which rank 1 starts half a second later and
//           rank 2 has no thread for it
//   detailed  the sample job with waits, files, sizes for each peer, and noncontiguous messages; detailed-changed: with
//             one more of the first three
//   files   four ranks that write a file together, with messages of class io
//   origins four ranks with communicators that were made in many ways
//   explored  two ranks that called four collectives, for which algorithms were tried; proven, proven-in-part,
//   unproven: the
//           second run, in which both choices are better, one of them, or none
//   pairs   four ranks on two hosts, of which 0 and 2, and 1 and 3, send each other one message of 1,000 bytes, and
//           0 and 1, and 2 and 3, ten of 10; pairs-one-host: on one host
//   large   10,000 ranks on 100 hosts, 30 peers each, sent and received
//   large-changed  the same, in which rank 7,777 has sent one message more to rank 7,877, of one byte
//
// The segments, of the sample job without rank 3: key 0123456789abcdef, of which rank 2 ended without MPI_Finalize; key
// 2, whose output is written; key 3, of a host of which nothing is known. And a file in which nothing was ever counted.
#include <cstdio>
#include <functional>
#include <map>

#include "jobs/jobs.h"
#include "segment_builder.h"
#include "tuning_files.h"

namespace {

using mpimon::test::SegmentBuilder;

std::string profile_apart(std::vector<SegmentBuilder> &segments) {
    std::string file = mpimon::test::job_record(segments.front());
    for (SegmentBuilder &segment : segments)
        file += mpimon::test::process_record_apart(segment);
    return file + mpimon::test::end_record(static_cast<uint32_t>(segments.size()));
}

void write_job(const std::string &folder, uint64_t key, mpimon_state state_of_last, uint32_t locked) {
    std::vector<SegmentBuilder> segments = mpimon::test::sample_job();
    for (uint32_t rank = 0; rank < 3; ++rank) {
        mpimon_header &header = segments[rank].header();
        header.job_key = key;
        header.locked = locked;
        header.state = rank == 2 ? state_of_last : MPIMON_COMPLETE;
        header.end_time_ns = header.state == MPIMON_RUNNING ? 0 : header.end_time_ns;
        header.start_time_ns += static_cast<int64_t>(key % 16);
        char name[80];
        std::snprintf(name, sizeof name, "/mpimon.%016llx.%u.%u.segment", static_cast<unsigned long long>(key), rank,
                      header.pid);
        const std::vector<unsigned char> bytes = segments[rank].bytes();
        mpimon::test::write_file(folder + name, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    }
}

int write_segments(const std::string &folder) {
    write_job(folder, UINT64_C(0x0123456789abcdef), MPIMON_RUNNING, 1);
    write_job(folder, 2, MPIMON_WRITTEN, 1);
    write_job(folder, 3, MPIMON_RUNNING, 0);
    mpimon::test::write_file(folder + "/mpimon.0000000000000004.0.77.segment", std::string(1000, '\0'));
    return 0;
}

}  // namespace

int main(int argc, char **argv) {
    const std::map<std::string, std::function<std::vector<SegmentBuilder>()>> kinds = {
        {"sample", mpimon::test::sample_job},
        {"changed", mpimon::test::changed},
        {"again", mpimon::test::again},
        {"merged", mpimon::test::merged},
        {"undelivered", mpimon::test::undelivered},
        {"sized", mpimon::test::sized},
        {"detailed", mpimon::test::detailed},
        {"detailed-changed", mpimon::test::detailed_changed},
        {"waiting", mpimon::test::waiting_job},
        {"alone", mpimon::test::alone},
        {"overlapped", mpimon::test::overlapped},
        {"corners", mpimon::test::corners},
        {"corners-long", mpimon::test::corners_long},
        {"mpmd", mpimon::test::mpmd},
        {"batch", mpimon::test::batch},
        {"placed", mpimon::test::placed_job},
        {"timed", mpimon::test::timed},
        {"pairs", mpimon::test::pairs},
        {"pairs-one-host", mpimon::test::pairs_one_host},
        {"halo", mpimon::test::halo},
        {"names", mpimon::test::names},
        {"files", mpimon::test::files},
        {"origins", mpimon::test::origins},
        {"explored", mpimon::test::explored},
        {"proven", mpimon::test::proven},
        {"proven-in-part", mpimon::test::proven_in_part},
        {"called-nonblocking", mpimon::test::called_nonblocking},
        {"explored-nonblocking", mpimon::test::explored_nonblocking},
        {"proven-nonblocking", mpimon::test::proven_nonblocking},
        {"unproven", mpimon::test::unproven},
        {"large", mpimon::test::large},
        {"large-changed", mpimon::test::large_changed}};
    if (argc == 3 && std::string(argv[1]) == "segments")
        return write_segments(argv[2]);
    for (const mpimon::tuning::Series series : mpimon::tuning::kSeries) {
        if (argc != 3 || argv[1] != "tuning-" + std::to_string(series))
            continue;
        mpimon::test::write_file(argv[2], mpimon::test::text_of(mpimon::test::complete_file(series)));
        return 0;
    }
    const auto kind = kinds.find(argc == 3 ? argv[1] : "");
    if (kind == kinds.end()) {
        std::string all;
        for (const auto &[name, make] : kinds)
            all += (all.empty() ? "" : "|") + name;
        std::fprintf(stderr,
                     "usage: make_profile %s FILE,\n       or make_profile segments FOLDER, or make_profile "
                     "tuning-SERIES FILE\n",
                     all.c_str());
        return 2;
    }
    std::vector<SegmentBuilder> segments = kind->second();
    const bool apart = kind->first == "mpmd" || kind->first == "batch";
    mpimon::test::write_file(argv[2], apart ? profile_apart(segments) : mpimon::test::profile_of(segments));
    return 0;
}
