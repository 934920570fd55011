#include "mpimon/commands/report/report_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/sparkline.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;
// Columns of the lines, and those beside them.
constexpr size_t kFewestSteps = 10;
constexpr size_t kMostSteps = 64;
constexpr size_t kBesides = 48;

using Column = std::vector<uint64_t>;

size_t steps_for(const Style &style) {
    return std::clamp(style.width(), kFewestSteps + kBesides, kMostSteps + kBesides) - kBesides;
}

std::string seconds(uint64_t ns) {
    return human_time(static_cast<double>(ns) / kSecond);
}

std::string label_of(const ClassSeries &row) {
    const bool one_sided = row.traffic_class == MPIMON_CLASS_RMA;
    return class_label(row.traffic_class) + (!one_sided ? "" : row.read ? " read" : " write");
}

uint64_t highest(const Column &column) {
    return *std::max_element(column.begin(), column.end());
}

uint64_t sum(const Column &column) {
    return std::accumulate(column.begin(), column.end(), uint64_t{0});
}

// A number of a step as one of a second.
double per_second(uint64_t number, const Series &series) {
    return static_cast<double>(number) / (static_cast<double>(series.step_ns) / kSecond);
}

void add_class(const ClassSeries &row, const Series &series, Table &table) {
    const bool has_bytes = row.total.bytes > 0;
    Column column;
    for (const Totals &totals : row.steps)
        column.push_back(has_bytes ? totals.bytes : totals.messages);
    const double rate = per_second(highest(column), series);
    table.add(
        {label_of(row), sparkline(column),
         has_bytes ? human_bytes(rate) + "/s" : fmt::format("{:.1f} messages/s", rate),
         has_bytes ? human_bytes(static_cast<double>(row.total.bytes)) : count_of(row.total.messages, "message")});
}

// Calls of collectives, and times as shares of what all ranks had.
void add_collectives(const Series &series, Table &table) {
    const auto add_time = [&](const char *name, const Column &column) {
        double most = 0;
        for (size_t step = 0; step < series.size(); ++step)
            if (series.ranks[step] > 0)
                most = std::max(most, static_cast<double>(column[step]) / series.ranks[step]);
        if (sum(column) > 0)
            table.add(
                {name, sparkline(column), percent(most, static_cast<double>(series.step_ns)), seconds(sum(column))});
    };
    if (sum(series.collective_calls) > 0)
        table.add({"collective calls", sparkline(series.collective_calls),
                   fmt::format("{:.1f}/s", per_second(highest(series.collective_calls), series)),
                   with_commas(sum(series.collective_calls))});
    add_time("in collectives", series.collective_time_ns);
    add_time("waiting", series.wait_time_ns);
}

void add_levels(const Profile &profile, const Series &series, Table &table) {
    if (highest(series.memory) > 0)
        table.add({"memory", sparkline(series.memory), human_bytes(static_cast<double>(highest(series.memory))), ""});
    for (const GaugeSeries &row : series.gauges) {
        const bool in_bytes = gauge_unit(profile.names[row.name]) == "bytes";
        const uint64_t most = highest(row.steps);
        table.add({printable(profile.names[row.name]), sparkline(row.steps),
                   in_bytes ? human_bytes(static_cast<double>(most)) : with_commas(most), ""});
    }
}

Table new_table() {
    return Table({{"", Table::kText}, {"over time", Table::kText}, {"highest"}, {"in all"}});
}

std::string steps_text(const Series &series) {
    return fmt::format("{}, {} each", count_of(series.size(), "step"), seconds(series.step_ns));
}

void show_without_thread(const Series &series, Page &page) {
    if (!series.without_thread.empty())
        page.warning(fmt::format("no thread could be started to end intervals on rank{} {}, which {} few of them",
                                 series.without_thread.size() == 1 ? "" : "s", ranks_label(series.without_thread),
                                 series.without_thread.size() == 1 ? "has" : "have"));
}

// When a step begins, since the first one does.
std::string time_of(size_t step, const Series &series) {
    return "+" + seconds(step * series.step_ns);
}

