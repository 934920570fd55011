#include "analysis/timeline/series.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analysis/summary/job/participants.h"

namespace mpimon {

namespace {

constexpr uint64_t kLatest = uint64_t{1} << 62U;

// Steps of equal length from the first process's start on.
struct Steps {
    int64_t start_time_ns = 0;
    uint64_t length = 1;
    size_t count = 0;

    // When a process started, since the first one did. What a damaged profile says may be anything.
    uint64_t start_of(const Process &process) const {
        const uint64_t since = static_cast<uint64_t>(process.start_time_ns) - static_cast<uint64_t>(start_time_ns);
        return std::min(since, kLatest);
    }
    size_t at(uint64_t time) const { return std::min<uint64_t>(time / length, count - 1); }
};

Steps steps_of(const Profile &profile, size_t most) {
    Steps steps;
    steps.start_time_ns = INT64_MAX;
    uint64_t end = 0;
    for (const Timeline &timeline : profile.timelines) {
        steps.start_time_ns = std::min(steps.start_time_ns, profile.processes[timeline.process].start_time_ns);
        steps.length = std::max(steps.length, timeline.interval_ns);
    }
    for (const Timeline &timeline : profile.timelines)
        end = std::max(end, steps.start_of(profile.processes[timeline.process]) + timeline.ends.back());
    steps.length = std::min(steps.length, kLatest);
    while (end > 0 && (end - 1) / steps.length >= most)
        steps.length *= 2;
    steps.count = end > 0 ? (end - 1) / steps.length + 1 : 1;
    return steps;
}

// Calls add(step, part) with the parts of an amount that was counted from `start` to `end`, by the shares of the steps
// in that time. Their sum is the amount.
template <class Add>
void spread(const Steps &steps, uint64_t start, uint64_t end, uint64_t amount, Add add) {
    const size_t last = steps.at(std::max(end, start + 1) - 1);
    uint64_t given = 0;
    for (size_t step = steps.at(start); step < last && amount > 0; ++step) {
        const double share = static_cast<double>((step + 1) * steps.length - start) / static_cast<double>(end - start);
        const double up_to_here = std::floor(static_cast<double>(amount) * share);
        const uint64_t sum = up_to_here < 0x1p63 ? static_cast<uint64_t>(up_to_here) : amount;
        const uint64_t part = std::min(std::max(sum, given), amount) - given;
        add(step, part);
        given += part;
    }
    if (amount > given)
        add(last, amount - given);
}

class Maker {
  public:
    Maker(const Profile &profile, const SeriesOptions &options)
        : profile_(profile),
          classes_(options.classes),
          merged_(!options.classes_named && !Participants(profile).classes_apart()),
          steps_(steps_of(profile, std::max<size_t>(options.most_steps, 1))) {}

    Series run() {
        series_.start_time_ns = steps_.start_time_ns;
        series_.step_ns = steps_.length;
        series_.ranks.resize(steps_.count);
        series_.all.resize(steps_.count);
        series_.busiest.resize(steps_.count);
        for (auto *column :
             {&series_.collective_calls, &series_.collective_time_ns, &series_.wait_time_ns, &series_.memory})
            column->resize(steps_.count);
        for (const Timeline &timeline : profile_.timelines)
            add(timeline);
        for (auto &[key, row] : rows_)
            series_.classes.push_back(std::move(row));
        for (auto &[name, row] : gauges_)
            series_.gauges.push_back(std::move(row));
        return std::move(series_);
    }

  private:
    void add(const Timeline &timeline) {
        const Process &process = profile_.processes[timeline.process];
        process_start_ = steps_.start_of(process);
        moved_.assign(steps_.count, 0);
        for (const TimelineTraffic &traffic : timeline.traffic)
            add_traffic(timeline, traffic);
        add_amounts(timeline, timeline.collective_calls, series_.collective_calls);
        add_amounts(timeline, timeline.collective_time_ns, series_.collective_time_ns);
        add_amounts(timeline, timeline.wait_time_ns, series_.wait_time_ns);
        highest_.assign(steps_.count, 0);
        note_levels(timeline, timeline.memory, highest_);
        for (size_t step = 0; step < steps_.count; ++step)
            series_.memory[step] += highest_[step];
        for (const TimelineGauge &gauge : timeline.gauges)
            note_levels(timeline, gauge.values, gauge_row(gauge.name).steps);
        note_rank(timeline, process.world_rank);
    }

    // Calls visit(interval, start, end) with times since the first process's start.
    template <class Visit>
    void each_interval(const Timeline &timeline, Visit visit) const {
        for (size_t i = 0; i < timeline.size(); ++i)
            visit(i, process_start_ + timeline.start(i), process_start_ + timeline.ends[i]);
    }

