#include "analysis/traffic/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "analysis/failure.h"

namespace mpimon {

namespace {

constexpr size_t kNoCell = SIZE_MAX;

// Which cell each rank belongs to.
class Folding {
  public:
    Folding(const Profile &profile, const GridOptions &options) : ranks_(profile.job.world_size) {
        Fold fold = options.fold;
        if (fold.kind == Fold::kAuto)
            fold = automatic(profile, options.most_cells);
        if (fold.kind == Fold::kNode)
            by_node(profile);
        else
            by_blocks(fold.kind == Fold::kBlocks ? fold.ranks : 1);
        if (side_ > options.largest_side)
            throw TooLarge(
                fmt::format("a matrix of {0} x {0} is too large to show (at most {1})", side_, options.largest_side));
    }

    size_t cell_of(uint32_t rank) const { return profile_ == nullptr ? rank / block_ : host_cell(rank); }

    void describe(Grid &grid) const {
        grid.side = side_;
        grid.by_host = profile_ != nullptr;
        grid.hosts = hosts_;
        grid.block = block_;
    }

  private:
    static Fold automatic(const Profile &profile, size_t most_cells) {
        const size_t ranks = profile.job.world_size;
        if (ranks <= most_cells)
            return {Fold::kNone, 1};
        if (profile.hosts.size() > 1 && profile.hosts.size() <= most_cells)
            return {Fold::kNode, 1};
        return {Fold::kBlocks, static_cast<uint32_t>((ranks + most_cells - 1) / most_cells)};
    }

    void by_blocks(uint32_t block) {
        block_ = block;
        side_ = (size_t{ranks_} + block - 1) / block;
    }

    // Folds by host, in the order of their lowest rank; ranks that are not in the profile make one more.
    void by_node(const Profile &profile) {
        profile_ = &profile;
        cell_of_host_.assign(profile.hosts.size(), kNoCell);
        for (const Process &process : profile.processes)
            if (cell_of_host_[process.host] == kNoCell) {
                cell_of_host_[process.host] = hosts_.size();
                hosts_.push_back(process.host);
            }
        if (profile.processes.size() < ranks_)
            hosts_.push_back(MPIMON_NONE);
        side_ = hosts_.size();
    }

    size_t host_cell(uint32_t rank) const {
        const Process *process = profile_->process_of(rank);
        return process != nullptr ? cell_of_host_[process->host] : hosts_.size() - 1;
    }

    uint32_t ranks_;
    uint32_t block_ = 1;
    size_t side_ = 0;
    const Profile *profile_ = nullptr;  // by node only, as are the following
    std::vector<size_t> cell_of_host_;
    std::vector<uint32_t> hosts_;
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

Grid make_grid(const Profile &profile, const GridOptions &options) {
    if (profile.processes.empty())
        throw AnalysisError("the profile holds no process, so there is nothing to draw");
    const Folding folding(profile, options);
    Grid grid;
    grid.messages = options.messages;
    folding.describe(grid);
    grid.values.resize(grid.side * grid.side);
    // A read was counted by its origin, the target of the data; all else counts where it was sent.
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const bool read = flows.direction(i) == MPIMON_RECEIVED;
            const uint32_t rank = profile.rank_of(flows, i);
            const uint32_t peer = flows.peer[i];
            const mpimon_class traffic_class = flows.traffic_class(i);
            if (!options.classes.has(traffic_class) || (read && traffic_class != MPIMON_CLASS_RMA) ||
                !is_world_rank(peer) || (rank == peer && !options.self))
                continue;
            const size_t row = folding.cell_of(read ? peer : rank);
            const size_t column = folding.cell_of(read ? rank : peer);
            grid.values[row * grid.side + column] += options.messages ? flows.messages[i] : flows.bytes[i];
        }
    });
    return grid;
}

}  // namespace mpimon
