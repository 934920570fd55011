// The user's calls of collectives by the size that an algorithm is chosen by, over all ranks.
#ifndef MPIMON_ANALYSIS_SUMMARY_COLLECTIVE_SIZES_H
#define MPIMON_ANALYSIS_SUMMARY_COLLECTIVE_SIZES_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

struct CollectiveSizeTotals {
    std::string operation;      // as the user calls it, "Ibcast"
    std::string algorithm;      // MPICH's function
    uint32_t communicator = 0;  // index into Profile::communicators
    bool rooted = false;        // some process was the root
    bool root = false;
    uint8_t bin = 0;
    uint64_t calls = 0;
    uint64_t bytes = 0;
    std::optional<uint64_t> time_ns;  // of blocking calls
};

// Sums by operation, communicator and size: they tell what algorithms were taken for the same.
std::vector<CollectiveSizeTotals> summarize_collective_sizes(const Profile &profile);

}  // namespace mpimon

#endif
