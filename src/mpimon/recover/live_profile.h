// What the processes of a job that runs have counted so far.
#ifndef MPIMON_RECOVER_LIVE_PROFILE_H
#define MPIMON_RECOVER_LIVE_PROFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "mpimon/recover/orphaned_segments.h"
#include "profile/read/profile.h"

namespace mpimon {

// The records of processes, as a profile has them.
struct LiveRecords {
    std::string job;                      // the record of the job
    std::string processes;                // those of the processes, one after the other
    std::vector<uint32_t> ranks;          // of these
    std::vector<std::string> unreadable;  // a line for each segment that cannot be read
};

struct LiveProfile {
    Profile profile;
    std::vector<std::string> unreadable;
};

// Reads the segments from outside: no process stops or notices it. A process whose segment is gone, since it has ended,
// is not in it. Throws Failure if no segment can be read.
LiveRecords live_records(const OrphanedJob &job);

// What other processes of the same job have counted.
void add(LiveRecords &sum, const LiveRecords &other);

// `title`: the job's, for errors. Throws ProfileError if the records are damaged.
Profile profile_of(const LiveRecords &records, const std::string &title);

LiveProfile live_profile(const OrphanedJob &job);

}  // namespace mpimon

#endif
