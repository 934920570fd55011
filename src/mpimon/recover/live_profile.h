// What the processes of a job that runs have counted so far.
#ifndef MPIMON_RECOVER_LIVE_PROFILE_H
#define MPIMON_RECOVER_LIVE_PROFILE_H

#include <string>
#include <vector>

#include "mpimon/recover/orphaned_segments.h"
#include "profile/read/profile.h"

namespace mpimon {

struct LiveProfile {
    Profile profile;
    std::vector<std::string> unreadable;  // a line for each segment that cannot be read
};

// Reads the segments from outside: no process stops or notices it. A process whose segment is gone, since it has ended,
// is not in the profile. Throws Failure if no segment can be read.
LiveProfile live_profile(const OrphanedJob &job);

}  // namespace mpimon

#endif
