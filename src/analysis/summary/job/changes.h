// Control variables that were changed while the job ran.
#ifndef MPIMON_ANALYSIS_SUMMARY_CHANGES_H
#define MPIMON_ANALYSIS_SUMMARY_CHANGES_H

#include <cstdint>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// What one request has changed.
struct ChangeGroup {
    Change change;  // of the process that was the first one
    std::vector<uint32_t> ranks;
};

// All changes, in the order of time.
std::vector<ChangeGroup> changes(const Profile &profile);

}  // namespace mpimon

#endif
