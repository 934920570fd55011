#include "mpimon/commands/watch/watched_job.h"

#include <algorithm>

#include "analysis/names/text.h"
#include "mpimon/commands/set/change_request.h"
#include "mpimon/commands/watch/resident_memory.h"
#include "mpimon/failure.h"
#include "mpimon/recover/live_profile.h"
#include "mpimon/recover/running_job.h"

namespace mpimon {

namespace {

constexpr std::chrono::seconds kPatience(10);  // for answers
// Which processes there are, and what they have in memory, costs the system more than what they have counted: so that
// is not asked for at each of many looks.
constexpr std::chrono::milliseconds kProcessesInterval(100);

}  // namespace

WatchedJob::WatchedJob(const std::string &folder, const std::string &wanted)
    : folder_(folder), key_(find_running_job(folder, wanted, "--job and a part of its title").header().job_key) {}

std::optional<OrphanedJob> WatchedJob::find() const {
    OrphanedSegments found = find_orphaned_segments(folder_);
    const auto job = std::find_if(found.jobs.begin(), found.jobs.end(), [&](const OrphanedJob &candidate) {
        return candidate.header().job_key == key_ && candidate.runs();
    });
    return job == found.jobs.end() ? std::nullopt : std::optional<OrphanedJob>(std::move(*job));
}

bool WatchedJob::see_processes(std::chrono::duration<double> elapsed) {
    if (job_ && elapsed - processes_seen_ < kProcessesInterval)
        return true;
    processes_seen_ = elapsed;
    job_ = find();
    if (job_)
        memory_ = resident_memory(*job_);
    return job_.has_value();
}

std::optional<Sighting> WatchedJob::see(bool with_records) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    if (!see_processes(elapsed))
        return std::nullopt;
    LiveRecords records;
    try {
        records = live_records(*job_);
    } catch (const Failure &) {
        if (find())
            throw;
        return std::nullopt;  // it has ended since its processes were seen
    }
    profile_ = std::make_shared<const Profile>(profile_of(records, job_->title()));
    Sighting seen;
    seen.title = printable(job_->title());
    seen.key = key_;
    seen.processes = profile_->processes.size();
    seen.running = static_cast<size_t>(std::count_if(job_->segments.begin(), job_->segments.end(),
                                                     [](const OrphanedSegment &segment) { return segment.runs(); }));
    seen.moment = moment_of(*profile_, elapsed.count());
    seen.variables = variables_of(*profile_);
    seen.variables[kResidentMemory] = memory_;
    seen.unreadable = records.unreadable;
    if (with_records)
        seen.records = std::move(records);
    return seen;
}

std::optional<Watched> WatchedJob::look() {
    const std::optional<Sighting> seen = see();
    return seen ? std::optional<Watched>(sightings_.add(*seen)) : std::nullopt;
}

std::vector<RankAnswer> WatchedJob::change(const Assignment &assignment, const std::vector<uint32_t> &ranks) {
    const std::optional<OrphanedJob> job = find();
    if (!job)
        throw Failure("the job has ended");
    return ChangeRequest(*job, ranks, kPatience).ask(assignment.name, assignment.value);
}

}  // namespace mpimon
