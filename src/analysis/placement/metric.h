// What a placement costs: J, the sum over all pairs of what they exchange times how far apart they are.
#ifndef MPIMON_ANALYSIS_PLACEMENT_METRIC_H
#define MPIMON_ANALYSIS_PLACEMENT_METRIC_H

#include <vector>

#include "analysis/placement/topology.h"
#include "analysis/placement/traffic_graph.h"

namespace mpimon::placement {

// What one message and one byte cost between slots that are apart at a level and together at the one before.
struct LevelCost {
    double message = 0;
    double byte = 0;
};

// Costs by level, and a last one of 0 for slots that are the same.
using Costs = std::vector<LevelCost>;

// Distances of 1 at the innermost level and ten times as much at each further one, as in C. Schulz and J. L. Träff,
// "Better Process Mapping and Sparse Quadratic Assignment", SEA 2017.
std::vector<double> usual_distances(uint32_t depth);

// One distance by level.
Costs costs_of_bytes(const std::vector<double> &distances);
Costs costs_of_messages(const std::vector<double> &distances);
// Nanoseconds, by one latency in microseconds and one bandwidth in GB/s by level.
Costs costs_of_time(const std::vector<double> &latencies, const std::vector<double> &bandwidths);

// What is usual for a process of a cluster of recent years, to a factor of two: on other nodes 2 µs and 5 GB/s, 3 µs
// and 4 GB/s where these are far away, on the same node 0.6 µs and 8 GB/s, and 0.3 µs and 12 GB/s at the innermost
// level.
std::vector<double> usual_latencies(const Topology &topology);
std::vector<double> usual_bandwidths(const Topology &topology);

// What is exchanged between slots that are apart at each level; the last element is what stays on the same slot.
std::vector<Totals> traffic_by_level(const TrafficGraph &graph, const Topology &topology, const Mapping &mapping);

// J. Exact but for the last sum's rounding, since what is summed up are whole numbers.
double cost_of(const std::vector<Totals> &by_level, const Costs &costs);
double cost_of(const TrafficGraph &graph, const Topology &topology, const Mapping &mapping, const Costs &costs);

}  // namespace mpimon::placement

#endif
