// Facts on collective operations.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analysis/advice/subjects.h"
#include "analysis/names/labels.h"
#include "analysis/summary/calls/collectives.h"

namespace mpimon::advice {

namespace {

struct CollectiveFacts {
    double size = 0;     // of the communicator
    double ranks = 0;    // that called it
    double calls = 0;    // over all ranks
    double bytes = 0;    // by the callers' own arguments
    double seconds = 0;  // of blocking calls, over all ranks
    double wait_seconds = 0;
    double small_calls = 0;  // with at most kSmall bytes
    double small_seconds = 0;
    std::string operation;
    std::string communicator;
    std::string algorithms;
};

const Columns<CollectiveFacts> kCollectiveColumns = {{{"collective.size", &CollectiveFacts::size},
                                                      {"collective.ranks", &CollectiveFacts::ranks},
                                                      {"collective.calls", &CollectiveFacts::calls},
                                                      {"collective.bytes", &CollectiveFacts::bytes},
                                                      {"collective.seconds", &CollectiveFacts::seconds},
                                                      {"collective.wait_seconds", &CollectiveFacts::wait_seconds},
                                                      {"collective.small_calls", &CollectiveFacts::small_calls},
                                                      {"collective.small_seconds", &CollectiveFacts::small_seconds}},
                                                     {{"collective.operation", &CollectiveFacts::operation},
                                                      {"collective.communicator", &CollectiveFacts::communicator},
                                                      {"collective.algorithms", &CollectiveFacts::algorithms}}};

constexpr uint8_t kSmallBin = 10;  // up to 1023 bytes

using Key = std::tuple<uint32_t, uint8_t, uint32_t>;  // operation, mode, communicator

struct Sums {
    CollectiveFacts facts;
    std::set<uint32_t> processes;
    std::set<std::string> algorithms;
};

std::map<Key, Sums> sums_of(const Profile &profile) {
    std::map<Key, Sums> sums;
    for (const Collective &row : profile.collectives) {
        if (row.role != MPIMON_ROLE_CALL)
            continue;
        Sums &sum = sums[{row.operation, row.mode, row.communicator}];
        sum.facts.operation = operation_of(profile, row);
        sum.facts.calls += static_cast<double>(row.calls);
        sum.facts.bytes += static_cast<double>(row.bytes);
        sum.facts.seconds += static_cast<double>(row.time_ns) * kNanosecond;
        sum.processes.insert(row.process);
        sum.algorithms.insert(profile.names[row.algorithm]);
    }
    for (const CollectiveSize &row : profile.collective_sizes) {
        const auto found = sums.find({row.operation, row.mode, row.communicator});
        if (found == sums.end() || row.bin > kSmallBin)
            continue;
        found->second.facts.small_calls += static_cast<double>(row.calls);
        found->second.facts.small_seconds += static_cast<double>(row.time_ns) * kNanosecond;
    }
    for (const Wait &wait : profile.waits) {
        const auto found = sums.find({wait.operation, MPIMON_BLOCKING, wait.communicator});
        if (found != sums.end() && wait.kind == MPIMON_WAIT_COLLECTIVE)
            found->second.facts.wait_seconds += static_cast<double>(wait.time_ns) * kNanosecond;
    }
    return sums;
}

}  // namespace

Table collective_table(const Profile &profile) {
    const std::vector<std::string> names = communicator_labels(profile);
    std::vector<CollectiveFacts> rows;
    for (auto &[key, sum] : sums_of(profile)) {
        const uint32_t communicator = std::get<2>(key);
        sum.facts.size = profile.communicators[communicator].size;
        sum.facts.ranks = static_cast<double>(sum.processes.size());
        sum.facts.communicator = names[communicator];
        for (const std::string &algorithm : sum.algorithms)
            sum.facts.algorithms += (sum.facts.algorithms.empty() ? "" : ", ") + algorithm;
        rows.push_back(sum.facts);
    }
    return make_table(kCollectiveColumns, rows);
}

}  // namespace mpimon::advice
