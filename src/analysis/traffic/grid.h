// The traffic matrix, folded to a size that can be shown.
#ifndef MPIMON_ANALYSIS_TRAFFIC_GRID_H
#define MPIMON_ANALYSIS_TRAFFIC_GRID_H

#include <cstdint>
#include <vector>

#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

struct Fold {
    enum Kind { kAuto, kNone, kNode, kBlocks } kind = kAuto;
    uint32_t ranks = 1;  // in a block
};

struct GridOptions {
    ClassSet classes = ClassSet::all();
    bool messages = false;  // else bytes
    bool self = false;      // with what ranks sent to themselves
    Fold fold;
    size_t most_cells = 128;     // rows and columns that kAuto leaves at most
    size_t largest_side = 2048;  // rows and columns at most
};

// The matrix is not made symmetric: rows send, columns receive; a one-sided read goes from its target to its origin.
struct Grid {
    size_t side = 0;
    std::vector<uint64_t> values;  // side * side, row by row
    uint32_t block = 1;            // consecutive ranks in a cell, unless cells are hosts
    bool by_host = false;
    std::vector<uint32_t> hosts;  // by host only: index into Profile::hosts; MPIMON_NONE: ranks without a record
    bool messages = false;

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
