// A job that runs on this node.
#ifndef MPIMON_RECOVER_RUNNING_JOB_H
#define MPIMON_RECOVER_RUNNING_JOB_H

#include <string>

#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

// Where the segments of jobs are, if the user does not say: MPIR_CVAR_MONITORING_SEGMENT_DIR, else /dev/shm.
std::string default_segment_folder();

// The job of this user whose title contains `wanted`, which may be empty. Throws Failure if none runs there, or several
// do; `naming` says how the user names one.
OrphanedJob find_running_job(const std::string &folder, const std::string &wanted, const std::string &naming);

}  // namespace mpimon

#endif
