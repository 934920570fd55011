// What jobs that run have counted, for Prometheus.
#ifndef MPIMON_COMMANDS_JOB_METRICS_H
#define MPIMON_COMMANDS_JOB_METRICS_H

#include <string>

#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// Writes metrics of the jobs whose titles contain `wanted`, which may be empty. What cannot be read is told on standard
// error, a line each.
void write_job_metrics(const std::string &folder, const std::string &wanted, Output &output);

// Writes metrics of one job.
void write_job_metrics(const Profile &profile, Output &output);

}  // namespace mpimon

#endif
