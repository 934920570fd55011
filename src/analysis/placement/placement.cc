#include "analysis/placement/placement.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "analysis/placement/search/descent.h"
#include "analysis/placement/search/exhaustive.h"
#include "analysis/placement/search/grid.h"
#include "analysis/placement/search/multisection.h"
#include "analysis/placement/search/runs.h"

namespace mpimon::placement {

namespace {

// What is less than this part of J is taken for rounding.
constexpr double kRounding = 1e-12;

// Heats of annealing: of a placement that is good in the large, of one that is to be made anew, and of one parts of
// which are. Patterns differ in the heat that suits them, and runs in their luck.
constexpr double kWarm = 0.25;
constexpr std::array<double, 8> kHot = {2, 3, 4, 6, 2, 3, 4, 6};
constexpr std::array<double, 2> kMild = {0.8, 1};
constexpr size_t kWarmRuns = 2;

// The best placements so far, each of which is made better at mild heats for some rounds, until two of them in a row
// were in vain. What one run finds by luck another one may find by patience, so they are more than one.
constexpr size_t kKept = 2;
constexpr size_t kRounds = 6;
constexpr size_t kRoundsInVain = 2;
constexpr uint32_t kFewRanks = 100;  // which hot runs alone have always placed as well

// Trades that a run tries for each rank: many, but in large jobs, in which they would be too many in all, fewer.
constexpr uint64_t kManyPerRank = 60000;
constexpr uint64_t kFewPerRank = 20000;
constexpr uint64_t kMany = 60000000;

// What trades take is about what it takes to look at so many peers, and one more for each peer of both ranks, before
// and after. A run takes so many in all, some ten seconds, and the hot ones together four times as many, as do the mild
// ones.
constexpr uint64_t kTrade = 20;
constexpr uint64_t kRunVisits = uint64_t{1} << 32U;
constexpr uint64_t kHotVisits = 4 * kRunVisits;
constexpr uint64_t kMildVisits = 4 * kRunVisits;

class Search {
  public:
    Search(const TrafficGraph &graph, const Topology &topology, const Costs &costs, uint64_t seed, Effort effort)
        : graph_(graph),
          topology_(topology),
          costs_(costs),
          seed_(seed),
          is_quick_(effort == Effort::kQuick),
          placed_(graph, topology, costs) {}

    Mapping run(const Mapping &before) {
        best_ = before;
        best_cost_ = cost_of(graph_, topology_, before, costs_);
        const Mapping in_rank_order = identity(graph_.ranks());
        consider(in_rank_order);
        consider(round_robin(topology_, graph_.ranks()));
        if (graph_.pairs() == 0 || topology_.depth() < 2)
            return std::move(best_);
        find_starts();
        if (graph_.ranks() > kMostTriedRanks)
            improve_starts(in_rank_order);
        descend_from_best();
        if (graph_.ranks() <= kMostTriedRanks)
            consider(best_of_all(graph_, topology_, costs_, best_));
        return std::move(best_);
    }

  private:
    struct Start {
        double cost;
        Mapping mapping;

        bool operator<(const Start &other) const { return cost < other.cost; }
    };

    // What it costs.
    double consider(const Mapping &mapping) {
        const double cost = cost_of(graph_, topology_, mapping, costs_);
        if (cost < best_cost_ - kRounding * best_cost_) {
            best_cost_ = cost;
            best_ = mapping;
        }
        return cost;
    }

    void add_start(Mapping mapping) {
        const double cost = consider(mapping);
        starts_.push_back({cost, std::move(mapping)});
    }

