#include "analysis/placement/search/exhaustive.h"

#include <algorithm>
#include <numeric>

namespace mpimon::placement {

namespace {

// Slots that are tried for a rank, in all; each takes less than a microsecond.
constexpr uint64_t kMostTries = 50000000;

// What is less than this part of J is taken for rounding.
constexpr double kRounding = 1e-12;

class Trial {
  public:
    Trial(const TrafficGraph &graph, const Topology &topology, const Costs &costs, Mapping mapping)
        : topology_(topology),
          costs_(costs),
          ranks_(graph.ranks()),
          pairs_(size_t{ranks_} * ranks_),
          slot_of_(ranks_),
          best_(std::move(mapping)),
          best_cost_(cost_of(graph, topology, best_, costs)) {
        graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
            pairs_[a * ranks_ + b] = pairs_[b * ranks_ + a] = totals;
        });
        order_.resize(ranks_);
        std::iota(order_.begin(), order_.end(), 0U);
        std::stable_sort(order_.begin(), order_.end(),
                         [&](uint32_t a, uint32_t b) { return total_of(a) > total_of(b); });
        for (uint32_t level = 0; level < topology.depth(); ++level)
            used_.emplace_back(topology.objects(level), 0);
    }

    Mapping run() {
        place(0, 0);
        return std::move(best_);
    }

  private:
    double cost(const Totals &totals, uint32_t level) const {
        return static_cast<double>(totals.messages) * costs_[level].message +
               static_cast<double>(totals.bytes) * costs_[level].byte;
    }

    double total_of(uint32_t rank) const {
        double sum = 0;
        for (uint32_t other = 0; other < ranks_; ++other)
            sum += cost(pairs_[rank * ranks_ + other], 0);
        return sum;
    }

    // All slots for the rank at this position of the order, after those before it have cost so much.
    void place(uint32_t index, double cost_before) {
        if (index == ranks_) {
            best_cost_ = cost_before;
            best_ = slot_of_;
            return;
        }
        try_within(index, cost_before, 0, {0, topology_.objects(0)});
    }

    // Tries objects that are within the same one; of the empty ones only one of each shape.
    void try_within(uint32_t index, double cost_before, uint32_t level, Range objects) {
        std::vector<uint32_t> shapes;
        for (uint32_t object = objects.first; object < objects.end; ++object) {
            const uint32_t shape = topology_.shape(level, object);
            const uint32_t used = used_[level][object];
            if (used == topology_.range(level, object).size() ||
                (used == 0 && std::find(shapes.begin(), shapes.end(), shape) != shapes.end()))
                continue;
            if (used == 0)
                shapes.push_back(shape);
            ++used_[level][object];
            if (level + 1 < topology_.depth())
                try_within(index, cost_before, level + 1, topology_.children(level, object));
            else
                try_slot(index, cost_before, object);
            --used_[level][object];
        }
    }

    void try_slot(uint32_t index, double cost_before, uint32_t slot) {
        if (++tries_ > kMostTries)
            return;
        const uint32_t rank = order_[index];
        double cost_after = cost_before;
        for (uint32_t i = 0; i < index; ++i)
            cost_after += cost(pairs_[rank * ranks_ + order_[i]], topology_.level_between(slot, slot_of_[order_[i]]));
        if (cost_after >= best_cost_ - kRounding * best_cost_)
            return;
        slot_of_[rank] = slot;
        place(index + 1, cost_after);
    }

    const Topology &topology_;
    const Costs &costs_;
    uint32_t ranks_;
    std::vector<Totals> pairs_;                // ranks_ * ranks_
    std::vector<uint32_t> order_;              // ranks, those first that exchange most
    std::vector<std::vector<uint32_t>> used_;  // by level and object: slots that have a rank
    Mapping slot_of_;
    Mapping best_;
    double best_cost_;
    uint64_t tries_ = 0;
};

}  // namespace

Mapping best_of_all(const TrafficGraph &graph, const Topology &topology, const Costs &costs, Mapping mapping) {
    return Trial(graph, topology, costs, std::move(mapping)).run();
}

}  // namespace mpimon::placement
