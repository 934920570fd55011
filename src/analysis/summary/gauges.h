// Gauges of what is inside the library, such as the length of a queue, over all ranks.
#ifndef MPIMON_ANALYSIS_SUMMARY_GAUGES_H
#define MPIMON_ANALYSIS_SUMMARY_GAUGES_H

#include <cstdint>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

struct GaugeTotals {
    uint32_t name = 0;     // index into Profile::names, such as "unexpected_messages"
    uint64_t highest = 0;  // on any rank
    uint32_t rank = 0;     // the first one where it was that high
    uint64_t rises = 0;    // sums over all ranks of all changes upwards and downwards
    uint64_t falls = 0;
    uint32_t rose_in = 0;  // index into Profile::contexts: where most of the rises were
};

// All gauges of the profile, sorted by name.
std::vector<GaugeTotals> summarize_gauges(const Profile &profile);

}  // namespace mpimon

#endif
