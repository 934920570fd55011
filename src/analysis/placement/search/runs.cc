#include "analysis/placement/search/runs.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "analysis/placement/search/annealing.h"
#include "analysis/placement/search/descent.h"

namespace mpimon::placement {

namespace {

Mapping found_by(const Run &run, PlacedRanks &placed, uint64_t trades) {
    Random random(run.seed);
    placed.place(*run.from);
    anneal(placed, trades, run.heat, random);
    descend(placed, trades);
    return placed.mapping();
}

}  // namespace

std::vector<Mapping> carry_out(const PlacedRanks &placed, const std::vector<Run> &runs, uint64_t trades) {
    std::vector<Mapping> found(runs.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
        PlacedRanks own = placed;
        for (size_t i = next++; i < runs.size(); i = next++)
            found[i] = found_by(runs[i], own, trades);
    };
    std::vector<std::future<void>> workers;
    for (size_t i = 0; i < std::min<size_t>(runs.size(), std::max(1U, std::thread::hardware_concurrency())); ++i)
        workers.push_back(std::async(std::launch::async, work));
    for (std::future<void> &worker : workers)
        worker.get();
    return found;
}

}  // namespace mpimon::placement
