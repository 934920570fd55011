// A profile's records as they are, for writing them to another one.
#ifndef MPIMON_PROFILE_RAW_PROFILE_H
#define MPIMON_PROFILE_RAW_PROFILE_H

#include <cstdint>
#include <map>
#include <string_view>

namespace mpimon {

// Records are bytes of the file that they were found in.
struct RawProfile {
    uint64_t key = 0;                                // Job.key; 0 if not known
    std::string_view job;                            // the job's record; empty if there is none
    std::map<uint32_t, std::string_view> processes;  // their records, by world rank
};

// Finds what is sound in a file's content; nothing if it is no profile.
RawProfile raw_profile(std::string_view file);

}  // namespace mpimon

#endif
