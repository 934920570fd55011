// How much less the placements cost that are found here than those of Scotch alone: benchmark [RANKS...]; benchmark
// large RANKS PEERS finds one for a large job, for its time and memory. Prints rows of a table, and the geometric mean.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "analysis/placement/placement.h"
#include "analysis/placement/search/multisection.h"
#include "analysis/placement/search/random.h"
#include "graphs.h"

namespace {

using namespace mpimon::placement;

struct Case {
    std::string name;
    TrafficGraph graph;
    std::vector<uint32_t> sides;  // of the grid, if ranks exchange with their neighbours along its axes, and alike
};

// A grid of so many ranks, as square as it can be.
uint32_t side_of(uint32_t ranks, double root) {
    auto side = static_cast<uint32_t>(std::lround(std::pow(ranks, root)));
    while (ranks % side != 0)
        --side;
    return side;
}

std::vector<Case> cases_of(uint32_t ranks) {
    const uint32_t plane = side_of(ranks, 1.0 / 3);
    const uint32_t row = side_of(ranks / plane, 0.5);
    const uint32_t rows = side_of(ranks, 0.5);
    std::vector<Case> cases;
    const uint32_t columns = ranks / rows;
    const uint32_t depth = ranks / plane / row;
    cases.push_back({"2D stencil, 5 points", mpimon::test::stencil_2d(rows, columns, false), {rows, columns}});
    cases.push_back({"3D stencil, 7 points", mpimon::test::stencil_3d(plane, row, depth, false), {plane, row, depth}});
    cases.push_back({"2D stencil, 9 points", mpimon::test::stencil_2d(rows, columns, true), {}});
    cases.push_back({"3D stencil, 27 points", mpimon::test::stencil_3d(plane, row, depth, true), {}});
    cases.push_back({"rgg", mpimon::test::random_geometric(ranks, 1), {}});
    cases.push_back({"delaunay", mpimon::test::delaunay(ranks, 1), {}});
    cases.push_back({"rows of a grid's matrix", mpimon::test::rows_of_grid_matrix(ranks, 60, 16 * rows), {}});
    cases.push_back({"rows of a matrix of blocks", mpimon::test::rows_of_block_matrix(ranks, 16, 1), {}});
    return cases;
}

struct Shape {
    const char *name;
    std::vector<uint32_t> arity;  // of packages in a node, and of cores in a package
};

Topology topology_of(uint32_t ranks, const Shape &shape) {
    const uint32_t nodes = (ranks + shape.arity[0] * shape.arity[1] - 1) / (shape.arity[0] * shape.arity[1]);
    return Topology(Tree{{"node", "package", "core"},
                         {{nodes},
                          std::vector<uint32_t>(nodes, shape.arity[0]),
                          std::vector<uint32_t>(size_t{nodes} * shape.arity[0], shape.arity[1])},
                         {}});
}

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// J of what Scotch maps, even if it puts several ranks on a slot, which then are at no distance.
double cost_of_scotch(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    const std::vector<double> distances = usual_distances(topology.depth());
    return cost_of(graph, topology,
                   scotch_slots(weights_of(graph, costs), topology, distances, ScotchStrategy::kDefault, 1), costs);
}

// The best of some.
double cost_of_random(const TrafficGraph &graph, const Topology &topology, const Costs &costs) {
    Random random(1);
    double best = std::numeric_limits<double>::max();
    for (int i = 0; i < 10; ++i) {
        Mapping slots = identity(topology.slots());
        random.shuffle(slots);
        slots.resize(graph.ranks());
        best = std::min(best, cost_of(graph, topology, slots, costs));
    }
    return best;
}

// How many sides a set of so many points of a grid has at least: in the plane by F. Harary and H. Harborth, Extremal
// animals, 1976; in space by L. H. Loomis and H. Whitney, An inequality related to the isoperimetric inequality, 1949.
double least_sides(size_t dimensions, double points) {
    if (dimensions == 2)
        return 2 * std::ceil(2 * std::sqrt(points));
    return 2 * std::ceil(3 * std::cbrt(points * points) - 1e-9);
}

// J that no placement of a stencil is below, on nodes that are full: of all sides of a level's objects, those that are
// not at the end of the grid come in pairs, and each pair is an exchange between two objects.
double least_cost(const Case &one, const Shape &shape) {
    const double ranks = one.graph.ranks();
    double sides_of_grid = 0;
    for (const uint32_t side : one.sides)
        sides_of_grid += 2 * ranks / side;
    const auto exchanges_between = [&](double points) {
        return std::ceil((ranks / points * least_sides(one.sides.size(), points) - sides_of_grid) / 2);
    };
    const double all = exchanges_between(1);
    const double packages = exchanges_between(shape.arity[1]);
    const double nodes = exchanges_between(shape.arity[0] * shape.arity[1]);
    const std::vector<double> distances = usual_distances(3);
    const double bytes = 2.0 * mpimon::test::kSideBytes;  // there and back
    return bytes * (distances[2] * (all - packages) + distances[1] * (packages - nodes) + distances[0] * nodes);
}

constexpr double kNearly = 1 - 1e-9;

struct Found {
    double ratio;        // to what Scotch alone finds
    bool can_be_better;  // than that, as far as is known
};

Found find(const Case &one, const Shape &shape) {
    const Topology topology = topology_of(one.graph.ranks(), shape);
    const std::vector<double> distances = usual_distances(topology.depth());
    const Costs costs = costs_of_bytes(distances);
    const double scotch = cost_of(one.graph, topology, scotch_alone(one.graph, topology, costs), costs);
    const double raw = cost_of_scotch(one.graph, topology, costs);
    const double random = cost_of_random(one.graph, topology, costs);
    const Mapping in_rank_order = identity(one.graph.ranks());
    const double ordered = cost_of(one.graph, topology, in_rank_order, costs);
    const double cyclic = cost_of(one.graph, topology, round_robin(topology, one.graph.ranks()), costs);
    const double start = seconds();
    const Mapping found = find_placement(one.graph, topology, costs, in_rank_order, 1);
    const double took = seconds() - start;
    const double cost = cost_of(one.graph, topology, found, costs);
    const double least = one.sides.empty() ? 0 : least_cost(one, shape);
    fmt::print("| {} | {} | {} | {:.4g} | {:.4g} | {:.4g} | {:.4g} | {:.4g} | {:.4g} | {} | {:+.1f} % | {:.1f} s |\n",
               one.name, one.graph.ranks(), shape.name, ordered, cyclic, random, raw, scotch, cost,
               least > 0 ? fmt::format("{:.4g}", least) : "", 100 * (cost / scotch - 1), took);
    if (cost < least * kNearly)
        fmt::print("worse: a bound that is too high\n");
    if (cost > std::min({ordered, cyclic, random, scotch}))
        fmt::print("worse than another one\n");
    std::fflush(stdout);
    return {cost / scotch, least < scotch * kNearly};
}

// The geometric mean of ratios.
struct Mean {
    double logarithms = 0;
    size_t count = 0;

