// Where processes can run: slots, in objects within objects, such as cores in packages in nodes.
#ifndef MPIMON_ANALYSIS_PLACEMENT_TOPOLOGY_H
#define MPIMON_ANALYSIS_PLACEMENT_TOPOLOGY_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mpimon::placement {

constexpr uint32_t kMostSlots = uint32_t{1} << 24U;
constexpr uint32_t kMostLevels = 16;

// The slot of each rank; no two have the same one.
using Mapping = std::vector<uint32_t>;

// Slots, or objects of a level, from the first one to before the end.
struct Range {
    uint32_t first = 0;
    uint32_t end = 0;

    uint32_t size() const { return end - first; }
    bool has(uint32_t number) const { return first <= number && number < end; }
};

// What a topology is built from, level by level from the outermost on.
struct Tree {
    std::vector<std::string> levels;  // "node", "package", "core"
    std::vector<std::vector<uint32_t>>
        counts;                      // by level: of each object of the level before, how many it has; 1 or more
    std::vector<std::string> hosts;  // by node; empty: they have no names
};

// Slots are numbered depth first, so the slots of an object are consecutive. The last level's objects are the slots.
class Topology {
  public:
    // Throws AnalysisError if it has no slot or too many, or too many levels.
    explicit Topology(const Tree &tree);

    const std::vector<std::string> &levels() const { return levels_; }
    uint32_t depth() const { return static_cast<uint32_t>(levels_.size()); }
    uint32_t slots() const { return static_cast<uint32_t>(codes_.size()); }

    uint32_t objects(uint32_t level) const { return static_cast<uint32_t>(starts_[level].size() - 1); }
    Range range(uint32_t level, uint32_t object) const { return {starts_[level][object], starts_[level][object + 1]}; }
    // The object of a level that a slot is in.
    uint32_t object_of(uint32_t level, uint32_t slot) const;
    // The objects of level + 1 in an object of a level that is not the last.
    Range children(uint32_t level, uint32_t object) const {
        return {children_[level][object], children_[level][object + 1]};
    }

    // Objects of a level with the same number are alike in all that is within them.
    uint32_t shape(uint32_t level, uint32_t object) const { return shapes_[level][object]; }
    // Whether all objects of each level are alike.
    bool is_uniform() const;

    // The level whose objects are nodes, and the names of these; empty if they have none.
    uint32_t node_level() const { return node_level_; }
    const std::vector<std::string> &hosts() const { return hosts_; }

    // Two slots have codes of which the highest bit that differs tells the outermost level at which they are apart.
    uint64_t code(uint32_t slot) const { return codes_[slot]; }
    // The level by the number of that bit, counted from 1; element 0, for the same slot, is depth().
    const std::array<uint8_t, 65> &level_of_bit() const { return level_of_bit_; }
    uint32_t level_between(uint32_t a, uint32_t b) const { return level_of_bit_[bits_of(codes_[a] ^ codes_[b])]; }

    static uint32_t bits_of(uint64_t word) { return word == 0 ? 0 : 64 - static_cast<uint32_t>(__builtin_clzll(word)); }

  private:
    void find_ranges(const Tree &tree);
    void find_shapes();
    void find_codes(const Tree &tree);

    std::vector<std::string> levels_;
    std::vector<std::string> hosts_;
    uint32_t node_level_ = 0;
    std::vector<std::vector<uint32_t>> starts_;  // by level: the first slot of each object, and the number of slots
    std::vector<std::vector<uint32_t>> children_;
    std::vector<std::vector<uint32_t>> shapes_;
    std::vector<uint64_t> codes_;
    std::array<uint8_t, 65> level_of_bit_ = {};
};

}  // namespace mpimon::placement

#endif
