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

std::vector<SummedSite> summed_sites(const Profile &profile) {
    std::map<std::tuple<std::string, uint64_t, uint32_t>, size_t> known;
    std::vector<SummedSite> sites;
    for (const OverlapSite &site : profile.overlap_sites) {
        const auto [entry, is_new] = known.try_emplace({identity(site), site.offset, site.function}, sites.size());
        if (is_new)
            sites.push_back({site, 1});
        else {
            add(sites[entry->second].sum, site);
            ++sites[entry->second].ranks;
        }
    }
    std::stable_sort(sites.begin(), sites.end(),
                     [](const SummedSite &a, const SummedSite &b) { return a.time_ns() > b.time_ns(); });
    return sites;
}

bool is_worth_nonblocking(const SummedSite &site) {
    return site.sum.function != MPIMON_OVERLAP_SEND && site.sum.asynchronous > 0 &&
           site.sum.meanwhile_ns > site.time_ns() / kWorthIt;
}

}  // namespace mpimon