    void add(double ratio) {
        logarithms += std::log(ratio);
        ++count;
    }
    void add(const Mean &other) {
        logarithms += other.logarithms;
        count += other.count;
    }
    // More than 1, in percent.
    double percent() const { return 100 * (std::exp(logarithms / static_cast<double>(count)) - 1); }
};

// On nodes of 16 and of 24 cores that are all full, each size is about the one that is asked for.
void compare(const std::vector<uint32_t> &sizes) {
    const std::vector<Shape> shapes = {{"2 x 8", {2, 8}}, {"2 x 12", {2, 12}}, {"4 x 6", {4, 6}}};
    fmt::print(
        "| graph | ranks | packages x cores of a node | in rank order | round robin | random | Scotch, as it is | "
        "Scotch alone | here | none below | difference | time |\n"
        "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    std::string means;
    Mean all;
    Mean gains;
    for (const uint32_t size : sizes) {
        Mean of_size;
        for (const Shape &shape : shapes) {
            const uint32_t node = shape.arity[0] * shape.arity[1];
            for (const Case &one : cases_of(std::max(1U, (size + node / 2) / node) * node)) {
                const Found found = find(one, shape);
                of_size.add(found.ratio);
                if (found.can_be_better)
                    gains.add(found.ratio);
            }
        }
        all.add(of_size);
        means +=
            fmt::format("geometric mean of {} of {} ranks or so: {:+.1f} %\n", of_size.count, size, of_size.percent());
    }
    fmt::print(
        "\n{}geometric mean of {} where Scotch alone is not at the bound: {:+.1f} %\ngeometric mean of {}: {:+.1f} %\n",
        means, gains.count, gains.percent(), all.count, all.percent());
}

void find_large(uint32_t ranks, uint32_t peers) {
    const TrafficGraph graph = mpimon::test::many_peers(ranks, peers, 1);
    const Topology topology = topology_of(ranks, {"", {2, 16}});
    const Costs costs = costs_of_bytes(usual_distances(topology.depth()));
    const Mapping in_rank_order = identity(ranks);
    const double start = seconds();
    const Mapping found = find_placement(graph, topology, costs, in_rank_order, 1);
    fmt::print("{} ranks, {} pairs: {:.1f} s, J {:.4g} instead of {:.4g}\n", ranks, graph.pairs(), seconds() - start,
               cost_of(graph, topology, found, costs), cost_of(graph, topology, in_rank_order, costs));
}

}  // namespace

int main(int argc, char **argv) {
    const bool large = argc == 4 && std::strcmp(argv[1], "large") == 0;
    std::vector<uint32_t> numbers;
    for (int i = large ? 2 : 1; i < argc; ++i) {
        uint32_t number = 0;
        std::from_chars(argv[i], argv[i] + std::strlen(argv[i]), number);
        if (number < 8) {
            fmt::print(stderr, "usage: benchmark [RANKS...], or benchmark large RANKS PEERS; of 8 at least\n");
            return 2;
        }
        numbers.push_back(number);
    }
    if (large)
        find_large(numbers[0], numbers[1]);
    else
        compare(numbers.empty() ? std::vector<uint32_t>{64, 256, 1024, 4096} : numbers);
    return 0;
}
