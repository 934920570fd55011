#include "mpimon/commands/watch/watch_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

// A row of a list: its name, its cells, and what it is sorted by.
struct Row {
    std::string name;
    std::vector<std::string> cells;
    double weight = 0;
};

std::string bytes_per_second(double rate) {
    return rate > 0 ? human_bytes(rate) + "/s" : "";
}

std::string per_second(double rate) {
    return rate > 0 ? fmt::format("{:.{}f}/s", rate, rate < 10 ? 1 : 0) : "";
}

double weight_of(const Growth &growth, const WatchView &view) {
    if (view.order == WatchOrder::kRate)
        return view.messages ? growth.messages_per_second : growth.bytes_per_second;
    return static_cast<double>(view.messages ? growth.total.messages : growth.total.bytes);
}

double weight_of(const CallGrowth &growth, const WatchView &view) {
    if (view.order == WatchOrder::kRate)
        return view.messages ? growth.calls_per_second : growth.share;
    return static_cast<double>(view.messages ? growth.total.calls : growth.total.time_ns);
}

std::vector<std::string> growth_cells(const Growth &growth) {
    return {bytes_per_second(growth.bytes_per_second), per_second(growth.messages_per_second),
            human_bytes(static_cast<double>(growth.total.bytes)), with_commas(growth.total.messages)};
}

// Foreign peers and unknown ones have no number of this world.
std::string peer_text(uint32_t peer) {
    return is_world_rank(peer) ? std::to_string(peer) : "other job";
}

Row growth_row(const std::string &name, const Growth &growth, const WatchView &view) {
    Row row = {name, growth_cells(growth), weight_of(growth, view)};
    row.cells.insert(row.cells.begin(), name);
    return row;
}

std::vector<Row> pair_rows(const Rates &rates, const WatchView &view) {
    std::vector<Row> rows;
    for (const auto &[pair, growth] : rates.pairs)
        rows.push_back(growth_row(peer_text(pair.first) + " \u2192 " + peer_text(pair.second), growth, view));
    return rows;
}

std::vector<Row> rank_rows(const Rates &rates, const WatchView &view) {
    std::vector<Row> rows;
    for (const auto &[rank, growth] : rates.ranks) {
        rows.push_back(growth_row(peer_text(rank), growth, view));
        const auto waiting = rates.waiting.find(rank);
        rows.back().cells.push_back(waiting == rates.waiting.end() ? "" : percent(waiting->second, 1));
    }
    return rows;
}

std::vector<Row> collective_rows(const Rates &rates, const WatchView &view) {
    std::vector<Row> rows;
    for (const auto &[operation, growth] : rates.collectives) {
        const double seconds = static_cast<double>(growth.total.time_ns) / 1e9;
        rows.push_back({operation,
                        {operation, per_second(growth.calls_per_second), percent(growth.share, 1),
                         with_commas(growth.total.calls), human_time(seconds)},
                        weight_of(growth, view)});
    }
    return rows;
}

std::vector<Row> rows_of(const Rates &rates, const WatchView &view) {
    std::vector<Row> rows = view.list == WatchList::kPairs   ? pair_rows(rates, view)
                            : view.list == WatchList::kRanks ? rank_rows(rates, view)
                                                             : collective_rows(rates, view);
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [&](const Row &row) { return row.name.find(view.search) == std::string::npos; }),
               rows.end());
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.weight > b.weight; });
    return rows;
}

Table list_table(const WatchView &view) {
    if (view.list == WatchList::kCollectives)
        return Table({{"collective", Table::kText},
                      {"calls", Table::kNumber},
                      {"time", Table::kNumber},
                      {"calls in all", Table::kNumber},
                      {"time of all ranks", Table::kNumber, 1}});
    std::vector<Table::Column> columns = {{view.list == WatchList::kPairs ? "pair" : "rank", Table::kText},
                                          {"bytes", Table::kNumber},
                                          {"messages", Table::kNumber},
                                          {"bytes in all", Table::kNumber},
                                          {"messages in all", Table::kNumber, 1}};
    if (view.list == WatchList::kRanks)
        columns.push_back({"waits", Table::kNumber, 2});
    return Table(columns);
}

