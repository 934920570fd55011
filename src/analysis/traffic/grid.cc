#include "analysis/traffic/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "analysis/failure.h"
#include "analysis/waiting/culprits.h"

namespace mpimon {

namespace {

// Which cell each rank belongs to.
class Folding {
  public:
    Folding(const Profile &profile, const GridOptions &options) : profile_(profile), by_(options.by) {
        const size_t ranks = profile.job.world_size;
        Fold fold = options.fold;
        if (fold.kind == Fold::kAuto)
            fold = automatic(options.most_cells);
        if (fold.kind == Fold::kNode && !by_)
            by_ = node_or_host(profile);
        if (by_)
            groups_ = group_processes(profile, *by_);
        else
            block_ = fold.kind == Fold::kBlocks ? fold.ranks : 1;
        side_ = by_ ? groups_.labels.size() : (ranks + block_ - 1) / block_;
        if (side_ > options.largest_side)
            throw TooLarge(
                fmt::format("a matrix of {0} x {0} is too large to show (at most {1})", side_, options.largest_side));
    }

    // Ranks without a record are in the last group.
    size_t cell_of(uint32_t rank) const {
        if (!by_)
            return rank / block_;
        const Process *process = profile_.process_of(rank);
        return process == nullptr ? side_ - 1
                                  : groups_.of_process[static_cast<size_t>(process - profile_.processes.data())];
    }

    void describe(Grid &grid) const {
        grid.side = side_;
        grid.by = by_;
        grid.groups = groups_.labels;
        grid.block = block_;
    }

  private:
    Fold automatic(size_t most_cells) const {
        const size_t ranks = profile_.job.world_size;
        const size_t nodes = count_nodes(profile_);
        if (ranks <= most_cells)
            return {Fold::kNone, 1};
        if (nodes > 1 && nodes <= most_cells)
            return {Fold::kNode, 1};
        return {Fold::kBlocks, static_cast<uint32_t>((ranks + most_cells - 1) / most_cells)};
    }

    const Profile &profile_;
    std::optional<GroupBy> by_;
    Groups groups_;  // by group only
    uint32_t block_ = 1;
    size_t side_ = 0;
};

}  // namespace

uint64_t Grid::row_sum(size_t row) const {
    const auto first = values.begin() + static_cast<ptrdiff_t>(row * side);
    return std::accumulate(first, first + static_cast<ptrdiff_t>(side), uint64_t{0});
}

LogScale::LogScale(const Grid &grid) {
    for (const uint64_t value : grid.values) {
        highest = std::max(highest, value);
        if (value > 0 && (lowest == 0 || value < lowest))
            lowest = value;
    }
}

double LogScale::position(double value) const {
    if (lowest == highest)
        return 1;
    const double low = std::log2(static_cast<double>(lowest));
    return (std::log2(value) - low) / (std::log2(static_cast<double>(highest)) - low);
}

namespace {

// Puts what two ranks have with each other into its cell.
class GridSums {
  public:
    GridSums(const Profile &profile, const GridOptions &options, Grid &grid)
        : profile_(profile), options_(options), folding_(profile, options), grid_(grid) {
        folding_.describe(grid_);
        grid_.values.resize(grid_.side * grid_.side);
    }

    void add(uint32_t row, uint32_t column, uint64_t value) {
        if (!is_world_rank(row) || !is_world_rank(column) || (row == column && !options_.self))
            return;
        const Locality locality = locality_of(profile_, row, column);
        const std::vector<Locality> &only = options_.localities;
        if (!only.empty() && std::find(only.begin(), only.end(), locality) == only.end())
            return;
        grid_.values[folding_.cell_of(row) * grid_.side + folding_.cell_of(column)] += value;
        grid_.by_locality[static_cast<size_t>(locality)] += value;
    }

  private:
    const Profile &profile_;
    const GridOptions &options_;
    Folding folding_;
    Grid &grid_;
};

}  // namespace

Grid make_grid(const Profile &profile, const GridOptions &options) {
    if (profile.processes.empty())
        throw AnalysisError("the profile holds no process, so there is nothing to draw");
    if (!options.localities.empty() && !has_places(profile))
        throw AnalysisError("the profile does not say where the ranks were, so their localities are not known");
    Grid grid;
    grid.messages = options.messages;
    grid.waiting = options.waiting;
    GridSums sums(profile, options, grid);
    if (options.waiting) {
        for (const CulpritTime &row : find_culprits(profile, options.classes))
            sums.add(profile.processes[row.process].world_rank, row.culprit, row.time_ns);
        return grid;
    }
    // A read was counted by its origin, the target of the data; all else counts where it was sent.
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const bool read = flows.direction(i) == MPIMON_RECEIVED;
            const uint32_t rank = profile.rank_of(flows, i);
            const uint32_t peer = flows.peer[i];
            const mpimon_class traffic_class = flows.traffic_class(i);
            if (!options.classes.has(traffic_class) || (read && traffic_class != MPIMON_CLASS_RMA))
                continue;
            sums.add(read ? peer : rank, read ? rank : peer, options.messages ? flows.messages[i] : flows.bytes[i]);
        }
    });
    return grid;
}

}  // namespace mpimon
