#include "analysis/placement/search/grid.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace mpimon::placement {

namespace {

// What goes elsewhere than between neighbours is less than this part.
constexpr double kElsewhere = 0.1;
// Along an axis goes at least this part: other numbers of points are not looked at.
constexpr double kAlongAxis = 0.01;

using Point = std::array<uint32_t, 3>;

Point point_of(const Sides &sides, uint32_t rank) {
    return {rank / sides[2] / sides[1], rank / sides[2] % sides[1], rank % sides[2]};
}

// Steps along all axes together, and the most along one of them.
struct Way {
    uint32_t steps = 0;
    uint32_t most = 0;
};

Way way_between(const Sides &sides, uint32_t a, uint32_t b) {
    const Point from = point_of(sides, a);
    const Point to = point_of(sides, b);
    Way way;
    for (size_t axis = 0; axis < sides.size(); ++axis) {
        const uint32_t apart = std::max(from[axis], to[axis]) - std::min(from[axis], to[axis]);
        const uint32_t steps = std::min(apart, sides[axis] - apart);
        way.steps += steps;
        way.most = std::max(way.most, steps);
    }
    return way;
}

// Differences of two ranks such that at least kAlongAxis of all bytes go between ranks that differ by it.
std::set<uint32_t> usual_differences(const TrafficGraph &graph) {
    std::map<uint32_t, uint64_t> bytes;
    uint64_t all = 0;
    graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
        bytes[b - a] += totals.bytes;
        all += totals.bytes;
    });
    std::set<uint32_t> usual;
    for (const auto &[difference, part] : bytes)
        if (static_cast<double>(part) >= kAlongAxis * static_cast<double>(all))
            usual.insert(difference);
    return usual;
}

// What bytes go, in steps; infinite if too many go elsewhere than to neighbours.
double way_of_all(const TrafficGraph &graph, const Sides &sides) {
    double all = 0;
    double elsewhere = 0;
    double steps = 0;
    graph.each_pair([&](uint32_t a, uint32_t b, const Totals &totals) {
        const Way way = way_between(sides, a, b);
        const auto bytes = static_cast<double>(totals.bytes);
        all += bytes;
        elsewhere += way.most > 1 ? bytes : 0;
        steps += bytes * way.steps;
    });
    return all > 0 && elsewhere <= kElsewhere * all ? steps : std::numeric_limits<double>::infinity();
}

// The first of so many parts of a side begins at 0, part i at this.
uint32_t begin_of(uint32_t side, uint32_t parts, uint32_t i) {
    return static_cast<uint32_t>(uint64_t{side} * i / parts);
}

// Every other line is gone through from its end, so that what follows each other is near.
uint32_t turned(uint32_t i, uint32_t count, bool turns) {
    return turns ? count - 1 - i : i;
}

// Bars along one axis, so many beside each other along the two others.
class Bars {
  public:
    Bars(const Sides &sides, size_t along, uint32_t rows, uint32_t columns)
        : sides_(sides),
          along_(along),
          across_((along + 1) % 3),
          over_((along + 2) % 3),
          rows_(rows),
          columns_(columns) {}

    Mapping order() {
        mapping_.resize(size_t{sides_[0]} * sides_[1] * sides_[2]);
        next_ = 0;
        for (uint32_t i = 0; i < rows_; ++i)
            for (uint32_t j = 0; j < columns_; ++j)
                add_bar(i, turned(j, columns_, i % 2 == 1), (i * columns_ + j) % 2 == 1);
        return std::move(mapping_);
    }

  private:
    void add_bar(uint32_t row, uint32_t column, bool turns) {
        const uint32_t first = begin_of(sides_[across_], rows_, row);
        const uint32_t height = begin_of(sides_[across_], rows_, row + 1) - first;
        const uint32_t left = begin_of(sides_[over_], columns_, column);
        const uint32_t width = begin_of(sides_[over_], columns_, column + 1) - left;
        for (uint32_t k = 0; k < sides_[along_]; ++k)
            for (uint32_t i = 0; i < height; ++i)
                for (uint32_t j = 0; j < width; ++j) {
                    Point point = {};
                    point[along_] = turned(k, sides_[along_], turns);
                    point[across_] = first + turned(i, height, k % 2 == 1);
                    point[over_] = left + turned(j, width, i % 2 == 1);
                    mapping_[(point[0] * sides_[1] + point[1]) * sides_[2] + point[2]] = next_++;
                }
    }

    const Sides &sides_;
    size_t along_, across_, over_;
    uint32_t rows_, columns_;
    Mapping mapping_;
    uint32_t next_ = 0;
};

uint32_t largest_node(const Topology &topology) {
    uint32_t slots = 0;
    for (uint32_t node = 0; node < topology.objects(topology.node_level()); ++node)
        slots = std::max(slots, topology.range(topology.node_level(), node).size());
    return slots;
}

// Numbers of parts of a side; of those whose parts are as wide, one.
std::vector<uint32_t> parts_of(uint32_t side) {
    std::vector<uint32_t> parts;
    for (uint32_t width = side; width > 0; --width) {
        const uint32_t count = (side + width - 1) / width;
        if (parts.empty() || parts.back() != count)
            parts.push_back(count);
    }
    return parts;
}

}  // namespace

std::optional<Sides> find_grid(const TrafficGraph &graph) {
    std::optional<Sides> found;
    double least = std::numeric_limits<double>::infinity();
    const uint32_t ranks = graph.ranks();
    const std::set<uint32_t> usual = usual_differences(graph);
    for (const uint32_t row : usual)
        for (const uint32_t plane : usual) {
            // The difference of a plane is that of some rows; all ranks are one, or some of them.
            const uint32_t points = plane > row ? plane : ranks;
            if (row < 2 || points % row != 0 || ranks % points != 0 || points == row)
                continue;
            const Sides sides = {ranks / points, points / row, row};
            const double way = way_of_all(graph, sides);
            if (way < least) {
                least = way;
                found = sides;
            }
        }
    return found;
}

std::vector<Mapping> bar_by_bar(const TrafficGraph &graph, const Topology &topology, const Costs &costs,
                                const Sides &sides) {
    const uint32_t most = largest_node(topology);
    std::vector<Mapping> found;
    for (size_t along = 0; along < sides.size(); ++along) {
        const uint32_t height = sides[(along + 1) % 3];
        const uint32_t width = sides[(along + 2) % 3];
        double least = std::numeric_limits<double>::infinity();
        Mapping best;
        for (const uint32_t rows : parts_of(height))
            for (const uint32_t columns : parts_of(width)) {
                if (uint64_t{height / rows} * (width / columns) > most)
                    continue;  // no node has even one slice of such a bar
                Mapping mapping = Bars(sides, along, rows, columns).order();
                const double cost = cost_of(graph, topology, mapping, costs);
                if (cost < least) {
                    least = cost;
                    best = std::move(mapping);
                }
            }
        if (!best.empty())
            found.push_back(std::move(best));
    }
    return found;
}

}  // namespace mpimon::placement
