// A placement as launchers read it, with how to use it.
#ifndef MPIMON_COMMANDS_PLACE_LAUNCH_FILES_H
#define MPIMON_COMMANDS_PLACE_LAUNCH_FILES_H

#include <string>
#include <vector>

#include "analysis/placement/topology.h"

namespace mpimon {

// "text", "hydra" and so on.
std::vector<std::string> launch_formats();

// The file's content; `file` is how it is called in what it says of its use. Throws Failure where the format cannot
// express the placement.
std::string launch_file(const std::string &format, const placement::Topology &topology,
                        const placement::Mapping &mapping, const std::string &file);

// The node's name; where nodes have none, one that stands for it.
std::string host_name(const placement::Topology &topology, uint32_t node);

}  // namespace mpimon

#endif
