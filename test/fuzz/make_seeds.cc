// What the fuzzers begin with: make_seeds FOLDER writes profiles into FOLDER/profile and segments into FOLDER/segment,
// both of the sample job of test/unit/sample_job.cc.
#include <cstdio>
#include <filesystem>

#include "segment_builder.h"

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fputs("usage: make_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder / "profile");
    std::filesystem::create_directories(folder / "segment");
    std::vector<mpimon::test::SegmentBuilder> segments = mpimon::test::sample_job();
    mpimon::test::write_file(folder / "profile/sample", mpimon::test::profile_of(segments));
    for (mpimon::test::SegmentBuilder &segment : segments) {
        const std::vector<unsigned char> bytes = segment.bytes();
        mpimon::test::write_file(folder / "segment" / std::to_string(segment.header().world_rank),
                                 {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    }
    // One process that is known by its record alone.
    mpimon::test::write_file(folder / "profile/alone", mpimon::test::process_record(segments[1]));
    return 0;
}
