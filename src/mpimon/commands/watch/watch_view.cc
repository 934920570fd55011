#include "mpimon/commands/watch/watch_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"
#include "mpimon/render/sparkline.h"

namespace mpimon {

namespace {

constexpr size_t kCurve = 40;      // characters at most
constexpr size_t kMostCurves = 4;  // that are shown

std::string list_title(const WatchView &view) {
    switch (view.list) {
        case WatchList::kPairs:
            return "Pairs";
        case WatchList::kRanks:
            return "Ranks";
        case WatchList::kCollectives:
            return "Collectives";
        case WatchList::kWaits:
            return "Waits";
        case WatchList::kVariables:
            break;
    }
    return "Variables";
}

std::string order_text(const WatchView &view) {
    if (view.list == WatchList::kVariables)
        return "";
    const bool calls = view.list == WatchList::kCollectives || view.list == WatchList::kWaits;
    const std::string_view count = view.list == WatchList::kWaits ? "waits" : calls ? "calls" : "messages";
    return fmt::format(", by {}{}",
                       view.messages ? count
                       : calls       ? "time"
                                     : "bytes",
                       view.order == WatchOrder::kRate ? " a second" : "");
}

// Waits are told of all ranks together.
std::string ranks_text(const WatchView &view) {
    return !view.rank ? "" : view.list == WatchList::kWaits ? ", all ranks" : fmt::format(", rank {}", *view.rank);
}

std::string list_remark(const WatchView &view, size_t rows) {
    return fmt::format("{} in all{}{}{}", rows, order_text(view), ranks_text(view),
                       view.search.empty() ? "" : ", with \"" + printable(view.search) + "\"");
}

Growth class_growth(const Watched &job, mpimon_class traffic_class, const Growth &all, const WatchView &view) {
    return view.rank ? growth_of_rank(job, std::string(class_name(traffic_class)), *view.rank) : all;
}

Table class_table(const Watched &job, const WatchView &view) {
    Table table({{"class", Table::kText},
                 {"bytes", Table::kNumber},
                 {"messages", Table::kNumber},
                 {"bytes in all", Table::kNumber},
                 {"messages in all", Table::kNumber, 1}});
    Growth all;
    const auto add = [&](std::string_view name, const Growth &growth) {
        std::vector<std::string> cells = growth_cells(growth);
        cells.insert(cells.begin(), std::string(name));
        table.add(cells);
    };
    for (const auto &[traffic_class, summed] : job.rates.classes) {
        const Growth growth = class_growth(job, traffic_class, summed, view);
        add(class_name(traffic_class), growth);
        all.total.add(growth.total);
        all.messages_per_second += growth.messages_per_second;
        all.bytes_per_second += growth.bytes_per_second;
    }
    if (job.rates.classes.size() > 1)
        add("all", all);
    return table;
}

size_t curves_of(const Watched &job, const WatchView &view) {
    const auto known = std::count_if(view.chosen.begin(), view.chosen.end(),
                                     [&](const std::string &name) { return job.variables.count(name) > 0; });
    return std::min(static_cast<size_t>(known), kMostCurves);
}

std::string curve(const VariableHistory &variable) {
    constexpr double kFine = 1000;  // numbers may be small
    const size_t shown = std::min(variable.recent.size(), kCurve);
    std::vector<uint64_t> heights;
    for (size_t i = variable.recent.size() - shown; i < variable.recent.size(); ++i)
        heights.push_back(static_cast<uint64_t>(std::max(0.0, variable.recent[i]) * kFine));
    return sparkline(heights);
}

void show_curves(const Watched &job, const WatchView &view, Page &page) {
    const size_t curves = curves_of(job, view);
    if (curves == 0)
        return;
    page.heading("Chosen", "all ranks together, the newest on the right");
    Table table({{"variable", Table::kText}, {"now", Table::kNumber}, {"course", Table::kText}});
    size_t shown = 0;
    for (const std::string &name : view.chosen) {
        const auto found = job.variables.find(name);
        if (found == job.variables.end() || shown++ == curves)
            continue;
        const VariableHistory &variable = found->second;
        table.add(
            {name, variable_text(variable, variable.recent.empty() ? 0 : variable.recent.back()), curve(variable)});
    }
    page.table(table);
}

}  // namespace

std::string watch_text(const Watched &job, const WatchView &view, const Style &style) {
    Page page(style);
    page.title(job.title, fmt::format("{} of {} run{}", job.running, count_of(job.processes, "process", "processes"),
                                      view.paused ? "; paused" : ""));
    for (const std::string &line : job.unreadable)
        page.warning(line);
    page.table(class_table(job, view));
    show_curves(job, view, page);
    const WatchRows rows = view.rows > 0 ? watch_rows(job, view) : WatchRows();
    page.heading(list_title(view), list_remark(view, rows.count));
    Table table = watch_table(view);
    for (size_t i = 0; i < rows.seen.size(); ++i) {
        std::vector<std::string> cells = rows.seen[i].cells;
        if (view.cursor == view.first + i)
            cells.front().front() = '>';
        table.add(cells);
    }
    page.table(table);
    return page.take();
}

size_t lines_above_rows(const Watched &job, WatchView view, const Style &style) {
    view.rows = 0;
    const std::string text = watch_text(job, view, style);
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;  // and the heading of the rows
}

}  // namespace mpimon
