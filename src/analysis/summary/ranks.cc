#include "analysis/summary/ranks.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace mpimon {

namespace {

constexpr double kNanosecond = 1e-9;

// The most first; ranks that are equal in that, by their number.
bool comes_before(const RankTotals &a, const RankTotals &b, Order order) {
    const auto key = [order](const RankTotals &row) {
        return order == Order::kMessages ? std::tuple(row.sent.messages, row.sent.bytes)
                                         : std::tuple(row.sent.bytes, row.sent.messages);
    };
    if (order == Order::kTime && (a.mpi_seconds > b.mpi_seconds || b.mpi_seconds > a.mpi_seconds))
        return a.mpi_seconds > b.mpi_seconds;
    return std::tuple(key(b), a.rank) < std::tuple(key(a), b.rank);
}

}  // namespace

RankSums::RankSums(const Profile &profile, const Participants &participants) : profile_(profile) {
    for (const Process &process : profile.processes) {
        RankTotals row;
        row.rank = process.world_rank;
        if (process.end_time_ns > process.start_time_ns)
            row.wall_seconds =
                (static_cast<double>(process.end_time_ns) - static_cast<double>(process.start_time_ns)) * kNanosecond;
        row.counted = participants.counted(ranks_.size());
        ranks_.push_back(row);
    }
    add_times(participants);
}

void RankSums::add_times(const Participants &participants) {
    for (const Function &function : profile_.functions)
        ranks_[function.process].mpi_seconds += static_cast<double>(function.time_ns) * kNanosecond;
    if (!profile_.functions.empty()) {
        source_ = MpiTime::kFunctions;
        for (RankTotals &row : ranks_)
            row.timed = row.mpi_seconds > 0 || !participants.may_lack(row.rank, "functions");
        return;
    }
    for (RankTotals &row : ranks_)
        row.timed = row.counted;
    for (const Collective &collective : profile_.collectives) {
        if (collective.role != MPIMON_ROLE_CALL || collective.time_ns == 0)
            continue;
        ranks_[collective.process].mpi_seconds += static_cast<double>(collective.time_ns) * kNanosecond;
        source_ = MpiTime::kCollectives;
    }
}

RankTotals &RankSums::row_of(uint32_t rank) {
    const bool whole = !ranks_.empty() && ranks_.back().rank + size_t{1} == ranks_.size();
    if (whole && rank < ranks_.size())
        return ranks_[rank];
    const auto found = std::lower_bound(ranks_.begin(), ranks_.end(), rank,
                                        [](const RankTotals &row, uint32_t wanted) { return row.rank < wanted; });
    if (found != ranks_.end() && found->rank == rank)
        return *found;
    RankTotals &row = missing_[rank];
    row.rank = rank;
    return row;
}

void RankSums::add(const std::vector<PairTraffic> &rows) {
    for (const PairTraffic &row : rows) {
        const Totals moved = row.moved();
        if (row.is_self() || moved.messages == 0 || !is_world_rank(row.source) || !is_world_rank(row.target))
            continue;
        row_of(row.source).sent.add(moved);
        row_of(row.target).received.add(moved);
    }
}

std::vector<RankTotals> RankSums::top(size_t count, Order order) const {
    std::vector<RankTotals> rows = ranks_;
    std::transform(missing_.begin(), missing_.end(), std::back_inserter(rows),
                   [](const auto &missing) { return missing.second; });
    const auto end = rows.begin() + static_cast<ptrdiff_t>(std::min(count, rows.size()));
    std::partial_sort(rows.begin(), end, rows.end(),
                      [order](const auto &a, const auto &b) { return comes_before(a, b, order); });
    rows.erase(end, rows.end());
    return rows;
}

MpiTime RankSums::mpi_time() const {
    MpiTime time;
    double mpi = 0;
    double wall = 0;
    for (const RankTotals &row : ranks_) {
        if (row.wall_seconds <= 0 || !row.timed)
            continue;
        const double share = row.mpi_seconds / row.wall_seconds;
        time.least = wall > 0 ? std::min(time.least, share) : share;
        time.most = std::max(time.most, share);
        mpi += row.mpi_seconds;
        wall += row.wall_seconds;
    }
    if (wall <= 0)
        return {};
    time.source = source_;
    time.share = mpi / wall;
    return time;
}

}  // namespace mpimon
