#include "analysis/place/groups.h"

#include <map>
#include <utility>

#include "analysis/failure.h"
#include "analysis/place/locality.h"

namespace mpimon {

namespace {

// What a process's group is told by, and sorted by.
using Key = std::pair<uint32_t, uint32_t>;
constexpr Key kUnknown = {MPIMON_NONE, MPIMON_NONE};

// Numbers hosts as they come.
class HostOrder {
  public:
    uint32_t operator[](uint32_t host) {
        return order_.try_emplace(host, static_cast<uint32_t>(order_.size())).first->second;
    }

  private:
    std::map<uint32_t, uint32_t> order_;
};

Key key_of(const Process &process, GroupBy by, HostOrder &hosts) {
    const Place &place = process.place;
    if (by == GroupBy::kHost)
        return {hosts[process.host], 0};
    if (!place.is_known())
        return kUnknown;
    return {place.node, by == GroupBy::kNode ? 0 : by == GroupBy::kPackage ? place.package : place.core};
}

std::string label_of(const Profile &profile, const Process &process, GroupBy by,
                     const std::vector<std::string> &nodes) {
    const Place &place = process.place;
    if (by == GroupBy::kHost)
        return profile.hosts[process.host];
    if (!place.is_known())
        return "(unknown)";
    const std::string &node = nodes[place.node];
    if (by == GroupBy::kNode)
        return node;
    const uint32_t object = by == GroupBy::kPackage ? place.package : place.core;
    return object == MPIMON_NONE ? node + ", no one " + group_name(by)
                                 : node + " " + group_name(by) + " " + std::to_string(object);
}

}  // namespace

const char *group_name(GroupBy by) {
    return by == GroupBy::kHost ? "host" : by == GroupBy::kNode ? "node" : by == GroupBy::kPackage ? "package" : "core";
}

GroupBy node_or_host(const Profile &profile) {
    return has_places(profile) ? GroupBy::kNode : GroupBy::kHost;
}

size_t count_nodes(const Profile &profile) {
    return has_places(profile) ? profile.nodes.size() : profile.hosts.size();
}

Groups group_processes(const Profile &profile, GroupBy by) {
    if (by != GroupBy::kHost && !has_places(profile))
        throw AnalysisError("the profile does not say where the ranks were; --fold node folds by host");
    const std::vector<std::string> nodes = node_labels(profile);
    HostOrder hosts;
    std::map<Key, std::pair<uint32_t, std::string>> groups;
    std::vector<Key> keys;
    for (const Process &process : profile.processes) {
        keys.push_back(key_of(process, by, hosts));
        groups.try_emplace(keys.back(), 0, label_of(profile, process, by, nodes));
    }
    if (profile.processes.size() < profile.job.world_size)
        groups.try_emplace(kUnknown, 0, "(unknown)");
    Groups result;
    for (auto &[key, group] : groups) {
        group.first = static_cast<uint32_t>(result.labels.size());
        result.labels.push_back(group.second);
    }
    for (const Key &key : keys)
        result.of_process.push_back(groups.at(key).first);
    return result;
}

}  // namespace mpimon
