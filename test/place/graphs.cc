#include "graphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "analysis/placement/search/random.h"

namespace mpimon::test {

namespace {

using placement::Exchange;
using placement::Random;

struct Point {
    double x;
    double y;
};

std::vector<Point> random_points(uint32_t count, uint64_t seed) {
    Random random(seed);
    std::vector<Point> points(count);
    for (Point &point : points)
        point = {random.unit(), random.unit()};
    return points;
}

// The triangulation, point by point: triangles whose circle has the new point in it make room for others.
class Triangulation {
  public:
    explicit Triangulation(std::vector<Point> points) : points_(std::move(points)) {
        const auto count = static_cast<uint32_t>(points_.size());
        // A triangle around all of them.
        points_.insert(points_.end(), {{-20, -20}, {40, -20}, {-20, 40}});
        triangles_ = {{count, count + 1, count + 2}};
        for (uint32_t point = 0; point < count; ++point)
            add(point);
        for (const Triangle &triangle : triangles_)
            for (size_t i = 0; i < 3; ++i)
                if (triangle[i] < count && triangle[(i + 1) % 3] < count)
                    edges_.insert(std::minmax(triangle[i], triangle[(i + 1) % 3]));
    }

    const std::set<std::pair<uint32_t, uint32_t>> &edges() const { return edges_; }

  private:
    using Triangle = std::array<uint32_t, 3>;  // counterclockwise

    bool circle_has(const Triangle &triangle, const Point &point) const {
        std::array<std::array<double, 3>, 3> rows;
        for (size_t i = 0; i < 3; ++i) {
            const double x = points_[triangle[i]].x - point.x;
            const double y = points_[triangle[i]].y - point.y;
            rows[i] = {x, y, x * x + y * y};
        }
        const auto minor = [&](size_t a, size_t b) { return rows[a][0] * rows[b][1] - rows[b][0] * rows[a][1]; };
        return rows[0][2] * minor(1, 2) - rows[1][2] * minor(0, 2) + rows[2][2] * minor(0, 1) > 0;
    }

    void add(uint32_t point) {
        std::set<std::pair<uint32_t, uint32_t>> border;  // of the hole, each with the hole on its left
        size_t kept = 0;
        for (const Triangle &triangle : triangles_) {
            if (!circle_has(triangle, points_[point])) {
                triangles_[kept++] = triangle;
                continue;
            }
            for (size_t i = 0; i < 3; ++i)
                if (border.erase({triangle[(i + 1) % 3], triangle[i]}) == 0)
                    border.insert({triangle[i], triangle[(i + 1) % 3]});
        }
        triangles_.resize(kept);
        for (const auto &[from, to] : border)
            triangles_.push_back({from, to, point});
    }

    std::vector<Point> points_;
    std::vector<Triangle> triangles_;
    std::set<std::pair<uint32_t, uint32_t>> edges_;
};

// What rows of a matrix need of each other, as exchanges of the ranks that have them.
class Rows {
  public:
    Rows(uint32_t ranks, uint32_t rows_each) : ranks_(ranks), rows_each_(rows_each) {}

    uint64_t count() const { return uint64_t{ranks_} * rows_each_; }

    // A rank gets an element of the vector once, however many of its rows need it.
    void entry(uint64_t row, uint64_t column) {
        const auto getter = static_cast<uint32_t>(row / rows_each_);
        if (getter != column / rows_each_)
            needed_.insert({getter, column});
    }

    TrafficGraph graph() const {
        std::vector<Exchange> exchanges;
        for (const auto &[getter, column] : needed_)
            exchanges.push_back({static_cast<uint32_t>(column / rows_each_), getter, {1, sizeof(double)}});
        return {ranks_, std::move(exchanges)};
    }

