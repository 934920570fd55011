// Where two ranks are to each other, from the places of both and never from the path of their messages.
#ifndef MPIMON_ANALYSIS_PLACE_LOCALITY_H
#define MPIMON_ANALYSIS_PLACE_LOCALITY_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// Localities from near to far; each means that two ranks have this in common, and nothing nearer.
enum class Locality {
    kProcess,   // it is the same one
    kCache,     // both may run only on processors that share a core or a last-level cache
    kNumaNode,  // or a NUMA node
    kNode,
    kNodes,  // nothing: they are on different nodes
    kUnknown
};
constexpr size_t kLocalities = 6;

// Names in files: "process", "cache", "numa", "node", "remote", "unknown".
std::string_view locality_name(Locality locality);
std::optional<Locality> locality_named(std::string_view name);
std::array<std::string_view, kLocalities> locality_names();

// What people read: "same node".
std::string_view locality_label(Locality locality);

// Whether the profile says of any process where it was.
inline bool has_places(const Profile &profile) {
    return !profile.nodes.empty();
}

// `a` and `b` are world ranks.
Locality locality_of(const Profile &profile, uint32_t a, uint32_t b);

inline bool is_on_one_node(Locality locality) {
    return locality <= Locality::kNode;
}

// A label for each node: its name, and where several have the same, "name/3" with MPICH's number of the node.
std::vector<std::string> node_labels(const Profile &profile);

}  // namespace mpimon

#endif
