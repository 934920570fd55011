// A profile made of the segments that a job left.
#ifndef MPIMON_MPIMON_RECOVERED_PROFILE_H
#define MPIMON_MPIMON_RECOVERED_PROFILE_H

#include <string>
#include <vector>

#include "mpimon/leftovers.h"

namespace mpimon {

// "solver.4711.recovered-0123456789abcdef.mon": the same name whenever the same job is recovered.
std::string recovered_name(const LeftJob &job);

// Whether the profile `path` is there and has ranks of which no segment is left: so it is worth more than a new one.
bool holds_more(const std::string &path, const LeftJob &job);

// A segment that is left out.
struct Unreadable {
    std::string path;
    std::string why;  // one line that names it
};

// Writes the profile, with the user's rights alone, under its name when it is whole. Returns the segments that cannot
// be read. Throws Failure if the file cannot be written, or if there is nothing to write.
std::vector<Unreadable> write_recovered(const LeftJob &job, const std::string &path);

}  // namespace mpimon

#endif
