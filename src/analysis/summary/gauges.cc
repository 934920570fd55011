#include "analysis/summary/gauges.h"

#include <algorithm>
#include <map>

#include "analysis/names/text.h"

namespace mpimon {

std::vector<GaugeTotals> summarize_gauges(const Profile &profile) {
    std::map<uint32_t, GaugeTotals> sums;
    std::map<uint32_t, std::map<uint32_t, uint64_t>> rises;  // by name and context
    for (const Gauge &gauge : profile.gauges) {
        GaugeTotals &sum = sums[gauge.name];
        const uint32_t rank = profile.processes[gauge.process].world_rank;
        if (gauge.highest > sum.highest || (gauge.highest == sum.highest && rank < sum.rank)) {
            sum.highest = gauge.highest;
            sum.rank = rank;
        }
        sum.rises += gauge.rises;
        sum.falls += gauge.falls;
        rises[gauge.name][gauge.context] += gauge.rises;
    }
    std::vector<GaugeTotals> rows;
    for (auto &[name, sum] : sums) {
        sum.name = name;
        const auto &by_context = rises[name];
        const auto most = std::max_element(by_context.begin(), by_context.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        sum.rose_in = most->first;
        rows.push_back(std::move(sum));
    }
    std::sort(rows.begin(), rows.end(),
              [&](const auto &a, const auto &b) { return profile.names[a.name] < profile.names[b.name]; });
    return rows;
}

}  // namespace mpimon
