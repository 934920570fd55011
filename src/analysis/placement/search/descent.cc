#include "analysis/placement/search/descent.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace mpimon::placement {

namespace {

// Objects that one rank looks into, and how many slots they may have unless they are innermost ones.
constexpr size_t kMostRanges = 8;
constexpr uint32_t kWidest = 64;

// What is less than this part of a mean pair's cost is taken for rounding.
constexpr double kRounding = 1e-9;

class Descent {
  public:
    explicit Descent(PlacedRanks &placed)
        : placed_(placed), least_(-kRounding * placed.mean_cost(0)), waiting_(placed.ranks(), true) {
        for (uint32_t rank = 0; rank < placed.ranks(); ++rank)
            queue_.push_back(rank);
    }

    void run(uint64_t trades) {
        left_ = trades;
        while (!queue_.empty() && left_ > 0) {
            const uint32_t rank = queue_.front();
            queue_.pop_front();
            waiting_[rank] = false;
            improve(rank);
        }
    }

  private:
    struct Near {
        Range range;
        double weight;  // exchanged with who is there
    };

    void improve(uint32_t rank) {
        double best = least_;
        uint32_t to = PlacedRanks::kNobody;
        for (const Near &near : objects_near(rank))
            for (uint32_t slot = near.range.first; slot < near.range.end && left_ > 0; ++slot, --left_) {
                if (slot == placed_.slot_of(rank))
                    continue;
                const double change = placed_.change(rank, slot);
                if (change < best) {
                    best = change;
                    to = slot;
                }
            }
        if (to == PlacedRanks::kNobody)
            return;
        const uint32_t other = placed_.rank_on(to);
        placed_.trade(rank, to);
        look_again(rank);
        if (other != PlacedRanks::kNobody)
            look_again(other);
    }

    // Objects that peers are in and the rank is not: those with the most weight, the most first.
    const std::vector<Near> &objects_near(uint32_t rank) {
        near_.clear();
        for (size_t i = 0; i < placed_.peers_of(rank); ++i) {
            const uint32_t slot = placed_.slot_of(placed_.peer(rank, i));
            const Range range = object_around(slot, placed_.topology().level_between(placed_.slot_of(rank), slot));
            if (range.size() > 0)
                near_.push_back({range, placed_.weight(rank, i)});
        }
        std::sort(near_.begin(), near_.end(),
                  [](const Near &a, const Near &b) { return a.range.first < b.range.first; });
        size_t kept = 0;
        for (const Near &near : near_)
            if (kept > 0 && near_[kept - 1].range.has(near.range.first))
                near_[kept - 1].weight += near.weight;
            else
                near_[kept++] = near;
        near_.resize(kept);
        std::stable_sort(near_.begin(), near_.end(), [](const Near &a, const Near &b) { return a.weight > b.weight; });
        near_.resize(std::min(kept, kMostRanges));
        return near_;
    }

    // The largest object around a slot, from this level on, that is not too wide; empty if there is none.
    Range object_around(uint32_t slot, uint32_t level) const {
        const Topology &topology = placed_.topology();
        Range range;
        for (; level + 1 < topology.depth(); ++level) {
            range = topology.range(level, topology.object_of(level, slot));
            if (range.size() <= kWidest)
                break;
        }
        return range;
    }

    void look_again(uint32_t rank) {
        look_at(rank);
        for (size_t i = 0; i < placed_.peers_of(rank); ++i)
            look_at(placed_.peer(rank, i));
    }

    void look_at(uint32_t rank) {
        if (!waiting_[rank])
            queue_.push_back(rank);
        waiting_[rank] = true;
    }

    PlacedRanks &placed_;
    double least_;  // what a trade must change at least; below 0
    uint64_t left_ = 0;
    std::deque<uint32_t> queue_;
    std::vector<bool> waiting_;  // in the queue
    std::vector<Near> near_;
};

}  // namespace

void descend(PlacedRanks &placed, uint64_t trades) {
    Descent(placed).run(trades);
}

}  // namespace mpimon::placement
