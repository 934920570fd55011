#include "analysis/summary/calls/collective_sizes.h"

#include <map>
#include <tuple>

#include "analysis/names/names.h"

namespace mpimon {

std::vector<CollectiveSizeTotals> summarize_collective_sizes(const Profile &profile) {
    // Operation, communicator, not root, bin and algorithm.
    using Key = std::tuple<std::string, uint32_t, bool, uint8_t, std::string>;
    std::map<Key, CollectiveSizeTotals> sums;
    std::map<std::pair<std::string, uint32_t>, bool> rooted;
    for (const CollectiveSize &size : profile.collective_sizes) {
        const auto mode = static_cast<mpimon_mode>(size.mode);
        const std::string operation = operation_name(profile.names[size.operation], mode);
        const std::string &algorithm = profile.names[size.algorithm];
        CollectiveSizeTotals &sum = sums[{operation, size.communicator, !size.root, size.bin, algorithm}];
        sum.operation = operation;
        sum.algorithm = algorithm;
        sum.communicator = size.communicator;
        sum.root = size.root;
        sum.bin = size.bin;
        sum.calls += size.calls;
        sum.bytes += size.bytes;
        if (mode == MPIMON_BLOCKING)
            sum.time_ns = sum.time_ns.value_or(0) + size.time_ns;
        rooted[{operation, size.communicator}] |= size.root;
    }
    std::vector<CollectiveSizeTotals> rows;
    for (auto &[key, sum] : sums) {
        sum.rooted = rooted[{sum.operation, sum.communicator}];
        rows.push_back(std::move(sum));
    }
    return rows;
}

}  // namespace mpimon
