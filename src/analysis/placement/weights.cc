#include "analysis/placement/weights.h"

namespace mpimon::placement {

Weights weights_of(const TrafficGraph &graph, const Costs &costs) {
    // The last of the costs is that of a slot itself.
    const LevelCost &outermost = costs.front();
    const LevelCost innermost = costs.size() > 2 ? costs[costs.size() - 2] : LevelCost();
    const double message = outermost.message - innermost.message;
    const double byte = outermost.byte - innermost.byte;
    Weights weights;
    weights.first.push_back(0);
    weights.peer.reserve(2 * graph.pairs());
    weights.weight.reserve(2 * graph.pairs());
    for (uint32_t rank = 0; rank < graph.ranks(); ++rank) {
        for (const Peer *peer = graph.begin(rank); peer != graph.end(rank); ++peer) {
            weights.peer.push_back(peer->rank);
            weights.weight.push_back(static_cast<double>(peer->totals.messages) * message +
                                     static_cast<double>(peer->totals.bytes) * byte);
        }
        weights.first.push_back(weights.peer.size());
    }
    return weights;
}

Weights Cutter::cut(const std::vector<uint32_t> &vertices) {
    for (uint32_t i = 0; i < vertices.size(); ++i)
        number_[vertices[i]] = i;
    Weights part;
    part.first.push_back(0);
    for (const uint32_t vertex : vertices) {
        for (size_t arc = whole_.first[vertex]; arc < whole_.first[vertex + 1]; ++arc)
            if (number_[whole_.peer[arc]] != kNone) {
                part.peer.push_back(number_[whole_.peer[arc]]);
                part.weight.push_back(whole_.weight[arc]);
            }
        part.first.push_back(part.peer.size());
    }
    for (const uint32_t vertex : vertices)
        number_[vertex] = kNone;
    return part;
}

}  // namespace mpimon::placement
