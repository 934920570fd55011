#include "mpimon/recover/orphaned_segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::vector<std::string> segment_paths(const std::string &folder) {
    std::error_code error;
    std::vector<std::string> paths;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::filesystem::path &path = entry->path();
        if (path.extension() == ".segment" && path.filename().string().rfind("mpimon.", 0) == 0)
            paths.push_back(path);
    }
    if (error)
        throw Failure(fmt::format("{}: {}", folder, error.message()));
    std::sort(paths.begin(), paths.end());
    return paths;
}

// Finds two files of one rank, or two sizes of the world: then several jobs had the same key.
std::string contradiction_in(const std::vector<OrphanedSegment> &segments) {
    for (size_t i = 1; i < segments.size(); ++i) {
        const OrphanedSegment &a = segments[i - 1];
        const OrphanedSegment &b = segments[i];
        if (a.header.world_rank == b.header.world_rank || a.header.world_size != b.header.world_size)
            return fmt::format(
                "{} and {} cannot be of one job, though they have its key; move the older ones to another folder",
                a.path, b.path);
    }
    return {};
}

}  // namespace

bool OrphanedJob::runs() const {
    return std::any_of(segments.begin(), segments.end(), [](const OrphanedSegment &segment) { return segment.runs(); });
}

bool OrphanedJob::is_written() const {
    return std::any_of(segments.begin(), segments.end(),
                       [](const OrphanedSegment &segment) { return segment.header.state == MPIMON_WRITTEN; });
}

void add_rank(std::vector<RankRange> &ranges, uint32_t rank) {
    if (!ranges.empty() && ranges.back().second + 1 == rank)
        ranges.back().second = rank;
    else
        ranges.emplace_back(rank, rank);
}

std::vector<RankRange> OrphanedJob::missing_ranks(const std::vector<uint32_t> &elsewhere) const {
    std::vector<uint32_t> present = elsewhere;
    for (const OrphanedSegment &segment : segments)
        present.push_back(segment.header.world_rank);
    std::sort(present.begin(), present.end());
    std::vector<RankRange> ranges;
    uint32_t next = 0;
    for (const uint32_t rank : present) {
        if (rank > next)
            ranges.emplace_back(next, rank - 1);
        next = rank + 1;
    }
    if (next < header().world_size)
        ranges.emplace_back(next, header().world_size - 1);
    return ranges;
}

std::string OrphanedJob::program() const {
    const std::string path = header_text(header().executable);
    return path.substr(path.rfind('/') + 1);
}

std::string OrphanedJob::title() const {
    const mpimon_header &first = header();
    return fmt::format("{}, {}job {} of {}, {} {}, started {}", printable(program()),
                       first.spawned != 0 ? "spawned by " : "", printable(header_text(first.job_id)),
                       printable(header_text(first.user)), first.world_size, first.world_size == 1 ? "rank" : "ranks",
                       utc_time(first.start_time_ns));
}

OrphanedSegments find_orphaned_segments(const std::string &folder) {
    OrphanedSegments found;
    std::map<uint64_t, OrphanedJob> jobs;
    for (const std::string &path : segment_paths(folder)) {
        try {
            const SegmentFile file(path);
            const Life life = file.life();
            if (file.begun())
                jobs[file.header().job_key].segments.push_back({path, file.header(), life, file.missing_bytes()});
            else if (life == Life::kEnded)
                found.empty_files.push_back(path);
        } catch (const SegmentGone &) {
            continue;  // removed since the folder was read
        } catch (const SegmentError &error) {
            found.complaints.emplace_back(error.what());
        }
    }
    for (auto &[key, job] : jobs) {
        std::sort(job.segments.begin(), job.segments.end(), [](const OrphanedSegment &a, const OrphanedSegment &b) {
            return a.header.world_rank < b.header.world_rank;
        });
        job.contradiction = contradiction_in(job.segments);
        found.jobs.push_back(std::move(job));
    }
    std::sort(found.jobs.begin(), found.jobs.end(), [](const OrphanedJob &a, const OrphanedJob &b) {
        return a.header().start_time_ns < b.header().start_time_ns;
    });
    return found;
}

}  // namespace mpimon