  private:
    uint32_t ranks_;
    uint32_t rows_each_;
    std::set<std::pair<uint32_t, uint64_t>> needed_;
};

}  // namespace

TrafficGraph stencil_2d(uint32_t rows, uint32_t columns, bool corners) {
    return stencil_3d(1, rows, columns, corners);
}

TrafficGraph stencil_3d(uint32_t planes, uint32_t rows, uint32_t columns, bool corners) {
    std::vector<Exchange> exchanges;
    const auto rank_at = [&](int64_t plane, int64_t row, int64_t column) {
        return static_cast<uint32_t>((plane * rows + row) * columns + column);
    };
    const auto add = [&](int64_t plane, int64_t row, int64_t column, int64_t dp, int64_t dr, int64_t dc) {
        const auto shared = static_cast<size_t>(std::abs(dp) + std::abs(dr) + std::abs(dc));
        if (shared == 0 || (shared > 1 && !corners) || plane + dp < 0 || plane + dp >= planes || row + dr < 0 ||
            row + dr >= rows || column + dc < 0 || column + dc >= columns)
            return;
        exchanges.push_back(
            {rank_at(plane, row, column), rank_at(plane + dp, row + dr, column + dc), {1, kBytesShared[shared - 1]}});
    };
    for (int64_t plane = 0; plane < planes; ++plane)
        for (int64_t row = 0; row < rows; ++row)
            for (int64_t column = 0; column < columns; ++column)
                for (int64_t step = 0; step < 27; ++step)
                    add(plane, row, column, step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1);
    return {planes * rows * columns, std::move(exchanges)};
}

TrafficGraph random_geometric(uint32_t ranks, uint64_t seed) {
    const std::vector<Point> points = random_points(ranks, seed);
    const double radius = 0.55 * std::sqrt(std::log(ranks) / ranks);
    std::vector<Exchange> exchanges;
    for (uint32_t a = 0; a < ranks; ++a)
        for (uint32_t b = a + 1; b < ranks; ++b)
            if (std::hypot(points[a].x - points[b].x, points[a].y - points[b].y) < radius)
                exchanges.push_back({a, b, {1, 1024}});
    return {ranks, std::move(exchanges)};
}

TrafficGraph delaunay(uint32_t ranks, uint64_t seed) {
    std::vector<Exchange> exchanges;
    const Triangulation triangulation(random_points(ranks, seed));
    for (const auto &[a, b] : triangulation.edges())
        exchanges.push_back({a, b, {1, 1024}});
    return {ranks, std::move(exchanges)};
}

TrafficGraph rows_of_grid_matrix(uint32_t ranks, uint32_t rows_each, uint32_t width) {
    Rows rows(ranks, rows_each);
    for (uint64_t row = 0; row < rows.count(); ++row)
        for (const uint64_t step : {uint64_t{1}, uint64_t{width}})
            if (row + step < rows.count() && (step > 1 || (row + 1) % width != 0)) {
                rows.entry(row, row + step);
                rows.entry(row + step, row);
            }
    return rows.graph();
}

TrafficGraph rows_of_block_matrix(uint32_t ranks, uint32_t rows_each, uint64_t seed) {
    constexpr uint32_t kBlock = 30;
    constexpr uint64_t kFarthest = 40;  // blocks away
    Rows rows(ranks, rows_each);
    for (uint64_t row = 0; row < rows.count(); ++row) {
        const uint64_t block = row / kBlock;
        // A row of a block needs that of the same place in two others, which all of the block's rows have in common.
        Random of_block(seed + block);
        const uint64_t near = block + 1 + of_block.below(2);
        const uint64_t far = block + 1 + of_block.below(kFarthest);
        for (const uint64_t other : {block, near, far})
            for (uint32_t i = 0; i < kBlock; i += other == block ? 1 : 5)
                if (other * kBlock + i < rows.count()) {
                    rows.entry(row, other * kBlock + i);
                    rows.entry(other * kBlock + i, row);
                }
    }
    return rows.graph();
}

TrafficGraph many_peers(uint32_t ranks, uint32_t peers, uint64_t seed) {
    Random random(seed);
    std::vector<uint32_t> number(ranks);
    std::iota(number.begin(), number.end(), 0U);
    random.shuffle(number);
    std::vector<Exchange> exchanges;
    for (uint32_t rank = 0; rank < ranks; ++rank)
        for (uint32_t i = 0; i < peers / 2; ++i) {
            const uint32_t peer = i % 2 == 0 ? (rank + 1 + i / 2) % ranks : random.below(ranks);
            exchanges.push_back({number[rank], number[peer], {1, 1 + random.below(100000)}});
        }
    return {ranks, std::move(exchanges)};
}

}  // namespace mpimon::test
