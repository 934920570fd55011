// Ranks in groups: those of a host, a node, a package or a core.
#ifndef MPIMON_ANALYSIS_PLACE_GROUPS_H
#define MPIMON_ANALYSIS_PLACE_GROUPS_H

#include <cstdint>
#include <string>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

enum class GroupBy { kHost, kNode, kPackage, kCore };

// "host", "node", "package", "core".
const char *group_name(GroupBy by);

// What tells nodes apart: the nodes, or the hosts where places were not recorded. And how many there are.
GroupBy node_or_host(const Profile &profile);
size_t count_nodes(const Profile &profile);

struct Groups {
    std::vector<uint32_t> of_process;  // index into `labels`, for each of Profile::processes
    std::vector<std::string> labels;   // "n1 package 0"; "n1, no one package"; "(unknown)"

    const std::string &label_of(const Profile &profile, const Process &process) const {
        return labels[of_process[static_cast<size_t>(&process - profile.processes.data())]];
    }
};

// Hosts and nodes are in the order of their lowest ranks; packages and cores by their nodes, then by their numbers.
// Where processes have no record, the last group is that of the unknown. Throws AnalysisError if places are needed and
// were not recorded.
Groups group_processes(const Profile &profile, GroupBy by);

}  // namespace mpimon

#endif
