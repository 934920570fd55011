// A job of many ranks without MPI: simulate RANKS FILE [receives|hub|more]; `hub`: of a job of so many, only rank 0;
// `more`: with one message more.
//
// Each rank is a run of the real engine: it counts its messages as the hooks would, and its record is encoded and
// written by the code that libmpi has for it, at the offset that the sizes of all lower ranks' records give. Processes
// take the ranks in slices, a few processes at a time. Prints what was counted and what it took, as JSON.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "profile/write/profile_file.h"
#include "synthetic_job.h"

namespace {

using mpimon::test::RankCounts;
using mpimon::test::SyntheticJob;

constexpr uint32_t kSlices = 64;

[[noreturn]] void fail(const std::string &text) {
    fmt::print(stderr, "simulate: {}\n", text);
    std::exit(1);
}

// What a slice of the ranks leaves to the others; in memory that all processes share.
struct Slice {
    RankCounts counts;
    uint64_t record_bytes = 0;
    uint64_t largest_record = 0;
    uint64_t largest_segment = 0;
};
using Slices = std::array<Slice, kSlices>;

Slices &shared_slices() {
    void *memory = mmap(nullptr, sizeof(Slices), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        fail(std::strerror(errno));
    return *new (memory) Slices();
}

// Runs work(slice) for each slice in a process of its own, `at_once` of them at the same time.
void in_processes(uint32_t at_once, const std::function<void(uint32_t)> &work) {
    uint32_t running = 0;
    const auto wait_for_one = [&] {
        int status = 0;
        if (wait(&status) < 0 || status != 0)
            fail("a process failed");
        --running;
    };
    for (uint32_t slice = 0; slice < kSlices; ++slice) {
        if (running == at_once)
            wait_for_one();
        const pid_t child = fork();
        if (child < 0)
            fail(std::strerror(errno));
        if (child == 0) {
            work(slice);
            std::_Exit(0);
        }
        ++running;
    }
    while (running > 0)
        wait_for_one();
}

// Ranks that are simulated, from 0 on.
uint32_t simulated;

// Calls visit(rank, counts) for the ranks of a slice, one after the other, while the engine holds what each counted.
template <class Visit>
void each_rank(const SyntheticJob &job, uint32_t slice, Visit visit) {
    const auto first = [&](uint64_t number) { return static_cast<uint32_t>(number * simulated / kSlices); };
    for (uint32_t rank = first(slice); rank < first(slice + 1); ++rank) {
        if (mpimon_engine_start(nullptr) != 0)
            fail("the engine does not start");
        const RankCounts counts = job.run(rank);
        mpimon_engine_freeze();
        visit(rank, counts);
        if (mpimon_engine_lost() != 0)
            fail(fmt::format("rank {} lost counts", rank));
        mpimon_engine_stop();
    }
}

mpimon_record record_of_this_rank() {
    const mpimon_record record = mpimon_process_record(mpimon_segment(), 0);
    if (record.size == 0)
        fail("a record cannot be encoded");
    return record;
}

// What MPI_Scan is for in libmpi: the sizes of the records, slice by slice.
void measure(const SyntheticJob &job, uint32_t slice, Slice &result) {
    each_rank(job, slice, [&](uint32_t, const RankCounts &counts) {
        const mpimon_record record = record_of_this_rank();
        result.counts.add(counts);
        result.record_bytes += record.size;
        result.largest_record = std::max<uint64_t>(result.largest_record, record.size);
        result.largest_segment = std::max(result.largest_segment, mpimon_segment()->used);
        std::free(record.bytes);
    });
}

void write_records(const SyntheticJob &job, uint32_t slice, const std::string &path, const mpimon_file_start &start,
                   uint64_t offset) {
    each_rank(job, slice, [&](uint32_t rank, const RankCounts &) {
        const mpimon_record record = record_of_this_rank();
        const int file = mpimon_file_open(path.c_str(), &start);
        if (file < 0)
            fail(fmt::format("rank {} does not see {}", rank, path));
        if (const int error = mpimon_file_write(file, record.bytes, record.size, offset))
            fail(fmt::format("{}: {}", path, std::strerror(error)));
        close(file);
        offset += record.size;
        std::free(record.bytes);
    });
}

// Returns the file's size.
uint64_t write_profile(const SyntheticJob &job, uint32_t at_once, const Slices &slices, const std::string &path) {
    const std::string temporary = path + ".part";
    mpimon_file_start start = {};
    mpimon_engine_start(nullptr);
    job.fill_header(0);
    const int file = mpimon_file_create(mpimon_segment(), temporary.c_str(), &start);
    mpimon_engine_stop();
    if (file < 0)
        fail(fmt::format("{}: {}", temporary, std::strerror(start.error)));
    std::array<uint64_t, kSlices + 1> offsets = {start.job_size};
    for (uint32_t slice = 0; slice < kSlices; ++slice)
        offsets[slice + 1] = offsets[slice] + slices[slice].record_bytes;
    in_processes(at_once, [&](uint32_t slice) { write_records(job, slice, temporary, start, offsets[slice]); });
    if (const int error = mpimon_file_complete(file, simulated, offsets[kSlices]))
        fail(fmt::format("{}: {}", temporary, std::strerror(error)));
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
        fail(fmt::format("{}: {}", path, std::strerror(errno)));
    struct stat status = {};
    fstat(file, &status);
    close(file);
    return static_cast<uint64_t>(status.st_size);
}

uint64_t largest_child_kib() {
    rusage usage = {};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<uint64_t>(usage.ru_maxrss);
}

void print_facts(const SyntheticJob &job, const Slices &slices, uint64_t file_bytes) {
    Slice all;
    for (const Slice &slice : slices) {
        all.counts.add(slice.counts);
        all.largest_record = std::max(all.largest_record, slice.largest_record);
        all.largest_segment = std::max(all.largest_segment, slice.largest_segment);
    }
    fmt::print(
        "{{\"ranks\": {}, \"hubs\": {}, \"pairs\": {}, \"messages\": {}, \"bytes\": {}, \"file_bytes\": {}, "
        "\"largest_record\": {}, \"largest_segment\": {}, \"memory_kib\": {}}}\n",
        job.ranks(), job.hubs(), all.counts.pairs, all.counts.messages, all.counts.bytes, file_bytes,
        all.largest_record, all.largest_segment, largest_child_kib());
}

}  // namespace

int main(int argc, char **argv) {
    uint32_t ranks = 0;
    const std::string_view mode = argc == 4 ? argv[3] : "";
    if (argc == 3 || mode == "receives" || mode == "hub" || mode == "more")
        std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), ranks);
    if (ranks < SyntheticJob::kFewestRanks) {
        fmt::print(stderr, "usage: simulate RANKS FILE [receives|hub|more], with at least {} ranks\n",
                   uint32_t{SyntheticJob::kFewestRanks});
        return 2;
    }
    const SyntheticJob job(ranks, mode == "receives", mode == "more");
    simulated = mode == "hub" ? 1 : ranks;
    const auto at_once = static_cast<uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    Slices &slices = shared_slices();
    in_processes(at_once, [&](uint32_t slice) { measure(job, slice, slices[slice]); });
    const uint64_t file_bytes = write_profile(job, at_once, slices, argv[2]);
    print_facts(job, slices, file_bytes);
    return 0;
}
