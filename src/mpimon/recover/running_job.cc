#include "mpimon/recover/running_job.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "analysis/names/text.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

bool is_wanted(const OrphanedJob &job, const std::string &wanted) {
    return job.runs() && job.contradiction.empty() && job.title().find(wanted) != std::string::npos;
}

}  // namespace

std::string default_segment_folder() {
    const char *folder = std::getenv("MPIR_CVAR_MONITORING_SEGMENT_DIR");
    return folder != nullptr && *folder != '\0' ? folder : "/dev/shm";
}

std::vector<OrphanedJob> find_running_jobs(const std::string &folder, const std::string &wanted) {
    OrphanedSegments found = find_orphaned_segments(folder);
    std::vector<OrphanedJob> jobs;
    for (OrphanedJob &job : found.jobs)
        if (is_wanted(job, wanted))
            jobs.push_back(std::move(job));
    return jobs;
}

OrphanedJob find_running_job(const std::string &folder, const std::string &wanted, const std::string &naming) {
    std::vector<OrphanedJob> jobs = find_running_jobs(folder, wanted);
    if (jobs.empty())
        throw Failure(
            fmt::format("{}: no such job runs; start it with MPIR_CVAR_MONITORING_ENABLE=2 and "
                        "MPIR_CVAR_MONITORING_SEGMENT_DIR={}",
                        folder, folder));
    if (jobs.size() > 1) {
        std::string titles;
        for (const OrphanedJob &job : jobs)
            titles += (titles.empty() ? "" : "; ") + printable(job.title());
        throw Failure(fmt::format("{} jobs run; name one by {}: {}", jobs.size(), naming, titles));
    }
    return std::move(jobs.front());
}

}  // namespace mpimon
