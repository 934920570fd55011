// Who exchanges how much with whom, whatever the direction: what a placement is judged by.
#ifndef MPIMON_ANALYSIS_PLACEMENT_TRAFFIC_GRAPH_H
#define MPIMON_ANALYSIS_PLACEMENT_TRAFFIC_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon::placement {

// What two different ranks exchange, both directions together.
struct Exchange {
    uint32_t a = 0;
    uint32_t b = 0;
    Totals totals;
};

struct Peer {
    uint32_t rank = 0;
    Totals totals;
};

// Sparse: its size is that of the pairs that exchange anything.
class TrafficGraph {
  public:
    // Exchanges of the same pair are added up; those of a rank with itself are left out. Ranks are below `ranks`.
    TrafficGraph(uint32_t ranks, std::vector<Exchange> exchanges);

    uint32_t ranks() const { return static_cast<uint32_t>(first_.size() - 1); }
    size_t pairs() const { return peers_.size() / 2; }

    // Each pair is there twice, once for each of its ranks. They are sorted by rank.
    const Peer *begin(uint32_t rank) const { return peers_.data() + first_[rank]; }
    const Peer *end(uint32_t rank) const { return peers_.data() + first_[rank + 1]; }

    // Calls visit(a, b, totals) once for each pair, with a < b.
    template <class Visit>
    void each_pair(Visit visit) const {
        for (uint32_t rank = 0; rank < ranks(); ++rank)
            for (const Peer *peer = begin(rank); peer != end(rank); ++peer)
                if (rank < peer->rank)
                    visit(rank, peer->rank, peer->totals);
    }

  private:
    std::vector<size_t> first_;  // by rank, and one more
    std::vector<Peer> peers_;
};

// What the profile's ranks exchanged by messages of these classes is appended; what they exchanged with other worlds is
// not. Each message counts once, as in PairTraffic::moved().
void add_exchanges(const Profile &profile, ClassSet classes, std::vector<Exchange> &exchanges);

}  // namespace mpimon::placement

#endif