std::string list_title(const WatchView &view) {
    switch (view.list) {
        case WatchList::kPairs:
            return "Pairs";
        case WatchList::kRanks:
            return "Ranks";
        case WatchList::kCollectives:
            break;
    }
    return "Collectives";
}

std::string list_remark(const WatchView &view, size_t rows) {
    const bool calls = view.list == WatchList::kCollectives;
    const std::string_view what = view.messages ? (calls ? "calls" : "messages") : (calls ? "time" : "bytes");
    return fmt::format("{} in all, by {}{}{}", rows, what, view.order == WatchOrder::kRate ? " a second" : "",
                       view.search.empty() ? "" : ", with \"" + printable(view.search) + "\"");
}

Table class_table(const Rates &rates) {
    Table table({{"class", Table::kText},
                 {"bytes", Table::kNumber},
                 {"messages", Table::kNumber},
                 {"bytes in all", Table::kNumber},
                 {"messages in all", Table::kNumber, 1}});
    const auto add = [&](std::string_view name, const Growth &growth) {
        std::vector<std::string> cells = growth_cells(growth);
        cells.insert(cells.begin(), std::string(name));
        table.add(cells);
    };
    for (const auto &[traffic_class, growth] : rates.classes)
        add(class_name(traffic_class), growth);
    if (rates.classes.size() > 1)
        add("all", rates.all);
    return table;
}

Json growth_json(const Growth &growth) {
    return {{"messages", growth.total.messages},
            {"bytes", growth.total.bytes},
            {"messages_per_second", growth.messages_per_second},
            {"bytes_per_second", growth.bytes_per_second}};
}

}  // namespace

size_t watch_rows(const Rates &rates, const WatchView &view) {
    return rows_of(rates, view).size();
}

std::string watch_text(const Watched &job, const WatchView &view, const Style &style) {
    Page page(style);
    page.title(job.title, fmt::format("{} of {} run{}", job.running, count_of(job.processes, "process", "processes"),
                                      view.paused ? "; paused" : ""));
    for (const std::string &line : job.unreadable)
        page.warning(line);
    page.table(class_table(job.rates));
    const std::vector<Row> rows = rows_of(job.rates, view);
    page.heading(list_title(view), list_remark(view, rows.size()));
    Table table = list_table(view);
    for (size_t i = view.first; i < rows.size() && i < view.first + view.rows; ++i)
        table.add(rows[i].cells);
    page.table(table);
    return page.take();
}

Json watch_json(const Watched &job) {
    Json json = {{"job", job.title},
                 {"processes", job.processes},
                 {"running", job.running},
                 {"seconds", job.rates.seconds},
                 {"classes", Json::array()},
                 {"pairs", Json::array()},
                 {"collectives", Json::array()},
                 {"waiting", Json::array()},
                 {"unreadable", job.unreadable}};
    for (const auto &[traffic_class, growth] : job.rates.classes) {
        json["classes"].push_back({{"class", class_name(traffic_class)}});
        json["classes"].back().update(growth_json(growth));
    }
    for (const auto &[pair, growth] : job.rates.pairs) {
        json["pairs"].push_back({{"source", peer_text(pair.first)}, {"target", peer_text(pair.second)}});
        json["pairs"].back().update(growth_json(growth));
    }
    for (const auto &[operation, growth] : job.rates.collectives)
        json["collectives"].push_back({{"operation", operation},
                                       {"calls", growth.total.calls},
                                       {"time_ns", growth.total.time_ns},
                                       {"calls_per_second", growth.calls_per_second},
                                       {"share", growth.share}});
    for (const auto &[rank, share] : job.rates.waiting)
        json["waiting"].push_back({{"rank", rank}, {"share", share}});
    return json;
}

}  // namespace mpimon
