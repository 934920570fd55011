// What a running job counts, variable by variable and rank by rank.
#ifndef MPIMON_ANALYSIS_LIVE_VARIABLES_H
#define MPIMON_ANALYSIS_LIVE_VARIABLES_H

#include <cstdint>
#include <map>
#include <string>

#include "profile/read/profile.h"

namespace mpimon {

struct Variable {
    std::string unit;                    // "bytes", "messages"; that of a gauge; may be empty
    bool grows = true;                   // a sum, so what is told of it is how fast it grows; else a level
    std::map<uint32_t, double> values;   // by rank
    std::map<uint32_t, double> highest;  // by rank, of a level: the most that it has been
};

using Variables = std::map<std::string, Variable>;

// "p2p_bytes", "Allreduce_calls", "waiting", "unexpected_messages". Times are in seconds. A gauge is what its rises and
// falls add up to.
Variables variables_of(const Profile &profile);
// Those of other ranks of the same job.
void add(Variables &all, const Variables &others);

}  // namespace mpimon

#endif
