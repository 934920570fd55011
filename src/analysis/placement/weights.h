// A graph with one weight for each pair, for what knows no levels: partitioning.
#ifndef MPIMON_ANALYSIS_PLACEMENT_WEIGHTS_H
#define MPIMON_ANALYSIS_PLACEMENT_WEIGHTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/placement/metric.h"
#include "analysis/placement/traffic_graph.h"

namespace mpimon::placement {

// Peers of vertex v are those from first[v] to before first[v + 1]; each pair is there twice.
struct Weights {
    std::vector<size_t> first;
    std::vector<uint32_t> peer;
    std::vector<double> weight;

    uint32_t vertices() const { return static_cast<uint32_t>(first.size() - 1); }
};

// What each pair costs more at the outermost level than at the innermost one.
Weights weights_of(const TrafficGraph &graph, const Costs &costs);

// The part of a graph that is between some of its vertices, which are numbered anew in the order given.
class Cutter {
  public:
    explicit Cutter(const Weights &whole) : whole_(whole), number_(whole.vertices(), kNone) {}

    Weights cut(const std::vector<uint32_t> &vertices);

  private:
    static constexpr uint32_t kNone = UINT32_MAX;

    const Weights &whole_;
    std::vector<uint32_t> number_;  // of each vertex in the part
};

}  // namespace mpimon::placement

#endif
