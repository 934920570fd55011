#include "analysis/tuning/selection.h"

#include <algorithm>
#include <limits>

namespace mpimon::tuning {

namespace {

void choose(Selected &selected) {
    const PointTrials &trials = selected.trials;
    const double doubt = kDoubt / static_cast<double>(std::max<size_t>(trials.candidates.size(), 1));
    double shortest = trials.standard.mean;
    double shortest_proven = trials.standard.mean;
    for (const auto &[name, estimate] : trials.candidates) {
        const Difference gain = difference(trials.standard, estimate, doubt);
        if (estimate.mean < shortest) {
            shortest = estimate.mean;
            selected.best = name;
            selected.gain = gain;
        }
        if (gain.is_proven() && estimate.mean < shortest_proven) {
            shortest_proven = estimate.mean;
            selected.chosen = name;
        }
    }
    if (!selected.chosen.empty())
        selected.gain = difference(trials.standard, trials.candidates.at(selected.chosen), doubt);
}

// The default alone is no trial.
bool is_tried(const PointTrials &trials) {
    return trials.standard.calls > 0 && !trials.candidates.empty();
}

}  // namespace

std::vector<Selected> select(const std::map<Point, PointTrials> &points) {
    std::vector<Selected> list;
    double all = 0;
    for (const auto &[point, trials] : points)
        all += static_cast<double>(trials.time_ns);
    for (const auto &[point, trials] : points) {
        Selected selected;
        selected.point = point;
        selected.trials = trials;
        selected.share = all > 0 ? static_cast<double>(trials.time_ns) / all : 0;
        if (trials.standard.calls > 0)
            choose(selected);
        list.push_back(std::move(selected));
    }
    std::stable_sort(list.begin(), list.end(), [](const Selected &a, const Selected &b) { return a.share > b.share; });
    return list;
}

Covered covered(const std::map<Point, PointTrials> &points, const Profile &profile) {
    Covered result;
    for (const CollectiveSize &row : profile.collective_sizes)
        result.all_ns += row.mode == MPIMON_BLOCKING ? row.time_ns : 0;
    for (const auto &[point, trials] : points)
        result.tried_ns += is_tried(trials) ? trials.time_ns : 0;
    return result;
}

std::map<std::string, CoveredCalls> covered_calls(const std::map<Point, PointTrials> &points, const Profile &profile) {
    std::map<std::string, CoveredCalls> result;
    for (const CollectiveSize &row : profile.collective_sizes)
        if (row.mode == MPIMON_NONBLOCKING)
            result[profile.names[row.operation]].all += row.calls;
    for (const auto &[point, trials] : points)
        if (const auto found = result.find(point.operation); found != result.end() && is_tried(trials))
            found->second.tried += trials.calls * point.processes;
    return result;
}

Difference proof(const std::map<Point, PointTrials> &points, const Point &point, const std::string &before) {
    const auto found = points.find(point);
    if (found != points.end())
        if (const auto other = found->second.candidates.find(before); other != found->second.candidates.end())
            return difference(other->second, found->second.standard, kDoubt);
    return {0, 0, std::numeric_limits<double>::infinity()};
}

}  // namespace mpimon::tuning
