// Topologies as users write them down.
#ifndef MPIMON_ANALYSIS_PLACEMENT_TOPOLOGY_SPEC_H
#define MPIMON_ANALYSIS_PLACEMENT_TOPOLOGY_SPEC_H

#include <string>
#include <string_view>

#include "analysis/placement/topology.h"

namespace mpimon::placement {

// "node:4 package:2 core:8": names of levels from the outermost on, and how many each object has. Throws AnalysisError
// with what is wrong.
Tree parse_levels(std::string_view text);

// A line for each host: "HOST SLOTS" or "HOST:SLOTS", or a host alone for one slot; after that, what the slots are
// within: "n1 16 package:2 core:8". What begins with '#' is a remark. `name` is the file's, for messages.
Tree parse_hosts(std::string_view text, const std::string &name);

}  // namespace mpimon::placement

#endif
