// Ranks on slots, and what it costs to change that: of two slots, what is on them trades places.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_PLACED_RANKS_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_PLACED_RANKS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/placement/metric.h"
#include "analysis/placement/topology.h"
#include "analysis/placement/traffic_graph.h"

namespace mpimon::placement {

class PlacedRanks {
  public:
    static constexpr uint32_t kNobody = UINT32_MAX;

    // `topology` must outlive this; costs have one more than it has levels.
    PlacedRanks(const TrafficGraph &graph, const Topology &topology, const Costs &costs);

    void place(const Mapping &mapping);

    const Topology &topology() const { return topology_; }
    const Mapping &mapping() const { return slot_of_; }
    uint32_t ranks() const { return static_cast<uint32_t>(first_.size() - 1); }
    uint32_t slot_of(uint32_t rank) const { return slot_of_[rank]; }
    uint32_t rank_on(uint32_t slot) const { return rank_on_[slot]; }

    size_t peers_of(uint32_t rank) const { return first_[rank + 1] - first_[rank]; }
    uint32_t peer(uint32_t rank, size_t index) const { return arcs_[first_[rank] + index].peer; }
    // What it costs more to have this peer apart at the outermost level than at the innermost one.
    double weight(uint32_t rank, size_t index) const;
    // The mean cost of a pair, if all pairs are apart at this level.
    double mean_cost(uint32_t level) const;

    // How much J grows if `rank` goes to this slot, other than its own, and who is there to its slot.
    double change(uint32_t rank, uint32_t slot) const {
        const uint32_t other = rank_on_[slot];
        const uint64_t here = codes_[rank];
        const uint64_t there = topology_.code(slot);
        double sum = change_of(rank, here, there, other);
        if (other != kNobody)
            sum += change_of(other, there, here, rank);
        return sum;
    }
    void trade(uint32_t rank, uint32_t slot);

  private:
    struct Arc {
        double messages;
        double bytes;
        uint32_t peer;
    };

    double change_of(uint32_t rank, uint64_t here, uint64_t there, uint32_t except) const {
        double sum = 0;
        for (size_t i = first_[rank]; i < first_[rank + 1]; ++i) {
            const Arc &arc = arcs_[i];
            if (arc.peer == except)
                continue;
            const uint64_t code = codes_[arc.peer];
            const LevelCost &before = costs_[Topology::bits_of(here ^ code)];
            const LevelCost &after = costs_[Topology::bits_of(there ^ code)];
            sum += arc.messages * (after.message - before.message) + arc.bytes * (after.byte - before.byte);
        }
        return sum;
    }

    const Topology &topology_;
    std::array<LevelCost, 65> costs_;  // by the highest bit in which codes differ
    Costs by_level_;
    std::vector<size_t> first_;
    std::vector<Arc> arcs_;
    Mapping slot_of_;
    std::vector<uint32_t> rank_on_;
    std::vector<uint64_t> codes_;  // of the slots of ranks
};

}  // namespace mpimon::placement

#endif
