#include "analysis/placement/search/placed_ranks.h"

namespace mpimon::placement {

PlacedRanks::PlacedRanks(const TrafficGraph &graph, const Topology &topology, const Costs &costs)
    : topology_(topology), by_level_(costs), codes_(graph.ranks()) {
    for (uint32_t bit = 0; bit < costs_.size(); ++bit)
        costs_[bit] = costs[topology.level_of_bit()[bit]];
    first_.push_back(0);
    arcs_.reserve(2 * graph.pairs());
    for (uint32_t rank = 0; rank < graph.ranks(); ++rank) {
        for (const Peer *peer = graph.begin(rank); peer != graph.end(rank); ++peer)
            arcs_.push_back(
                {static_cast<double>(peer->totals.messages), static_cast<double>(peer->totals.bytes), peer->rank});
        first_.push_back(arcs_.size());
    }
}

void PlacedRanks::place(const Mapping &mapping) {
    slot_of_ = mapping;
    rank_on_.assign(topology_.slots(), kNobody);
    for (uint32_t rank = 0; rank < ranks(); ++rank) {
        rank_on_[mapping[rank]] = rank;
        codes_[rank] = topology_.code(mapping[rank]);
    }
}

double PlacedRanks::weight(uint32_t rank, size_t index) const {
    const Arc &arc = arcs_[first_[rank] + index];
    const LevelCost &outermost = by_level_.front();
    const LevelCost &innermost = by_level_[topology_.depth() - 1];
    return arc.messages * (outermost.message - innermost.message) + arc.bytes * (outermost.byte - innermost.byte);
}

double PlacedRanks::mean_cost(uint32_t level) const {
    double sum = 0;
    for (const Arc &arc : arcs_)
        sum += arc.messages * by_level_[level].message + arc.bytes * by_level_[level].byte;
    return arcs_.empty() ? 0 : sum / static_cast<double>(arcs_.size());
}

void PlacedRanks::trade(uint32_t rank, uint32_t slot) {
    const uint32_t other = rank_on_[slot];
    const uint32_t left = slot_of_[rank];
    rank_on_[slot] = rank;
    rank_on_[left] = other;
    slot_of_[rank] = slot;
    codes_[rank] = topology_.code(slot);
    if (other != kNobody) {
        slot_of_[other] = left;
        codes_[other] = topology_.code(left);
    }
}

}  // namespace mpimon::placement
