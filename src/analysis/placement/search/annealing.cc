#include "analysis/placement/search/annealing.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mpimon::placement {

namespace {

// The temperature changes after so many trades.
constexpr uint64_t kStep = 1024;

// The temperature at the end, in parts of what the mean pair saves that meets in an innermost object.
constexpr double kCold = 0.05;

class Annealing {
  public:
    Annealing(PlacedRanks &placed, Random &random) : placed_(placed), random_(random) {
        const Topology &topology = placed.topology();
        for (uint32_t level = 0; level + 1 < topology.depth(); ++level) {
            std::vector<Range> &ranges = around_.emplace_back();
            for (uint32_t object = 0; object < topology.objects(level); ++object)
                ranges.insert(ranges.end(), topology.range(level, object).size(), topology.range(level, object));
        }
    }

    void run(uint64_t trades, double hot, double cold) {
        const auto steps = static_cast<double>(std::max<uint64_t>(1, trades / kStep));
        const double factor = std::pow(cold / hot, 1 / steps);
        double temperature = hot;
        for (uint64_t done = 0; done < trades; ++done) {
            if (done % kStep == 0)
                temperature *= factor;
            try_one(temperature);
        }
    }

  private:
    // Somebody goes to a slot in an object that one of its peers is in, and that it is not in itself.
    void try_one(double temperature) {
        const uint32_t rank = random_.below(placed_.ranks());
        const auto peers = static_cast<uint32_t>(placed_.peers_of(rank));
        if (peers == 0)
            return;
        const uint32_t near = placed_.slot_of(placed_.peer(rank, random_.below(peers)));
        const uint32_t apart = placed_.topology().level_between(placed_.slot_of(rank), near);
        const auto levels = static_cast<uint32_t>(around_.size());
        if (apart >= levels)
            return;
        const Range range = around_[apart + random_.below(levels - apart)][near];
        const uint32_t slot = range.first + random_.below(range.size());
        const double change = placed_.change(rank, slot);
        if (change <= 0 || random_.unit() < std::exp(-change / temperature))
            placed_.trade(rank, slot);
    }

    PlacedRanks &placed_;
    Random &random_;
    std::vector<std::vector<Range>> around_;  // by level and slot: the slots of the object that it is in
};

}  // namespace

void anneal(PlacedRanks &placed, uint64_t trades, double heat, Random &random) {
    const uint32_t depth = placed.topology().depth();
    if (depth < 2 || placed.ranks() == 0)
        return;
    const double hot = heat * (placed.mean_cost(0) - placed.mean_cost(1));
    const double cold = kCold * (placed.mean_cost(depth - 2) - placed.mean_cost(depth - 1));
    if (cold > 0)
        Annealing(placed, random).run(trades, std::max(hot, cold), cold);
}

}  // namespace mpimon::placement
