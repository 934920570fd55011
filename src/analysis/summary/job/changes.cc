#include "analysis/summary/job/changes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mpimon {

std::vector<ChangeGroup> changes(const Profile &profile) {
    using Request = std::tuple<uint32_t, uint32_t, std::string, std::string, uint64_t>;
    std::map<std::pair<Request, uint32_t>, uint32_t> times;  // that a process was asked for the same
    std::map<std::pair<Request, uint32_t>, size_t> known;
    std::vector<ChangeGroup> groups;
    for (const Change &change : profile.changes) {
        const Request request = {change.pid, change.uid, change.name, change.value, change.collective};
        const uint32_t earlier = times[{request, change.process}]++;
        const auto [entry, is_new] = known.try_emplace({request, earlier}, groups.size());
        if (is_new)
            groups.push_back({change, {}});
        ChangeGroup &group = groups[entry->second];
        if (change.time_ns < group.change.time_ns)
            group.change = change;
        group.ranks.push_back(profile.processes[change.process].world_rank);
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const ChangeGroup &a, const ChangeGroup &b) { return a.change.time_ns < b.change.time_ns; });
    return groups;
}

}  // namespace mpimon
