#include "mpimon/commands/watch/job_metrics.h"

#include <fmt/format.h>

#include <vector>

#include "mpimon/failure.h"
#include "mpimon/recover/live_profile.h"
#include "mpimon/recover/running_job.h"
#include "mpimon/render/profile_openmetrics.h"

namespace mpimon {

namespace {

// What the jobs have counted; a line on standard error for each that cannot be read.
std::vector<LiveProfile> live_profiles(const std::vector<OrphanedJob> &jobs) {
    std::vector<LiveProfile> profiles;
    for (const OrphanedJob &job : jobs) {
        try {
            profiles.push_back(live_profile(job));
        } catch (const Failure &failure) {
            fmt::print(stderr, "mpimon watch: {}\n", failure.what());
            continue;
        }
        for (const std::string &line : profiles.back().unreadable)
            fmt::print(stderr, "mpimon watch: {}\n", line);
    }
    return profiles;
}

// A job is labelled by its key, since numbers of jobs come again.
MeteredJob metered(const Profile &profile) {
    return {&profile, fmt::format("key=\"{:016x}\",", profile.job.key), false};
}

}  // namespace

// How many series there are is bounded by the node's ranks, and
// by what MPICH has of functions and algorithms.
void write_job_metrics(const std::string &folder, const std::string &wanted, Output &output) {
    const std::vector<LiveProfile> profiles = live_profiles(find_running_jobs(folder, wanted));
    std::vector<MeteredJob> jobs;
    for (const LiveProfile &live : profiles)
        jobs.push_back(metered(live.profile));
    write_openmetrics(jobs, ClassSet::all(), output);
}

void write_job_metrics(const Profile &profile, Output &output) {
    write_openmetrics({metered(profile)}, ClassSet::all(), output);
}

}  // namespace mpimon
