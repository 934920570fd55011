// --topology SPEC of mpimon place.
#ifndef MPIMON_COMMANDS_PLACE_TOPOLOGY_ARGUMENT_H
#define MPIMON_COMMANDS_PLACE_TOPOLOGY_ARGUMENT_H

#include <string>

#include "analysis/placement/topology.h"

namespace mpimon {

// "this" is this machine; what has a colon but is no file, levels such as "node:4 core:8"; a file ending in .xml is
// hwloc's description of a machine, any other one a list of hosts. Throws Failure, or WrongArgument if it is none of
// these.
placement::Topology topology_argument(const std::string &spec);

}  // namespace mpimon

#endif
