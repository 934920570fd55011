// The ranks that each rank waited for, and who was at the origin of it.
#ifndef MPIMON_ANALYSIS_WAITING_CULPRITS_H
#define MPIMON_ANALYSIS_WAITING_CULPRITS_H

#include <cstdint>
#include <vector>

#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

// How long one process waited, in all contexts, since one culprit was late.
struct CulpritTime {
    uint32_t process = 0;                    // index into Profile::processes
    uint32_t culprit = MPIMON_PEER_UNKNOWN;  // as in Flows::peer; UNKNOWN: one of the group
    uint64_t time_ns = 0;
    bool estimated = false;  // some of it had to be divided among several
};

/*
 * A wait counts for whoever ended it. In a collective operation that one may itself have waited for another process: of
 * what a rank waited for it, as much as it waited for others in the same operation and communicator is passed on to
 * these, in parts as it waited for them, and so on, never back to a process that it has come through. What is left is
 * its own. So one late process gets all that others waited, through however many. With several, what is not passed on
 * whole is estimated. Sorted by process, then culprit; `classes` are those of the waits.
 */
std::vector<CulpritTime> find_culprits(const Profile &profile, ClassSet classes);

}  // namespace mpimon

#endif
