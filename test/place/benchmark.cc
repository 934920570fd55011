// How much less the placements cost that are found here than those of Scotch alone: benchmark [RANKS...]; benchmark
// large RANKS PEERS finds one for a large job, for its time and memory. Prints rows of a table, and the geometric mean.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
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
    std::vector<uint32_t> sides;  // of the grid, if ranks exchange with their neighbours in one
    bool corners;                 // and with those that only an edge or a corner is shared with
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
    cases.push_back({"2D stencil, 5 points", mpimon::test::stencil_2d(rows, columns, false), {rows, columns}, false});
    cases.push_back(
        {"3D stencil, 7 points", mpimon::test::stencil_3d(plane, row, depth, false), {plane, row, depth}, false});
    cases.push_back({"2D stencil, 9 points", mpimon::test::stencil_2d(rows, columns, true), {rows, columns}, true});
    cases.push_back(
        {"3D stencil, 27 points", mpimon::test::stencil_3d(plane, row, depth, true), {plane, row, depth}, true});
    cases.push_back({"rgg", mpimon::test::random_geometric(ranks, 1), {}, false});
    cases.push_back({"delaunay", mpimon::test::delaunay(ranks, 1), {}, false});
    cases.push_back({"rows of a grid's matrix", mpimon::test::rows_of_grid_matrix(ranks, 60, 16 * rows), {}, false});
    cases.push_back({"rows of a matrix of blocks", mpimon::test::rows_of_block_matrix(ranks, 16, 1), {}, false});
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

// Of all cores, so that it does not matter what else the machine does.
double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
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

// Directions in which ranks exchange in a grid that are alike: along so many of its axes at once, each of them to and
// fro.
struct Directions {
    double exchanges = 0;  // in the whole grid
    double count = 0;
};

// By how many axes.
std::vector<Directions> directions_of(const std::vector<uint32_t> &sides, bool corners) {
    std::vector<Directions> all(sides.size() + 1);
    const auto steps = static_cast<uint32_t>(std::lround(std::pow(3, sides.size())));
    for (uint32_t step = 0; step < steps; ++step) {
        size_t axes = 0;
        double exchanges = 1;
        for (uint32_t i = 0, rest = step; i < sides.size(); ++i, rest /= 3) {
            const bool moves = rest % 3 != 0;
            axes += moves;
            exchanges *= moves ? sides[i] - 1 : sides[i];
        }
        if (axes == 0 || (axes > 1 && !corners))
            continue;
        all[axes].exchanges += exchanges / 2;  // a step and the one back are one
        all[axes].count += 0.5;
    }
    return all;
}

// How many lines in these directions meet a set of so many points of a grid, at least: along the axes of the plane by
// F. Harary and H. Harborth, Extremal animals, 1976; in other directions of the plane since two lines meet in at most
// one point; in space by L. H. Loomis and H. Whitney, An inequality related to the isoperimetric inequality, 1949,
// which holds for any three directions that are not in a plane.
double least_lines(size_t dimensions, double directions, double points) {
    const auto each = dimensions == 2 ? std::sqrt(points) : std::cbrt(points * points);
    return std::ceil(directions * each - 1e-9);
}

// J that no placement of a stencil is below, on nodes that are full. On each line through an object one exchange less
// is within it than it has points of the object; the others are between objects.
double least_cost(const Case &one, const Shape &shape) {
    const double ranks = one.graph.ranks();
    const std::vector<double> distances = usual_distances(3);
    const std::vector<Directions> directions = directions_of(one.sides, one.corners);
    double cost = 0;
    for (size_t axes = 1; axes < directions.size(); ++axes) {
        const auto &[all, count] = directions[axes];
        const auto between = [&, all = all, count = count](double points) {
            const double within = count * points - least_lines(one.sides.size(), count, points);
            return std::max(0.0, std::ceil(all - ranks / points * within));
        };
        const double packages = between(shape.arity[1]);
        const double nodes = between(shape.arity[0] * shape.arity[1]);
        const double bytes = 2.0 * mpimon::test::kBytesShared[axes - 1];  // there and back
        cost += bytes *
                (distances[2] * all + (distances[1] - distances[2]) * packages + (distances[0] - distances[1]) * nodes);
    }
    return cost;
}

constexpr double kNearly = 1 - 1e-9;
constexpr double kTenthLess = 0.9;

struct Found {
    double ratio;        // to what Scotch alone finds
    bool can_be_better;  // by a tenth than that, as far as is known
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
    const double start = cpu_seconds();
    const Mapping found = find_placement(one.graph, topology, costs, in_rank_order, 1);
    const double took = cpu_seconds() - start;
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
    return {cost / scotch, least <= kTenthLess * scotch};
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
        "Scotch alone | here | none below | difference | CPU time |\n"
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
        "\n{}geometric mean of {} where 10 % less is not known to be impossible: {:+.1f} %\ngeometric mean of {}: "
        "{:+.1f} %\n",
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
