#include "analysis/place/locality.h"

#include <array>
#include <map>

namespace mpimon {

namespace {

struct Words {
    const char *name;
    const char *label;
};

constexpr std::array<Words, kLocalities> kWords = {{{"process", "same process"},
                                                    {"cache", "same core's cache"},
                                                    {"numa", "same NUMA node"},
                                                    {"node", "same node"},
                                                    {"remote", "another node"},
                                                    {"unknown", "not known"}}};

// Most profiles have all ranks, each at its place: then there is nothing to search for.
const Process *find(const Profile &profile, uint32_t rank) {
    const bool in_place = rank < profile.processes.size() && profile.processes[rank].world_rank == rank;
    return in_place ? &profile.processes[rank] : profile.process_of(rank);
}

bool same(uint32_t a, uint32_t b) {
    return a == b && a != MPIMON_NONE;
}

}  // namespace

std::string_view locality_name(Locality locality) {
    return kWords[static_cast<size_t>(locality)].name;
}

std::optional<Locality> locality_named(std::string_view name) {
    for (size_t i = 0; i < kLocalities; ++i)
        if (name == kWords[i].name)
            return static_cast<Locality>(i);
    return std::nullopt;
}

std::array<std::string_view, kLocalities> locality_names() {
    std::array<std::string_view, kLocalities> names;
    for (size_t i = 0; i < kLocalities; ++i)
        names[i] = kWords[i].name;
    return names;
}

std::string_view locality_label(Locality locality) {
    return kWords[static_cast<size_t>(locality)].label;
}

Locality locality_of(const Profile &profile, uint32_t a, uint32_t b) {
    if (a == b)
        return Locality::kProcess;
    const Process *first = find(profile, a);
    const Process *second = find(profile, b);
    if (first == nullptr || second == nullptr || !first->place.is_known() || !second->place.is_known())
        return Locality::kUnknown;
    const Place &one = first->place;
    const Place &other = second->place;
    if (one.node != other.node)
        return Locality::kNodes;
    if (same(one.core, other.core) || same(one.l3, other.l3))
        return Locality::kCache;
    return same(one.numa_node, other.numa_node) ? Locality::kNumaNode : Locality::kNode;
}

std::vector<std::string> node_labels(const Profile &profile) {
    std::map<std::string, size_t> uses;
    for (const Node &node : profile.nodes)
        ++uses[node.name];
    std::vector<std::string> labels;
    for (const Node &node : profile.nodes)
        labels.push_back(uses[node.name] > 1 && node.index != MPIMON_NONE ? node.name + "/" + std::to_string(node.index)
                                                                          : node.name);
    return labels;
}

}  // namespace mpimon
