// Topologies of machines, as the library hwloc finds them.
#ifndef MPIMON_ANALYSIS_PLACEMENT_MACHINE_H
#define MPIMON_ANALYSIS_PLACEMENT_MACHINE_H

#include <string>

#include "analysis/placement/topology.h"

namespace mpimon::placement {

// One node with packages, NUMA nodes, caches that cores share, and cores, which are the slots; levels of which each
// object has only one are left out. Throws AnalysisError if hwloc cannot tell.
Tree this_machine();

// The same of a machine that hwloc's lstopo described in an XML file.
Tree machine_in(const std::string &xml_file);

}  // namespace mpimon::placement

#endif
