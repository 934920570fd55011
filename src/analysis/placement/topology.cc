#include "analysis/placement/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/failure.h"

namespace mpimon::placement {

namespace {

// The level of nodes, by the names that it has with hwloc, launchers and batch systems: a machine may have nodes.
size_t node_level_of(const std::vector<std::string> &levels) {
    for (const char *name : {"node", "host", "machine"}) {
        const auto found = std::find(levels.begin(), levels.end(), name);
        if (found != levels.end())
            return static_cast<size_t>(found - levels.begin());
    }
    return levels.size();
}

// Where no level is of nodes, all is in one.
Tree with_nodes(Tree tree) {
    if (node_level_of(tree.levels) == tree.levels.size()) {
        tree.levels.insert(tree.levels.begin(), "node");
        tree.counts.insert(tree.counts.begin(), {1});
    }
    return tree;
}

}  // namespace

Topology::Topology(const Tree &tree) {
    const Tree whole = with_nodes(tree);
    levels_ = whole.levels;
    hosts_ = whole.hosts;
    node_level_ = static_cast<uint32_t>(node_level_of(levels_));
    if (depth() > kMostLevels)
        throw AnalysisError(
            fmt::format("a topology of {} levels, and at most {} are possible", depth(), uint32_t{kMostLevels}));
    find_ranges(whole);
    find_shapes();
    find_codes(whole);
}

void Topology::find_ranges(const Tree &tree) {
    children_.resize(depth());
    for (uint32_t level = 0; level < depth(); ++level) {
        uint64_t objects = 0;
        for (const uint32_t count : tree.counts[level]) {
            if (level > 0)
                children_[level - 1].push_back(static_cast<uint32_t>(objects));
            objects += count;
            if (count == 0 || objects > kMostSlots)
                throw AnalysisError(fmt::format("a topology of {} {}s, and from 1 to {} are possible", objects,
                                                levels_[level], uint32_t{kMostSlots}));
        }
        if (level > 0)
            children_[level - 1].push_back(static_cast<uint32_t>(objects));
        else
            starts_.assign(depth(), {});
        starts_[level].resize(objects + 1);
    }
    std::iota(starts_.back().begin(), starts_.back().end(), 0U);
    for (uint32_t level = depth() - 1; level-- > 0;)
        for (size_t object = 0; object < starts_[level].size(); ++object)
            starts_[level][object] = starts_[level + 1][children_[level][object]];
}

void Topology::find_shapes() {
    shapes_.resize(depth());
    shapes_.back().assign(objects(depth() - 1), 0);
    for (uint32_t level = depth() - 1; level-- > 0;) {
        std::map<std::vector<uint32_t>, uint32_t> known;  // a shape's children's, and its number
        for (uint32_t object = 0; object < objects(level); ++object) {
            const auto first = shapes_[level + 1].begin();
            const std::vector<uint32_t> within(first + children_[level][object], first + children_[level][object + 1]);
            shapes_[level].push_back(known.emplace(within, static_cast<uint32_t>(known.size())).first->second);
        }
    }
}

void Topology::find_codes(const Tree &tree) {
    codes_.assign(1, 0);
    uint32_t bits = 0;
    std::vector<uint32_t> bits_of_level;
    for (uint32_t level = 0; level < depth(); ++level) {
        const std::vector<uint32_t> &counts = tree.counts[level];
        bits_of_level.push_back(bits_of(*std::max_element(counts.begin(), counts.end()) - 1));
        bits += bits_of_level.back();
        if (bits > 64)
            throw AnalysisError("a topology whose objects have too different numbers of objects within");
        std::vector<uint64_t> codes;
        for (size_t around = 0; around < counts.size(); ++around)
            for (uint32_t i = 0; i < counts[around]; ++i)
                codes.push_back(codes_[around] << bits_of_level.back() | i);
        codes_ = std::move(codes);
    }
    level_of_bit_.fill(0);
    level_of_bit_[0] = static_cast<uint8_t>(depth());
    uint32_t bit = 1;
    for (uint32_t level = depth(); level-- > 0;)
        for (uint32_t i = 0; i < bits_of_level[level]; ++i)
            level_of_bit_[bit++] = static_cast<uint8_t>(level);
}

uint32_t Topology::object_of(uint32_t level, uint32_t slot) const {
    const std::vector<uint32_t> &starts = starts_[level];
    return static_cast<uint32_t>(std::upper_bound(starts.begin(), starts.end(), slot) - starts.begin() - 1);
}

bool Topology::is_uniform() const {
    return std::all_of(shapes_.begin(), shapes_.end(), [](const std::vector<uint32_t> &shapes) {
        return std::all_of(shapes.begin(), shapes.end(), [](uint32_t shape) { return shape == 0; });
    });
}

}  // namespace mpimon::placement
