#include "analysis/waiting/waiting.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;

// The longest time first; rows of the same time stay in their order.
template <class Rows>
void sort_by_time(Rows &rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.time_ns > b.time_ns; });
}

void sum_kinds(const Profile &profile, ClassSet classes, Waiting &waiting) {
    std::map<std::tuple<uint8_t, uint8_t, uint32_t>, WaitKindTotals> sums;
    for (const Wait &wait : profile.waits) {
        if (!classes.has(static_cast<mpimon_class>(wait.traffic_class)))
            continue;
        WaitKindTotals &sum = sums[{wait.kind, wait.traffic_class, wait.operation}];
        sum.waits += wait.waits;
        sum.time_ns += wait.time_ns;
        sum.longest_ns = std::max(sum.longest_ns, wait.longest_ns);
        waiting.waits += wait.waits;
        waiting.time_ns += wait.time_ns;
    }
    for (auto &[key, sum] : sums) {
        sum.kind = static_cast<mpimon_wait_kind>(std::get<0>(key));
        sum.traffic_class = static_cast<mpimon_class>(std::get<1>(key));
        sum.operation = std::get<2>(key);
        waiting.kinds.push_back(sum);
    }
    sort_by_time(waiting.kinds);
}

void sum_culprits(Waiting &waiting) {
    std::map<uint32_t, CulpritTotals> sums;
    for (const CulpritTime &pair : waiting.pairs) {
        CulpritTotals &sum = sums[pair.culprit];
        sum.culprit = pair.culprit;
        sum.time_ns += pair.time_ns;
        ++sum.waiters;
        sum.estimated = sum.estimated || pair.estimated;
    }
    for (const auto &[culprit, sum] : sums)
        waiting.culprits.push_back(sum);
    sort_by_time(waiting.culprits);
}

}  // namespace

Waiting summarize_waiting(const Profile &profile, ClassSet classes) {
    Waiting waiting;
    sum_kinds(profile, classes, waiting);
    waiting.pairs = find_culprits(profile, classes);
    sort_by_time(waiting.pairs);
    sum_culprits(waiting);
    std::vector<bool> waits(profile.processes.size());
    for (const Wait &wait : profile.waits)
        waits[wait.process] = true;
    for (const Function &function : profile.functions)
        if (waits[function.process])
            waiting.mpi_seconds = waiting.mpi_seconds.value_or(0) + static_cast<double>(function.time_ns) / kSecond;
    return waiting;
}

}  // namespace mpimon