    void add_traffic(const Timeline &timeline, const TimelineTraffic &traffic) {
        const auto traffic_class = static_cast<mpimon_class>(traffic.traffic_class);
        const bool one_sided = traffic_class == MPIMON_CLASS_RMA;
        const bool read = traffic.direction == MPIMON_RECEIVED;
        if (!classes_.has(traffic_class) || (read && !one_sided))
            return;
        ClassSeries &row = class_row(traffic_class, read);
        each_interval(timeline, [&](size_t i, uint64_t start, uint64_t end) {
            const Totals totals = {Timeline::amount(traffic.messages, i), Timeline::amount(traffic.bytes, i)};
            row.total.add(totals);
            spread(steps_, start, end, totals.messages, [&](size_t step, uint64_t part) {
                row.steps[step].messages += part;
                series_.all[step].messages += part;
            });
            spread(steps_, start, end, totals.bytes, [&](size_t step, uint64_t part) {
                row.steps[step].bytes += part;
                series_.all[step].bytes += part;
                moved_[step] += part;
            });
        });
    }

    void add_amounts(const Timeline &timeline, const std::vector<uint64_t> &column, std::vector<uint64_t> &sums) const {
        each_interval(timeline, [&](size_t i, uint64_t start, uint64_t end) {
            spread(steps_, start, end, Timeline::amount(column, i),
                   [&](size_t step, uint64_t part) { sums[step] += part; });
        });
    }

    void note_levels(const Timeline &timeline, const std::vector<uint64_t> &column,
                     std::vector<uint64_t> &highest) const {
        each_interval(timeline, [&](size_t i, uint64_t start, uint64_t end) {
            const uint64_t level = Timeline::level(column, i);
            for (size_t step = steps_.at(start), last = steps_.at(std::max(end, start + 1) - 1); step <= last; ++step)
                highest[step] = std::max(highest[step], level);
        });
    }

    void note_rank(const Timeline &timeline, uint32_t rank) {
        if (timeline.thread_error != 0)
            series_.without_thread.push_back(rank);
        size_t next = 0;  // a step that several intervals reach into counts once
        each_interval(timeline, [&](size_t, uint64_t start, uint64_t end) {
            for (size_t step = std::max(next, steps_.at(start)), last = steps_.at(std::max(end, start + 1) - 1);
                 step <= last; ++step, next = step)
                ++series_.ranks[step];
        });
        for (size_t step = 0; step < steps_.count; ++step)
            if (moved_[step] > series_.busiest[step].bytes)
                series_.busiest[step] = {rank, moved_[step]};
    }

    // Rows are in the order of classes, writes before reads.
    ClassSeries &class_row(mpimon_class traffic_class, bool read) {
        const auto key = merged_ ? std::pair(0, false) : std::pair(int{traffic_class}, read);
        const auto [entry, is_new] = rows_.try_emplace(key);
        if (is_new) {
            entry->second.traffic_class = merged_ ? std::nullopt : std::optional(traffic_class);
            entry->second.read = key.second;
            entry->second.steps.resize(steps_.count);
        }
        return entry->second;
    }

    GaugeSeries &gauge_row(uint32_t name) {
        const auto [entry, is_new] = gauges_.try_emplace(profile_.names[name]);
        if (is_new) {
            entry->second.name = name;
            entry->second.steps.resize(steps_.count);
        }
        return entry->second;
    }

    const Profile &profile_;
    const ClassSet classes_;
    const bool merged_;
    const Steps steps_;
    Series series_;
    std::map<std::pair<int, bool>, ClassSeries> rows_;
    std::map<std::string, GaugeSeries> gauges_;
    // The process that is added now:
    uint64_t process_start_ = 0;
    std::vector<uint64_t> moved_;    // bytes sent and read in each step
    std::vector<uint64_t> highest_;  // level in each step
};

auto key_of(const Totals &totals) {
    return std::pair(totals.bytes, totals.messages);
}

}  // namespace

double Series::imbalance(size_t step) const {
    if (all[step].bytes == 0 || ranks[step] == 0)
        return 0;
    return static_cast<double>(busiest[step].bytes) * ranks[step] / static_cast<double>(all[step].bytes);
}

const ClassSeries *Series::most_of(size_t step) const {
    const auto most = std::max_element(classes.begin(), classes.end(), [&](const auto &a, const auto &b) {
        return key_of(a.steps[step]) < key_of(b.steps[step]);
    });
    return most != classes.end() && most->steps[step].messages > 0 ? &*most : nullptr;
}

Series time_series(const Profile &profile, const SeriesOptions &options) {
    return profile.timelines.empty() ? Series() : Maker(profile, options).run();
}

std::vector<size_t> busiest_steps(const Series &series, size_t top) {
    std::vector<size_t> order;
    for (size_t step = 0; step < series.size(); ++step)
        if (series.all[step].messages > 0)
            order.push_back(step);
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return key_of(series.all[a]) > key_of(series.all[b]); });
    order.resize(std::min(order.size(), top));
    return order;
}

}  // namespace mpimon
