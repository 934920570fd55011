#include "mpimon/commands/watch/watched_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/recover/live_profile.h"

namespace mpimon {

namespace {

bool is_wanted(const OrphanedJob &job, const std::string &wanted) {
    return job.runs() && job.contradiction.empty() && job.title().find(wanted) != std::string::npos;
}

uint64_t key_of_job(const std::string &folder, const std::string &wanted) {
    const OrphanedSegments found = find_orphaned_segments(folder);
    std::vector<const OrphanedJob *> jobs;
    for (const OrphanedJob &job : found.jobs)
        if (is_wanted(job, wanted))
            jobs.push_back(&job);
    if (jobs.empty())
        throw Failure(
            fmt::format("{}: no such job runs; start it with MPIR_CVAR_MONITORING_ENABLE=2 and "
                        "MPIR_CVAR_MONITORING_SEGMENT_DIR={}",
                        folder, folder));
    if (jobs.size() > 1) {
        std::string titles;
        for (const OrphanedJob *job : jobs)
            titles += (titles.empty() ? "" : "; ") + printable(job->title());
        throw Failure(fmt::format("{} jobs run; name one by --job and a part of its title: {}", jobs.size(), titles));
    }
    return jobs.front()->header().job_key;
}

}  // namespace

WatchedJob::WatchedJob(const std::string &folder, const std::string &wanted)
    : folder_(folder), key_(key_of_job(folder, wanted)) {}

std::optional<Watched> WatchedJob::look() {
    const OrphanedSegments found = find_orphaned_segments(folder_);
    const auto job = std::find_if(found.jobs.begin(), found.jobs.end(), [&](const OrphanedJob &candidate) {
        return candidate.header().job_key == key_ && candidate.runs();
    });
    if (job == found.jobs.end())
        return std::nullopt;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    LiveProfile live = live_profile(*job);
    Watched watched;
    watched.title = printable(job->title());
    watched.processes = live.profile.processes.size();
    watched.running = static_cast<size_t>(std::count_if(job->segments.begin(), job->segments.end(),
                                                        [](const OrphanedSegment &segment) { return segment.runs(); }));
    watched.unreadable = std::move(live.unreadable);
    const Moment now = moment_of(live.profile, elapsed.count());
    watched.rates = before_ ? rates_between(*before_, now, watched.processes) : sums_of(now);
    before_ = now;
    return watched;
}

}  // namespace mpimon
