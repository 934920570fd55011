#include "analysis/tuning/trials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "analysis/comparison/student.h"
#include "analysis/tuning/choice_tree.h"
#include "analysis/tuning/forms.h"

namespace mpimon::tuning {

namespace {

constexpr double kMostFreedom = 1000;  // more make no difference

class Points {
  public:
    explicit Points(const Profile &profile) : profile_(profile), spreads_(spreads_of(profile)) {}

    Point of(uint32_t operation, uint32_t communicator, int bin) const {
        const std::string &name = profile_.names[operation];
        const bool has_size = !size_key(collective_of(name)).empty();
        return {name, profile_.communicators[communicator].size, has_size ? bin : kAnyBin, spreads_[communicator]};
    }

    // Where some members are of another world, none of the calls is tried.
    bool is_tuned(uint32_t number) const {
        const Communicator &communicator = profile_.communicators[number];
        return !communicator.inter && !communicator.internal && communicator.size > 1 &&
               std::all_of(communicator.members.begin(), communicator.members.end(),
                           [&](uint32_t member) { return member < profile_.job.world_size; });
    }

    // Empty where they are the first ones of the world, or not known.
    const std::vector<uint32_t> &members(uint32_t communicator) const {
        return profile_.communicators[communicator].members;
    }

  private:
    const Profile &profile_;
    std::vector<Spread> spreads_;
};

template <class Key>
Key key_of_most(const std::map<Key, uint64_t> &counts) {
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto &a, const auto &b) { return a.second < b.second; })
        ->first;
}

// What is told apart until the slowest process of each communicator is known.
using Timed = std::tuple<Point, uint32_t, std::string>;  // with the communicator and the candidate
using ByProcess = std::map<uint32_t, Estimate>;

void add_calls(const Profile &profile, const Points &known, mpimon_mode mode, std::map<Point, PointTrials> &points) {
    std::map<Point, std::map<uint32_t, uint64_t>> algorithms;
    std::map<Point, std::map<uint32_t, uint64_t>> communicators;
    std::map<Point, uint64_t> counted;
    std::map<Point, uint64_t> bytes;
    for (const CollectiveSize &row : profile.collective_sizes) {
        if (row.mode != mode || !known.is_tuned(row.communicator))
            continue;
        const Point point = known.of(row.operation, row.communicator, row.bin);
        points[point].time_ns += row.time_ns;
        counted[point] += row.calls;
        bytes[point] += row.bytes;
        algorithms[point][row.algorithm] += row.calls;
        communicators[point][row.communicator] += mode == MPIMON_BLOCKING ? row.time_ns : row.calls;
    }
    for (const auto &[point, calls] : counted) {
        points[point].calls = calls / point.processes;
        points[point].size = calls > 0 ? bytes[point] / calls : 0;
        points[point].algorithm = profile.names[key_of_most(algorithms[point])];
        points[point].members = known.members(key_of_most(communicators[point]));
    }
}

}  // namespace

void Estimate::add(const Estimate &other) {
    if (other.calls == 0)
        return;
    const auto own = static_cast<double>(calls);
    const auto added = static_cast<double>(other.calls);
    const double distance = other.mean - mean;
    calls += other.calls;
    mean += distance * added / (own + added);
    squares += other.squares + distance * distance * own * added / (own + added);
}

double Estimate::variance_of_mean() const {
    if (calls < 2)
        return std::numeric_limits<double>::infinity();
    return squares / static_cast<double>(calls - 1) / static_cast<double>(calls);
}

Difference difference(const Estimate &before, const Estimate &after, double doubt) {
    Difference result;
    result.ns = before.mean - after.mean;
    result.of_ns = before.mean;
    result.noise_ns = std::numeric_limits<double>::infinity();
    if (before.calls < 2 || after.calls < 2)
        return result;
    const double a = before.variance_of_mean();
    const double b = after.variance_of_mean();
    const double parts = a * a / static_cast<double>(before.calls - 1) + b * b / static_cast<double>(after.calls - 1);
    const double freedom = parts > 0 ? std::min((a + b) * (a + b) / parts, kMostFreedom) : kMostFreedom;
    result.noise_ns = student_t(doubt, static_cast<unsigned>(std::max(freedom, 1.0))) * std::sqrt(a + b);
    return result;
}

bool Point::operator<(const Point &other) const {
    return std::tie(operation, processes, spread, bin) <
           std::tie(other.operation, other.processes, other.spread, other.bin);
}

std::map<Point, PointTrials> summarize_nonblocking_calls(const Profile &profile) {
    std::map<Point, PointTrials> points;
    add_calls(profile, Points(profile), MPIMON_NONBLOCKING, points);
    return points;
}

std::map<Point, PointTrials> summarize_trials(const Profile &profile) {
    std::map<Point, PointTrials> points;
    const Points known(profile);
    add_calls(profile, known, MPIMON_BLOCKING, points);
    std::map<Timed, ByProcess> series;
    for (const Trial &row : profile.trials)
        if (known.is_tuned(row.communicator))
            series[{known.of(row.operation, row.communicator, row.bin), row.communicator, profile.names[row.candidate]}]
                  [row.process]
                      .add({row.calls, row.mean_ns, row.squares_ns2});
    for (const auto &[key, processes] : series) {
        const auto &[point, communicator, candidate] = key;
        const auto slowest = std::max_element(processes.begin(), processes.end(), [](const auto &a, const auto &b) {
            return a.second.mean < b.second.mean;
        });
        PointTrials &trials = points[point];
        (candidate == kDefault ? trials.standard : trials.candidates[candidate]).add(slowest->second);
    }
    return points;
}

}  // namespace mpimon::tuning
