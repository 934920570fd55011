// Files of MPI-IO for the sample jobs.
#include "segment_builder.h"

namespace mpimon::test {

namespace {

mpimon_file file(std::string_view name) {
    mpimon_file file = {};
    set_text(file.name, name);
    return file;
}

void count(mpimon_file &file, mpimon_file_operation operation, uint64_t calls, uint64_t failed, uint64_t ns) {
    file.calls[operation] = calls;
    file.failed[operation] = failed;
    file.time[operation] = ns;
}

// Calls of one size, in which no call has failed.
mpimon_file_access access(uint32_t file, mpimon_file_family family, bool is_write, uint64_t calls, uint64_t bytes,
                          uint64_t ns) {
    mpimon_file_access access = {};
    access.file = file;
    access.family = static_cast<uint8_t>(family);
    access.is_write = is_write ? 1 : 0;
    access.calls = calls;
    access.bytes = calls * bytes;
    access.time = ns;
    access.bins[bytes > 0 ? 64 - __builtin_clzll(bytes) : 0] = calls;
    return access;
}

}  // namespace

void add_files(SegmentBuilder &segment, uint32_t rank) {
    std::vector<mpimon_file> files = {file("out/field,\"a\".nc"), file("in.dat")};
    count(files[0], MPIMON_FILE_OPEN, 1, 0, 2'000'000);
    count(files[0], MPIMON_FILE_SET_VIEW, 2, 0, 500'000);
    count(files[0], MPIMON_FILE_CLOSE, 1, 0, 1'000'000);
    count(files[1], MPIMON_FILE_OPEN, 1, 1, 100'000);
    // Rank 0 writes twice as much as each other one.
    std::vector<mpimon_file_access> accesses = {
        access(0, MPIMON_FILE_COLLECTIVE, true, rank == 0 ? 8 : 4, 65536, 4'000'000),
        access(0, MPIMON_FILE_INDEPENDENT, false, 10, 1024, 1'000'000)};
    if (rank == 0) {
        mpimon_file rest = {};
        rest.is_rest = 1;
        count(rest, MPIMON_FILE_OPEN, 7, 0, 700'000);
        files.push_back(rest);
        mpimon_file_access failed = access(2, MPIMON_FILE_NONBLOCKING, true, 3, 0, 30'000);
        failed.failed = 3;
        failed.bins[0] = 0;
        accesses.push_back(failed);
    }
    segment.add(MPIMON_BLOCK_FILES, files);
    segment.add(MPIMON_BLOCK_FILE_ACCESSES, accesses);
}

}  // namespace mpimon::test
