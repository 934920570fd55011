// What the ranks of a job counted in the course of time: the timelines of all processes, each with intervals of its
// own, brought to common steps of the wall clock.
#ifndef MPIMON_ANALYSIS_TIMELINE_SERIES_H
#define MPIMON_ANALYSIS_TIMELINE_SERIES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

// A class's messages and bytes in each step: what processes sent, and of one-sided operations apart what they read.
// Messages to themselves and to other worlds are in it, since intervals know no peers.
struct ClassSeries {
    std::optional<mpimon_class> traffic_class;  // nothing: classes are not told apart
    bool read = false;
    std::vector<Totals> steps;
    Totals total;
};

// The values of a gauge: in each step the highest on any rank.
struct GaugeSeries {
    uint32_t name = 0;  // index into Profile::names
    std::vector<uint64_t> steps;
};

// Who sent and read most in a step, by bytes.
struct Busiest {
    uint32_t rank = 0;
    uint64_t bytes = 0;
};

struct Series {
    int64_t start_time_ns = 0;  // since 1970-01-01 00:00 UTC; of the first step
    uint64_t step_ns = 1;
    std::vector<uint32_t> ranks;  // that have intervals in each step; as many elements as there are steps
    std::vector<ClassSeries> classes;
    std::vector<Totals> all;  // the sum of these
    std::vector<Busiest> busiest;
    std::vector<uint64_t> collective_calls;
    std::vector<uint64_t> collective_time_ns;
    std::vector<uint64_t> wait_time_ns;
    std::vector<uint64_t> memory;  // resident, of all ranks together
    std::vector<GaugeSeries> gauges;
    std::vector<uint32_t> without_thread;  // ranks that have few intervals, since no thread could be started there

    size_t size() const { return ranks.size(); }
    // How many times the mean of the ranks the busiest one has sent and read; 0 if nobody did.
    double imbalance(size_t step) const;
    // The class that has the most bytes of a step, or else the most messages; nothing if there are none.
    const ClassSeries *most_of(size_t step) const;
};

struct SeriesOptions {
    ClassSet classes = ClassSet::all();
    bool classes_named = false;  // as in SummaryOptions
    size_t most_steps = MPIMON_INTERVALS;
};

// Steps are as long as the longest interval, or twice, four times, ... as long, until there are no more than wanted.
// What was counted in an interval that reaches into several steps is divided among them by their shares of it; no
// message or byte is lost. Without timelines there are no steps.
Series time_series(const Profile &profile, const SeriesOptions &options);

// The steps with the most bytes, or else messages, at most `top`, the busiest first; those in which nothing moved are
// left out.
std::vector<size_t> busiest_steps(const Series &series, size_t top);

}  // namespace mpimon

#endif