    // Blocks of a grid, if ranks are the points of one, and what Scotch finds by several strategies and seeds.
    void find_starts() {
        const Weights weights = weights_of(graph_, costs_);
        if (graph_.pairs() > kManyPairs) {
            add_start(multisection(weights, topology_, ScotchStrategy::kDefault, seed_));
            return;
        }
        if (const auto sides = find_grid(graph_))
            for (Mapping &mapping : bar_by_bar(graph_, topology_, costs_, *sides))
                add_start(std::move(mapping));
        if (topology_.is_uniform())
            add_start(scotch_alone(graph_, topology_, costs_));
        const uint64_t seeds = graph_.ranks() <= 1024 ? 4 : 1;
        for (const ScotchStrategy strategy :
             {ScotchStrategy::kDefault, ScotchStrategy::kQuality, ScotchStrategy::kRecursive, ScotchStrategy::kBalance})
            for (uint64_t i = 0; i < seeds; ++i)
                add_start(multisection(weights, topology_, strategy, seed_ + i));
        std::stable_sort(starts_.begin(), starts_.end());
    }

    void improve_starts(const Mapping &in_rank_order) {
        std::vector<Run> runs;
        for (size_t i = 0; i < std::min(starts_.size(), is_quick_ ? 1 : kWarmRuns); ++i)
            runs.push_back({&starts_[i].mapping, kWarm, seed_ + i});
        if (graph_.pairs() <= kManyPairs)
            for (size_t i = 0; i < hot_runs(); ++i)
                runs.push_back({&in_rank_order, kHot[i], seed_ + i});
        std::vector<Start> found = carry_out(runs);
        std::stable_sort(found.begin(), found.end());
        found.resize(std::min(found.size(), kKept));
        for (size_t round = 0, in_vain = 0; round < mild_rounds() && in_vain < kRoundsInVain; ++round)
            in_vain = improve(&found, seed_ + kHot.size() + round) ? 0 : in_vain + 1;
    }

    // Whether any is better than before.
    bool improve(std::vector<Start> *kept, uint64_t seed) {
        std::vector<Run> runs;
        for (const Start &start : *kept)
            for (const double heat : kMild)
                runs.push_back({&start.mapping, heat, seed});
        std::vector<Start> found = carry_out(runs);
        bool is_better = false;
        for (size_t i = 0; i < found.size(); ++i) {
            Start &start = (*kept)[i / kMild.size()];
            if (found[i].cost < start.cost * (1 - kRounding)) {
                start = std::move(found[i]);
                is_better = true;
            }
        }
        return is_better;
    }

    std::vector<Start> carry_out(const std::vector<Run> &runs) {
        std::vector<Start> found;
        for (Mapping &mapping : placement::carry_out(placed_, runs, trades())) {
            const double cost = consider(mapping);
            found.push_back({cost, std::move(mapping)});
        }
        return found;
    }

    void descend_from_best() {
        placed_.place(best_);
        descend(placed_, trades());
        consider(placed_.mapping());
    }

    uint64_t visits_of_trade() const { return kTrade + 1 + 4 * graph_.pairs() / graph_.ranks(); }

    uint64_t trades() const {
        const uint64_t few = kFewPerRank * graph_.ranks();
        const uint64_t wanted = is_quick_ ? few : std::min(kManyPerRank * graph_.ranks(), std::max(few, kMany));
        return std::min(wanted, kRunVisits / visits_of_trade());
    }

    size_t hot_runs() const {
        if (is_quick_)
            return 1;
        return std::clamp<uint64_t>(kHotVisits / (trades() * visits_of_trade()), 1, kHot.size());
    }

    size_t mild_rounds() const {
        if (is_quick_ || graph_.ranks() <= kFewRanks || graph_.pairs() > kManyPairs)
            return 0;
        const uint64_t visits = kKept * kMild.size() * trades() * visits_of_trade();
        return std::clamp<uint64_t>(kMildVisits / visits, 1, kRounds);
    }

    const TrafficGraph &graph_;
    const Topology &topology_;
    const Costs &costs_;
    uint64_t seed_;
    bool is_quick_;
    PlacedRanks placed_;
    std::vector<Start> starts_;
    Mapping best_;
    double best_cost_ = 0;
};

// Puts the ranks of objects that are alike in order, from the innermost ones outwards.
class Ordering {
  public:
    Ordering(const Topology &topology, const Mapping &mapping)
        : topology_(topology), rank_on_(topology.slots(), PlacedRanks::kNobody), mapping_(mapping) {
        for (uint32_t rank = 0; rank < mapping.size(); ++rank)
            rank_on_[mapping[rank]] = rank;
    }

