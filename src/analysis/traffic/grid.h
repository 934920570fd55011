// The traffic matrix, folded to a size that can be shown.
#ifndef MPIMON_ANALYSIS_TRAFFIC_GRID_H
#define MPIMON_ANALYSIS_TRAFFIC_GRID_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/place/groups.h"
#include "analysis/place/locality.h"
#include "profile/read/profile.h"

namespace mpimon {

struct Fold {
    enum Kind { kAuto, kNone, kNode, kBlocks } kind = kAuto;
    uint32_t ranks = 1;  // in a block
};

struct GridOptions {
    ClassSet classes = ClassSet::all();
    bool messages = false;             // else bytes
    bool waiting = false;              // else traffic; the time in nanoseconds that rows waited for columns
    bool self = false;                 // with what ranks sent to themselves
    std::vector<Locality> localities;  // only between ranks that are there to each other; empty: wherever they are
    Fold fold;
    std::optional<GroupBy> by;   // then `fold` does not matter
    size_t most_cells = 128;     // rows and columns that kAuto leaves at most
    size_t largest_side = 2048;  // rows and columns at most
};

// The matrix is not made symmetric: rows send, columns receive; a one-sided read goes from its target to its origin.
struct Grid {
    size_t side = 0;
    std::vector<uint64_t> values;  // side * side, row by row
    uint32_t block = 1;            // consecutive ranks in a cell, unless cells are groups
    std::optional<GroupBy> by;
    std::vector<std::string> groups;  // their labels, if cells are groups
    bool messages = false;
    bool waiting = false;
    std::array<uint64_t, kLocalities> by_locality = {};  // of what is in the cells, as far as places are known

    uint64_t at(size_t row, size_t column) const { return values[row * side + column]; }
    uint64_t row_sum(size_t row) const;
};

// The values' range on a logarithmic scale.
struct LogScale {
    uint64_t lowest = 0;  // of the values above 0; 0 if there is none
    uint64_t highest = 0;

    explicit LogScale(const Grid &grid);

    // Where a value above 0 lies between lowest (0) and highest (1).
    double position(double value) const;
};

// Throws TooLarge, or AnalysisError if the profile holds no process.
Grid make_grid(const Profile &profile, const GridOptions &options);

}  // namespace mpimon

#endif
