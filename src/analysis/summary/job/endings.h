// How the processes of a job ended.
#ifndef MPIMON_ANALYSIS_SUMMARY_ENDINGS_H
#define MPIMON_ANALYSIS_SUMMARY_ENDINGS_H

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// Ranks that did not go through MPI_Finalize, and ended in the same way.
struct EndingGroup {
    mpimon_ending ending = MPIMON_ENDING_UNKNOWN;
    int32_t exit_code = 0;  // with MPIMON_ENDING_ABORT
    std::vector<uint32_t> ranks;
};

// Groups in the order of their first ranks; without those of which it is not known.
std::vector<EndingGroup> endings(const Profile &profile);

// "exited", "aborted", "killed" or "running"; "unknown".
std::string_view ending_name(mpimon_ending ending);

// How the job as a whole ended: "complete" where all processes are; else what ended it, which is an abort before what
// came of it; "unknown" where no process tells.
std::string_view job_ending(const Profile &profile);

}  // namespace mpimon

#endif
