#include "mpimon/commands/watch/watched_job.h"

#include <algorithm>

#include "analysis/names/text.h"
#include "mpimon/commands/watch/resident_memory.h"
#include "mpimon/recover/live_profile.h"
#include "mpimon/recover/running_job.h"

namespace mpimon {

WatchedJob::WatchedJob(const std::string &folder, const std::string &wanted)
    : folder_(folder), key_(find_running_job(folder, wanted, "--job and a part of its title").header().job_key) {}

std::optional<OrphanedJob> WatchedJob::find() const {
    OrphanedSegments found = find_orphaned_segments(folder_);
    const auto job = std::find_if(found.jobs.begin(), found.jobs.end(), [&](const OrphanedJob &candidate) {
        return candidate.header().job_key == key_ && candidate.runs();
    });
    return job == found.jobs.end() ? std::nullopt : std::optional<OrphanedJob>(std::move(*job));
}

std::optional<Watched> WatchedJob::look() {
    const std::optional<OrphanedJob> job = find();
    if (!job)
        return std::nullopt;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    LiveProfile live = live_profile(*job);
    Watched watched;
    watched.title = printable(job->title());
    watched.processes = live.profile.processes.size();
    watched.running = static_cast<size_t>(std::count_if(job->segments.begin(), job->segments.end(),
                                                        [](const OrphanedSegment &segment) { return segment.runs(); }));
    watched.unreadable = std::move(live.unreadable);
    profile_ = std::make_shared<const Profile>(std::move(live.profile));
    const Moment now = moment_of(*profile_, elapsed.count());
    watched.rates = before_ ? rates_between(*before_, now, watched.processes) : sums_of(now);
    before_ = now;
    Variables variables = variables_of(*profile_);
    variables[kResidentMemory] = resident_memory(*job);
    history_.look(variables, elapsed.count());
    watched.variables = history_.variables();
    return watched;
}

}  // namespace mpimon