    Mapping run() {
        for (uint32_t level = topology_.depth(); level-- > 1;)
            for (uint32_t object = 0; object < topology_.objects(level - 1); ++object)
                order(level, topology_.children(level - 1, object));
        order(0, {0, topology_.objects(0)});
        for (uint32_t slot = 0; slot < rank_on_.size(); ++slot)
            if (rank_on_[slot] != PlacedRanks::kNobody)
                mapping_[rank_on_[slot]] = slot;
        return std::move(mapping_);
    }

  private:
    using Slots = std::vector<uint32_t>;  // the rank on each

    void order(uint32_t level, Range objects) {
        std::map<uint32_t, std::vector<uint32_t>> alike;  // by shape
        for (uint32_t object = objects.first; object < objects.end; ++object)
            alike[topology_.shape(level, object)].push_back(object);
        for (const auto &[shape, list] : alike)
            order_alike(level, list);
    }

    void order_alike(uint32_t level, const std::vector<uint32_t> &alike) {
        std::vector<std::pair<uint32_t, Slots>> contents;  // by the lowest rank
        for (const uint32_t object : alike) {
            const Range range = topology_.range(level, object);
            Slots slots(rank_on_.begin() + range.first, rank_on_.begin() + range.end);
            const uint32_t lowest = *std::min_element(slots.begin(), slots.end());
            contents.emplace_back(lowest, std::move(slots));
        }
        std::stable_sort(contents.begin(), contents.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        for (size_t i = 0; i < alike.size(); ++i)
            std::copy(contents[i].second.begin(), contents[i].second.end(),
                      rank_on_.begin() + topology_.range(level, alike[i]).first);
    }

    const Topology &topology_;
    std::vector<uint32_t> rank_on_;
    Mapping mapping_;
};

// How far apart slots are for all that is exchanged, by level: 1 is the least that is any distance at all.
std::vector<double> distances_of(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    Totals sum;
    graph.each_pair([&](uint32_t, uint32_t, const Totals &totals) { sum.add(totals); });
    std::vector<double> distances;
    for (uint32_t level = 0; level < topology.depth(); ++level)
        distances.push_back(static_cast<double>(sum.messages) * costs[level].message +
                            static_cast<double>(sum.bytes) * costs[level].byte);
    double unit = distances.front();
    for (const double distance : distances)
        if (distance > 0)
            unit = std::min(unit, distance);
    for (double &distance : distances)
        distance /= unit;
    return distances;
}

}  // namespace

Mapping identity(uint32_t ranks) {
    Mapping mapping(ranks);
    std::iota(mapping.begin(), mapping.end(), 0U);
    return mapping;
}

Mapping round_robin(const Topology &topology, uint32_t ranks) {
    Mapping mapping;
    for (uint32_t round = 0; mapping.size() < ranks; ++round)
        for (uint32_t node = 0; node < topology.objects(topology.node_level()) && mapping.size() < ranks; ++node) {
            const Range range = topology.range(topology.node_level(), node);
            if (round < range.size())
                mapping.push_back(range.first + round);
        }
    return mapping;
}

Mapping scotch_alone(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    const Weights weights = weights_of(graph, costs);
    const std::vector<double> distances = distances_of(graph, topology, costs);
    Mapping slots = scotch_slots(weights, topology, distances, ScotchStrategy::kDefault, 1);
    even_out(weights, std::vector<uint32_t>(topology.slots(), 1), slots);
    return slots;
}

Mapping in_order(const Topology &topology, const Mapping &mapping) {
    return Ordering(topology, mapping).run();
}

Mapping find_placement(const TrafficGraph &graph, const Topology &topology, const Costs &costs, const Mapping &before,
                       uint64_t seed, Effort effort) {
    const Mapping found = Search(graph, topology, costs, seed, effort).run(before);
    return found == before ? found : in_order(topology, found);
}

}  // namespace mpimon::placement
