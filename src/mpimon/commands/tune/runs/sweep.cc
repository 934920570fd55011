#include "mpimon/commands/tune/runs/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/names/text.h"
#include "analysis/tuning/selection.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/run/launch_line.h"
#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

// What is left out takes less than this of the time.
constexpr double kLeftOut = 0.02;

// Calls in a round of each candidate that is left, on average; and as many times more as fit into this time, but not
// more than so many times.
constexpr size_t kCallsOfRound[] = {4, 8, 16, 16};
constexpr double kNsOfRound = 20e6;
constexpr double kMostTimes = 8;
// The default has the share of two, and so has what the proof compares.
constexpr size_t kShareOfDefault = 2;

using Weight = std::function<double(const tuning::Point &, const tuning::PointTrials &)>;

// Adds those points of most weight that have nearly all of it together.
void add_most(const TunePoints &seen, const Weight &weight, TunePoints &points) {
    std::vector<std::pair<double, tuning::Point>> order;
    double all = 0;
    for (const auto &[point, trials] : seen) {
        order.emplace_back(weight(point, trials), point);
        all += order.back().first;
    }
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    double sum = 0;
    for (const auto &[own, point] : order) {
        if (sum > (1 - kLeftOut) * all)
            break;
        sum += own;
        points[point] = seen.at(point);
    }
}

// Of nonblocking calls no time is known before they are tried: the few calls of the first round tell it.
double time_of_call(const tuning::Point &point, const tuning::PointTrials &trials) {
    if (trials.time_ns == 0)
        return trials.standard.calls > 0 ? trials.standard.mean : kNsOfRound;
    return static_cast<double>(trials.time_ns) /
           static_cast<double>(std::max<uint64_t>(trials.calls, 1) * point.processes);
}

// Of quick calls there are more: single ones differ by more from each other, and many take no time.
size_t calls_of_round(const tuning::Point &point, const tuning::PointTrials &trials, int round) {
    const size_t least = kCallsOfRound[round];
    const double call_ns = time_of_call(point, trials);
    const double times = kNsOfRound / (call_ns * static_cast<double>(least));
    return least * static_cast<size_t>(std::clamp(times, 1.0, kMostTimes));
}

// Candidates that are not slower than the fastest one beyond noise.
std::vector<std::string> still_in(const tuning::PointTrials &trials) {
    const tuning::Estimate *fastest = &trials.standard;
    for (const auto &[name, estimate] : trials.candidates)
        if (estimate.mean < fastest->mean)
            fastest = &estimate;
    std::vector<std::string> names;
    for (const auto &[name, estimate] : trials.candidates)
        if (!difference(estimate, *fastest, tuning::kDoubt).is_proven())
            names.push_back(name);
    return names;
}

// Where what was seen does not tell the nodes, the sweep does.
TunePoints::iterator found_or_renamed(TunePoints &points, const tuning::Point &point) {
    const auto known = points.find(point);
    if (known != points.end())
        return known;
    tuning::Point of_any_nodes = point;
    of_any_nodes.spread = tuning::Spread::kUnknown;
    auto renamed = points.extract(of_any_nodes);
    if (renamed.empty())
        return points.end();
    renamed.key() = point;
    return points.insert(std::move(renamed)).position;
}

}  // namespace

std::vector<std::string> launcher_of(const std::vector<std::string> &command) {
    const LaunchLine line = parse_launch_line(command);
    if (line.programs.size() != 1 || std::count(command.begin(), command.end(), ":") > 0)
        throw Failure("--offline: the command must start one program, and name it");
    const auto program = std::find_if(command.begin(), command.end(), [&](const std::string &word) {
        return find_command(word) == line.programs.front();
    });
    return {command.begin(), program};
}

void compile_own(const std::string &name, const std::string &path) {
    const std::string source = own_prefix() / "share/mpich-monitoring/tuning" / name;
    const std::string compiler = own_prefix() / "bin/mpicc";
    open_installed(source);
    const ChildResult result = run_child({compiler, "-O2", "-o", path, source}, {});
    if (!result.not_started.empty() || result.status != 0)
        throw Failure(fmt::format("--offline: {} cannot compile {}", compiler, source));
}

TunePoints most_of_time(const TunePoints &seen) {
    TunePoints points;
    add_most(
        seen, [](const auto & /*point*/, const auto &trials) { return static_cast<double>(trials.time_ns); }, points);
    return points;
}

TunePoints most_of_calls(const TunePoints &seen) {
    const Weight calls = [](const tuning::Point &point, const tuning::PointTrials &trials) {
        return static_cast<double>(trials.calls * point.processes);
    };
    TunePoints points;
    add_most(seen, calls, points);
    add_most(
        seen,
        [&](const auto &point, const auto &trials) { return calls(point, trials) * static_cast<double>(trials.size); },
        points);
    return points;
}

Sweep::Sweep(std::vector<std::string> launcher, const std::string &program, std::string plan, TunePoints points)
    : command_(std::move(launcher)), plan_(std::move(plan)), points_(std::move(points)) {
    command_.push_back(program);
    command_.push_back(plan_);
}

void Sweep::write_plan_of_each() const {
    std::string plan;
    for (const auto &[point, trials] : points_)
        plan += fmt::format("{} {} {} 1 {}\n", point.operation, point.processes, trials.size,
                            fmt::join(trials.members, " "));
    write_output(plan, plan_);
}

void Sweep::write_plan(const TunePoints &points, int round) const {
    std::string plan;
    for (const auto &[point, trials] : points) {
        const size_t left = round == 0 ? tuning::kMostCandidates : round < kRounds ? still_in(trials).size() : 1;
        if (left == 0)
            continue;
        plan += fmt::format("{} {} {} {} {}\n", point.operation, point.processes, trials.size,
                            calls_of_round(point, trials, round) * (left + kShareOfDefault),
                            fmt::join(trials.members, " "));
    }
    write_output(plan, plan_);
}

void Sweep::add(TunePoints &points, const TunePoints &round) {
    for (const auto &[point, trials] : round) {
        const auto known = found_or_renamed(points, point);
        if (known == points.end())
            continue;
        known->second.standard.add(trials.standard);
        for (const auto &[name, estimate] : trials.candidates)
            known->second.candidates[name].add(estimate);
    }
}

std::map<std::string, std::vector<tuning::Spot>> Sweep::survivors(const TunePoints &points,
                                                                  const std::vector<tuning::Candidate> &known) {
    std::map<std::string, std::vector<tuning::Spot>> spots;
    for (const tuning::Candidate &candidate : known)
        spots[candidate.name];  // without a spot, it is out everywhere
    for (const auto &[point, trials] : points)
        for (const std::string &name : still_in(trials))
            if (const tuning::Candidate *candidate = candidate_named(known, name))
                spots[name].push_back({point.processes, point.bin, candidate->leaf, point.spread});
    return spots;
}

}  // namespace mpimon
