#include "analysis/placement/metric.h"

#include <array>

namespace mpimon::placement {

namespace {

// Values of nodes that are far away, of nodes, within a node, and of its innermost level, as values of levels.
std::vector<double> by_distance(const Topology &topology, const std::array<double, 4> &values) {
    std::vector<double> by_level;
    for (uint32_t level = 0; level < topology.depth(); ++level) {
        const uint32_t node = topology.node_level();
        const bool innermost = level > node && level + 1 == topology.depth();
        by_level.push_back(values.at(level < node ? 0 : level == node ? 1 : innermost ? 3 : 2));
    }
    return by_level;
}

}  // namespace

std::vector<double> usual_distances(uint32_t depth) {
    std::vector<double> distances(depth, 1);
    for (uint32_t level = depth; level-- > 1;)
        distances[level - 1] = 10 * distances[level];
    return distances;
}

Costs costs_of_bytes(const std::vector<double> &distances) {
    Costs costs;
    for (const double distance : distances)
        costs.push_back({0, distance});
    costs.push_back({});
    return costs;
}

Costs costs_of_messages(const std::vector<double> &distances) {
    Costs costs;
    for (const double distance : distances)
        costs.push_back({distance, 0});
    costs.push_back({});
    return costs;
}

Costs costs_of_time(const std::vector<double> &latencies, const std::vector<double> &bandwidths) {
    Costs costs;
    for (size_t level = 0; level < latencies.size(); ++level)
        costs.push_back({1e3 * latencies[level], 1 / bandwidths[level]});
    costs.push_back({});
    return costs;
}

std::vector<double> usual_latencies(const Topology &topology) {
    return by_distance(topology, {3, 2, 0.6, 0.3});
}

std::vector<double> usual_bandwidths(const Topology &topology) {
    return by_distance(topology, {4, 5, 8, 12});
}

std::vector<Totals> traffic_by_level(const TrafficGraph &graph, const Topology &topology, const Mapping &mapping) {
    std::vector<Totals> by_level(topology.depth() + 1);
    graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
        by_level[topology.level_between(mapping[a], mapping[b])].add(totals);
    });
    return by_level;
}

double cost_of(const std::vector<Totals> &by_level, const Costs &costs) {
    double cost = 0;
    for (size_t level = 0; level < by_level.size(); ++level)
        cost += static_cast<double>(by_level[level].messages) * costs[level].message +
                static_cast<double>(by_level[level].bytes) * costs[level].byte;
    return cost;
}

double cost_of(const TrafficGraph &graph, const Topology &topology, const Mapping &mapping, const Costs &costs) {
    return cost_of(traffic_by_level(graph, topology, mapping), costs);
}

}  // namespace mpimon::placement
