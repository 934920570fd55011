// A profile made of the segments that a job left.
#ifndef MPIMON_RECOVER_RECOVERED_PROFILE_H
#define MPIMON_RECOVER_RECOVERED_PROFILE_H

#include <chrono>
#include <string>
#include <vector>

#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

// "solver.4711.recovered-0123456789abcdef.mon": the same name whenever the same job is recovered.
std::string recovered_name(const OrphanedJob &job);

// A segment that could not be read and is left out.
struct Unreadable {
    std::string path;
    std::string why;  // one line that names it
};

struct RecoveredProfile {
    std::vector<Unreadable> left_out;
    std::vector<uint32_t> kept;  // ranks that only the profile made before had, or whose segments are gone since
};

// Writes the profile, with the user's rights alone, under its name when it is whole. If there is one of the same job,
// what other ranks it has is kept. Throws Failure if the file cannot be written, if there is nothing to write, or if
// something else has its name. `patience`: with another mpimon that writes the same profile, as long as that does not
// change.
RecoveredProfile write_recovered(const OrphanedJob &job, const std::string &path, std::chrono::seconds patience);

}  // namespace mpimon

#endif
