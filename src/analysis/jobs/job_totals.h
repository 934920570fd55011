// Sums over several jobs.
#ifndef MPIMON_ANALYSIS_JOBS_JOB_TOTALS_H
#define MPIMON_ANALYSIS_JOBS_JOB_TOTALS_H

#include <optional>
#include <string>

#include "analysis/jobs/job_row.h"

namespace mpimon {

struct JobTotals {
    size_t jobs = 0;
    size_t incomplete = 0;    // jobs with processes that ended without MPI_Finalize
    double rank_seconds = 0;  // each rank's time
    int64_t last_start_ns = 0;
    Totals merged;                                    // of jobs that do not tell classes apart
    std::array<Totals, MPIMON_CLASSES> classes = {};  // of the others
    // These are of the jobs that tell how long they were in MPI.
    double timed_seconds = 0;
    double mpi_seconds = 0;  // of these; at least, as in JobRow

    void add(const JobRow &row);
    Totals all() const;
    std::optional<double> mpi_share() const;
    // As in JobRow, of the jobs that tell classes apart.
    std::optional<double> share(mpimon_class traffic_class) const;
};

enum class JobGroup { kUser, kAccount, kExecutable, kDay, kMonth };

// Which group a job is in: a name, or a date such as 2026-11-24 or 2026-11.
std::string group_of(const JobRow &row, JobGroup by);

}  // namespace mpimon

#endif
