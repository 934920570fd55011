// What overlap made of the calls at one site of the program, over all ranks.
#ifndef MPIMON_ANALYSIS_SUMMARY_OVERLAP_SITES_H
#define MPIMON_ANALYSIS_SUMMARY_OVERLAP_SITES_H

#include <array>
#include <cstdint>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

struct SummedSite {
    OverlapSite sum;  // of all ranks; its process is the first that calls there
    uint32_t ranks = 0;

    // The time that the program spent in its calls there, and waiting for their messages.
    uint64_t time_ns() const { return sum.in_calls_ns + sum.waited_ns; }
};

// Those that took most time first.
std::vector<SummedSite> summed_sites(const Profile &profile);

// Whether the program has enough to do after these calls to write them as nonblocking ones: it went on, in the mean,
// for at least a tenth of the time that the calls take it. False for sends, of which that is not known: what they send
// is copied, and is seen to be complete much later than it is.
bool is_worth_nonblocking(const SummedSite &site);

}  // namespace mpimon

#endif
