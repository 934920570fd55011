// Latency and bandwidth of the levels of a topology, measured between ranks that run in the order of its slots.
#ifndef MPIMON_COMMANDS_PLACE_MEASURE_H
#define MPIMON_COMMANDS_PLACE_MEASURE_H

#include <string>
#include <vector>

#include "analysis/placement/topology.h"

namespace mpimon {

struct Measurement {
    const placement::Topology &topology;
    const std::vector<std::string> &command;  // that starts the ranks, without a program
    bool json = false;
    std::string output;  // of JSON; empty: standard output
};

// Prints both by level, and as --by time takes them. Throws Failure if the command fails, no level can be measured, or
// ranks ran on other nodes than those of their slots.
void measure_levels(const Measurement &measurement);

}  // namespace mpimon

#endif
