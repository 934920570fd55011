// The segments that the processes of jobs left in a folder, job by job.
#ifndef MPIMON_RECOVER_ORPHANED_SEGMENTS_H
#define MPIMON_RECOVER_ORPHANED_SEGMENTS_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profile/read/segment_file.h"

namespace mpimon {

// The segment that one process left.
struct OrphanedSegment {
    std::string path;
    mpimon_header header = {};
    Life life = Life::kEnded;
    uint64_t missing_bytes = 0;  // of counters that were in private memory and are lost

    bool runs() const { return life == Life::kRuns; }
    bool is_complete() const { return header.state != MPIMON_RUNNING; }
};

// First and last of some consecutive ranks.
using RankRange = std::pair<uint32_t, uint32_t>;

// Adds a rank; they come one by one, in their order.
void add_rank(std::vector<RankRange> &ranges, uint32_t rank);

// One world of a job: what MPI_Comm_spawn starts is another one.
struct OrphanedJob {
    std::vector<OrphanedSegment> segments;  // by rank; never empty
    std::string contradiction;              // why its segments cannot be of one job; usually empty

    const mpimon_header &header() const { return segments.front().header; }
    bool runs() const;
    // Whether its counters are where the user wants them already.
    bool is_written() const;

    // Ranks of the segments for which wanted(segment) is true, as ranges.
    template <class Wanted>
    std::vector<RankRange> ranks(Wanted wanted) const {
        std::vector<RankRange> ranges;
        for (const OrphanedSegment &segment : segments)
            if (wanted(segment))
                add_rank(ranges, segment.header.world_rank);
        return ranges;
    }
    // Ranks of which there is no segment, and that are not among those `elsewhere` either.
    std::vector<RankRange> missing_ranks(const std::vector<uint32_t> &elsewhere) const;

    // The program's name without its folder.
    std::string program() const;
    // "solver, job 4711 of ada, 4 ranks, started 2026-11-21 07:20:39 UTC"
    std::string title() const;
};

struct OrphanedSegments {
    std::vector<OrphanedJob> jobs;         // by the time of their start
    std::vector<std::string> empty_files;  // files of processes that ended before they could count
    std::vector<std::string> complaints;   // a line for every file that cannot be used

    bool empty() const { return jobs.empty() && empty_files.empty() && complaints.empty(); }
};

// Looks at all files of `folder` that are named as segments. Throws Failure if it cannot be read.
OrphanedSegments find_orphaned_segments(const std::string &folder);

// A header's text, which may fill all of its field.
template <size_t kRoom>
std::string header_text(const char (&field)[kRoom]) {
    size_t length = 0;
    while (length < kRoom && field[length] != '\0')
        ++length;
    return {field, length};
}

}  // namespace mpimon

#endif
