#include "analysis/summary/noncontiguous.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mpimon {

namespace {

// Context, and class where these are told apart.
using Key = std::pair<uint32_t, uint32_t>;
using Sums = std::map<Key, NoncontiguousTotals>;

Key key_of(uint32_t context, mpimon_class traffic_class, bool merged) {
    return {context, merged ? 0U : static_cast<uint32_t>(traffic_class)};
}

// All that was sent in the same contexts.
void add_flows(const Profile &profile, ClassSet classes, bool merged, Sums &sums) {
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const mpimon_class traffic_class = flows.traffic_class(i);
            if (flows.direction(i) != MPIMON_SENT || !classes.has(traffic_class))
                continue;
            const auto found = sums.find(key_of(flows.context[i], traffic_class, merged));
            if (found != sums.end())
                found->second.of_the_context.add({flows.messages[i], flows.bytes[i]});
        }
    });
}

}  // namespace

std::vector<NoncontiguousTotals> summarize_noncontiguous(const Profile &profile, ClassSet classes, bool merged) {
    Sums sums;
    for (const Noncontiguous &row : profile.noncontiguous) {
        const auto traffic_class = static_cast<mpimon_class>(row.traffic_class);
        if (!classes.has(traffic_class))
            continue;
        NoncontiguousTotals &sum = sums[key_of(row.context, traffic_class, merged)];
        sum.context = row.context;
        if (!merged)
            sum.traffic_class = traffic_class;
        sum.totals.add({row.messages, row.bytes});
        sum.blocks += row.blocks;
    }
    if (!sums.empty())
        add_flows(profile, classes, merged, sums);
    std::vector<NoncontiguousTotals> rows;
    for (const auto &[key, sum] : sums)
        rows.push_back(sum);
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
        return std::tuple(b.totals.bytes, b.totals.messages) < std::tuple(a.totals.bytes, a.totals.messages);
    });
    return rows;
}

}  // namespace mpimon