void show_busiest(const Series &series, size_t top, Page &page) {
    const std::vector<size_t> busiest = busiest_steps(series, top);
    page.heading("Busiest steps", "by bytes that were sent, or read by one-sided operations");
    if (busiest.empty())
        page.line("none");
    Table table({{"at"},
                 {"bytes"},
                 {"messages", Table::kNumber, 1},
                 {"mostly", Table::kText},
                 {"busiest rank"},
                 {"its bytes", Table::kNumber, 2},
                 {"imbalance", Table::kNumber, 3}});
    for (const size_t step : busiest) {
        const Totals &totals = series.all[step];
        table.add({time_of(step, series), human_bytes(static_cast<double>(totals.bytes)), with_commas(totals.messages),
                   label_of(*series.most_of(step)), totals.bytes > 0 ? std::to_string(series.busiest[step].rank) : "–",
                   totals.bytes > 0 ? human_bytes(static_cast<double>(series.busiest[step].bytes)) : "–",
                   totals.bytes > 0 ? fmt::format("{:.2f}", series.imbalance(step)) : "–"});
    }
    page.table(table);
}

Json totals_json(const ClassSeries &row) {
    Json messages = Json::array();
    Json bytes = Json::array();
    for (const Totals &totals : row.steps) {
        messages.push_back(totals.messages);
        bytes.push_back(totals.bytes);
    }
    return {{"class", row.traffic_class ? Json(class_name(*row.traffic_class)) : Json(nullptr)},
            {"read", row.read},
            {"messages", messages},
            {"bytes", bytes}};
}

Json busiest_json(const Series &series, size_t step) {
    const ClassSeries &most = *series.most_of(step);
    return {{"step", step},
            {"messages", series.all[step].messages},
            {"bytes", series.all[step].bytes},
            {"mostly", most.traffic_class ? Json(class_name(*most.traffic_class)) : Json(nullptr)},
            {"rank", series.busiest[step].rank},
            {"rank_bytes", series.busiest[step].bytes},
            {"imbalance", series.imbalance(step)}};
}

}  // namespace

std::string timeline_text(const ReportView &view, bool classes_named, const Style &style) {
    const Series series = time_series(view.profile, {view.classes, classes_named, steps_for(style)});
    Page page(style);
    page.raw(damage_text(view.profile, view.file, style));
    page.title("Over time", fmt::format("from {}; {}; all that ranks sent, to themselves and to other worlds, too",
                                        utc_time(series.start_time_ns), steps_text(series)));
    Table table = new_table();
    for (const ClassSeries &row : series.classes)
        add_class(row, series, table);
    add_collectives(series, table);
    add_levels(view.profile, series, table);
    page.table(table);
    show_without_thread(series, page);
    show_busiest(series, view.top, page);
    return page.take();
}

void show_timeline(const ReportView &view, Page &page) {
    if (view.profile.timelines.empty())
        return;
    const Series series = time_series(view.profile, {view.classes, !view.summary.merged, steps_for(page.style())});
    page.heading("Over time", steps_text(series));
    Table table = new_table();
    for (const ClassSeries &row : series.classes)
        add_class(row, series, table);
    add_collectives(series, table);
    page.table(table);
    show_without_thread(series, page);
    const std::vector<size_t> busiest = busiest_steps(series, 1);
    if (!busiest.empty())
        page.remark(fmt::format("busiest at {}: {}, mostly {}; --timeline shows more", time_of(busiest[0], series),
                                human_bytes(static_cast<double>(series.all[busiest[0]].bytes)),
                                label_of(*series.most_of(busiest[0]))));
}

std::string timeline_json(const ReportView &view, bool classes_named) {
    const Series series = time_series(view.profile, {view.classes, classes_named});
    Json json;
    json["diagnostics"] = diagnostics_json(view.profile);
    json["job"] = job_json(view.profile);
    json["classes"] = view.classes.names();
    json["start_time_ns"] = series.start_time_ns;
    json["step_ns"] = series.step_ns;
    json["ranks"] = series.ranks;
    json["traffic"] = Json::array();
    for (const ClassSeries &row : series.classes)
        json["traffic"].push_back(totals_json(row));
    json["collective_calls"] = series.collective_calls;
    json["collective_time_ns"] = series.collective_time_ns;
    json["wait_time_ns"] = series.wait_time_ns;
    json["memory"] = series.memory;
    json["gauges"] = Json::array();
    for (const GaugeSeries &row : series.gauges)
        json["gauges"].push_back({{"gauge", view.profile.names[row.name]}, {"values", row.steps}});
    json["without_thread"] = series.without_thread;
    json["busiest"] = Json::array();
    for (const size_t step : busiest_steps(series, view.top))
        json["busiest"].push_back(busiest_json(series, step));
    return json_text(json);
}

}  // namespace mpimon
