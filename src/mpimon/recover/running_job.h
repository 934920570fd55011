// Jobs that run on this node.
#ifndef MPIMON_RECOVER_RUNNING_JOB_H
#define MPIMON_RECOVER_RUNNING_JOB_H

#include <string>
#include <vector>

#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

// Where the segments of jobs are, if the user does not say: MPIR_CVAR_MONITORING_SEGMENT_DIR, else /dev/shm.
std::string default_segment_folder();

// The jobs of this user whose titles contain `wanted`, which may be empty.
std::vector<OrphanedJob> find_running_jobs(const std::string &folder, const std::string &wanted);

// The only one of these. Throws Failure if none runs there, or several do; `naming` says how the user names one.
OrphanedJob find_running_job(const std::string &folder, const std::string &wanted, const std::string &naming);

}  // namespace mpimon

#endif
