#include "analysis/placement/search/scotch_mapping.h"

// Needed by scotch.h.
#include <cstdio>

#include <scotch/scotch.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <limits>

#include "analysis/failure.h"

// What Scotch says of its errors, instead of its own library for that, which prints. A return value tells them, too.
extern "C" {
void SCOTCH_errorProg(const char *const /*program*/) {}
void SCOTCH_errorPrint(const char *const /*format*/, ...) {}
void SCOTCH_errorPrintW(const char *const /*format*/, ...) {}
}

namespace mpimon::placement {

namespace {

void check(int failed, const char *what) {
    if (failed != 0)
        throw AnalysisError(std::string("Scotch failed in ") + what);
}

// Scotch's structures, made and freed.
template <class Structure, int (*kInit)(Structure *), void (*kExit)(Structure *)>
class Held {
  public:
    Held() { check(kInit(&structure_), "making a structure"); }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    ~Held() { kExit(&structure_); }

    Structure *get() { return &structure_; }

  private:
    Structure structure_;
};

using Graph = Held<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using Arch = Held<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using Strategy = Held<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;
using Context = Held<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;

// Weights as whole numbers of which the sum, times the largest distance, is in a SCOTCH_Num's range.
std::vector<SCOTCH_Num> loads_of(const Weights &weights, double largest_distance) {
    double sum = 0;
    double lightest = std::numeric_limits<double>::max();
    for (const double weight : weights.weight) {
        sum += weight;
        lightest = std::min(lightest, weight);
    }
    const double most = std::numeric_limits<SCOTCH_Num>::max() / (4 * largest_distance);
    const double factor = lightest >= 1 && sum <= most ? 1 : most / sum;
    std::vector<SCOTCH_Num> loads;
    loads.reserve(weights.weight.size());
    for (const double weight : weights.weight)
        loads.push_back(std::max<SCOTCH_Num>(1, static_cast<SCOTCH_Num>(std::lround(weight * factor))));
    return loads;
}

SCOTCH_Num flags_of(ScotchStrategy strategy) {
    switch (strategy) {
        case ScotchStrategy::kQuality:
            return SCOTCH_STRATQUALITY;
        case ScotchStrategy::kRecursive:
            return SCOTCH_STRATQUALITY | SCOTCH_STRATRECURSIVE;
        case ScotchStrategy::kBalance:
            return SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE;
        case ScotchStrategy::kSpeed:
            return SCOTCH_STRATSPEED;
        case ScotchStrategy::kDefault:
            break;
    }
    return SCOTCH_STRATDEFAULT;
}

// One thread: several make what Scotch finds depend on chance.
std::vector<uint32_t> map(const Weights &weights, Arch &arch, double largest_distance, uint32_t targets,
                          ScotchStrategy strategy, uint64_t seed) {
    const std::vector<SCOTCH_Num> first(weights.first.begin(), weights.first.end());
    const std::vector<SCOTCH_Num> peers(weights.peer.begin(), weights.peer.end());
    const std::vector<SCOTCH_Num> loads = loads_of(weights, largest_distance);
    const auto vertices = static_cast<SCOTCH_Num>(weights.vertices());
    Graph graph;
    check(SCOTCH_graphBuild(graph.get(), 0, vertices, first.data(), nullptr, nullptr, nullptr, first.back(),
                            peers.data(), loads.data()),
          "building a graph");
    Context context;
    check(SCOTCH_contextRandomClone(context.get()), "making random numbers");
    SCOTCH_contextRandomSeed(context.get(), static_cast<SCOTCH_Num>(seed % 1000000007));
    check(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1), "setting an option");
    check(SCOTCH_contextThreadSpawn(context.get(), 1, nullptr), "using one thread");
    Graph bound;
    check(SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()), "binding a graph");
    Strategy how;
    if (strategy != ScotchStrategy::kDefault)
        check(SCOTCH_stratGraphMapBuild(how.get(), flags_of(strategy), static_cast<SCOTCH_Num>(targets), 0),
              "building a strategy");
    std::vector<SCOTCH_Num> found(weights.vertices());
    check(SCOTCH_graphMap(bound.get(), arch.get(), how.get(), found.data()), "mapping");
    return {found.begin(), found.end()};
}

}  // namespace

std::vector<uint32_t> scotch_parts(const Weights &weights, const std::vector<uint32_t> &sizes, ScotchStrategy strategy,
                                   uint64_t seed) {
    const std::vector<SCOTCH_Num> parts(sizes.begin(), sizes.end());
    Arch arch;
    check(SCOTCH_archCmpltw(arch.get(), static_cast<SCOTCH_Num>(parts.size()), parts.data()), "describing parts");
    return map(weights, arch, 1, static_cast<uint32_t>(sizes.size()), strategy, seed);
}

std::vector<uint32_t> scotch_slots(const Weights &weights, const Topology &topology,
                                   const std::vector<double> &distances, ScotchStrategy strategy, uint64_t seed) {
    std::vector<SCOTCH_Num> sizes;
    std::vector<SCOTCH_Num> links;
    for (uint32_t level = 0; level < topology.depth(); ++level) {
        const uint32_t around = level == 0 ? 1 : topology.objects(level - 1);
        // No pair is apart at a level of single objects; Scotch 7.0 divides by zero where one is between others.
        if (topology.objects(level) == around && level + 1 < topology.depth())
            continue;
        sizes.push_back(static_cast<SCOTCH_Num>(topology.objects(level) / around));
        links.push_back(static_cast<SCOTCH_Num>(std::lround(distances[level])));
    }
    Arch arch;
    check(SCOTCH_archTleaf(arch.get(), static_cast<SCOTCH_Num>(sizes.size()), sizes.data(), links.data()),
          "describing a topology");
    return map(weights, arch, distances.front(), topology.slots(), strategy, seed);
}

}  // namespace mpimon::placement
