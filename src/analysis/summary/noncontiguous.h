// Messages whose data does not lie together, over all ranks.
#ifndef MPIMON_ANALYSIS_SUMMARY_NONCONTIGUOUS_H
#define MPIMON_ANALYSIS_SUMMARY_NONCONTIGUOUS_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

struct NoncontiguousTotals {
    uint32_t context = 0;                       // index into Profile::contexts
    std::optional<mpimon_class> traffic_class;  // nothing: classes are not told apart
    Totals totals;
    uint64_t blocks = 0;    // pieces that lie together
    Totals of_the_context;  // all that was sent there of the class

    double bytes_per_block() const {
        return blocks > 0 ? static_cast<double>(totals.bytes) / static_cast<double>(blocks) : 0;
    }
};

// Those of the most bytes first. If `merged`, classes are not told apart.
std::vector<NoncontiguousTotals> summarize_noncontiguous(const Profile &profile, ClassSet classes, bool merged);

}  // namespace mpimon

#endif
