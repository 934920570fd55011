#include "analysis/summary/calls/overlap_sites.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace mpimon {

namespace {

constexpr uint64_t kWorthIt = 10;

// Nodes may have the same file under other names, and an object without a build id is told by its own.
std::string identity(const OverlapSite &site) {
    return site.build_id.empty() ? site.object : site.build_id;
}

void add(OverlapSite &sum, const OverlapSite &site) {
    sum.calls += site.calls;
    sum.asynchronous += site.asynchronous;
    sum.in_calls_ns += site.in_calls_ns;
    sum.waited_ns += site.waited_ns;
    sum.meanwhile_ns += site.meanwhile_ns;
    sum.broken += site.broken;
    for (size_t reason = 0; reason < sum.synchronous.size(); ++reason)
        sum.synchronous.at(reason) += site.synchronous.at(reason);
}

}  // namespace

std::vector<OverlapPlace> overlap_places(const Profile &profile) {
    std::map<std::tuple<std::string, uint64_t, uint32_t>, size_t> known;
    std::vector<OverlapPlace> places;
    for (const OverlapSite &site : profile.overlap_sites) {
        const auto [entry, is_new] = known.try_emplace({identity(site), site.offset, site.function}, places.size());
        if (is_new)
            places.push_back({site, 1});
        else {
            add(places[entry->second].sum, site);
            ++places[entry->second].ranks;
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const OverlapPlace &a, const OverlapPlace &b) { return a.time_ns() > b.time_ns(); });
    return places;
}

bool is_worth_nonblocking(const OverlapPlace &place) {
    return place.sum.function != MPIMON_OVERLAP_SEND && place.sum.asynchronous > 0 &&
           place.sum.meanwhile_ns > place.time_ns() / kWorthIt;
}

}  // namespace mpimon
