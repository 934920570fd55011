#include "mpimon/commands/watch/watch_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

// A row that is not made until it is to be seen: of many pairs, most are not.
struct Entry {
    double weight = 0;  // by which it is sorted
    std::function<WatchRow()> make;
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

WatchRow growth_row(const std::string &name, const Growth &growth) {
    WatchRow row = {name, growth_cells(growth)};
    row.cells.insert(row.cells.begin(), name);
    return row;
}

bool is_of(const RankPair &pair, const WatchView &view) {
    return !view.rank || pair.first == *view.rank || pair.second == *view.rank;
}

std::vector<Entry> pair_entries(const Rates &rates, const WatchView &view) {
    std::vector<Entry> entries;
    entries.reserve(rates.pairs.size());
    for (const auto &row : rates.pairs)
        if (is_of(row.first, view))
            entries.push_back({weight_of(row.second, view), [&row] {
                                   return growth_row(
                                       peer_text(row.first.first) + " \u2192 " + peer_text(row.first.second),
                                       row.second);
                               }});
    return entries;
}

const VariableState *state_of(const Watched &job, const std::string &name, uint32_t rank) {
    const auto variable = job.variables.find(name);
    if (variable == job.variables.end())
        return nullptr;
    const auto state = variable->second.ranks.find(rank);
    return state == variable->second.ranks.end() ? nullptr : &state->second;
}

WatchRow rank_row(const Watched &job, uint32_t rank, const Growth &growth) {
    WatchRow row = growth_row(peer_text(rank), growth);
    const auto waiting = job.rates.waiting.find(rank);
    row.cells.push_back(waiting == job.rates.waiting.end() ? "" : percent(waiting->second, 1));
    const VariableState *memory = state_of(job, kResidentMemory, rank);
    row.cells.push_back(memory == nullptr ? "" : human_bytes(memory->last));
    return row;
}

std::vector<Entry> rank_entries(const Watched &job, const WatchView &view) {
    std::vector<Entry> entries;
    for (const auto &row : job.rates.ranks)
        if (!view.rank || row.first == *view.rank)
            entries.push_back(
                {weight_of(row.second, view), [&job, &row] { return rank_row(job, row.first, row.second); }});
    return entries;
}

CallGrowth calls_of_rank(const Watched &job, const std::string &operation, uint32_t rank) {
    CallGrowth growth;
    if (const VariableState *calls = state_of(job, operation + "_calls", rank)) {
        growth.total.calls = static_cast<uint64_t>(calls->last);
        growth.calls_per_second = calls->rate;
    }
    if (const VariableState *time = state_of(job, operation + "_time", rank)) {
        growth.total.time_ns = static_cast<uint64_t>(time->last * 1e9);
        growth.share = time->rate;
    }
    return growth;
}

WatchRow call_row(const std::string &name, const CallGrowth &growth) {
    const double seconds = static_cast<double>(growth.total.time_ns) / 1e9;
    return {name,
            {name, per_second(growth.calls_per_second), percent(growth.share, 1), with_commas(growth.total.calls),
             human_time(seconds)}};
}

std::vector<Entry> call_entries(const std::map<std::string, CallGrowth> &calls, const WatchView &view) {
    std::vector<Entry> entries;
    for (const auto &[name, growth] : calls)
        entries.push_back({weight_of(growth, view), [name = name, growth = growth] { return call_row(name, growth); }});
    return entries;
}

std::map<std::string, CallGrowth> collectives_of(const Watched &job, const WatchView &view) {
    if (!view.rank)
        return job.rates.collectives;
    std::map<std::string, CallGrowth> calls;
    for (const auto &[operation, growth] : job.rates.collectives)
        calls[operation] = calls_of_rank(job, operation, *view.rank);
    return calls;
}

std::string number_text(double number, const std::string &unit) {
    if (number < 0)
        return "-" + number_text(-number, unit);
    if (unit == "bytes")
        return human_bytes(number);
    if (unit == "seconds")
        return human_time(number);
    if (number < 100 && number != std::floor(number))
        return fmt::format("{:.3g}", number);
    return with_commas(static_cast<uint64_t>(std::llround(number)));
}

std::vector<std::string> variable_cells(const std::string &name, const VariableHistory &variable,
                                        const VariableState &state, bool chosen) {
    const auto text = [&](double number) { return variable_text(variable, number); };
    const Spread &spread = state.spread;
    const bool known = spread.count() > 0;
    return {(chosen ? "* " : "  ") + name,
            number_text(state.last, variable.unit),
            state.rate == 0 ? "" : number_text(state.rate, variable.unit) + "/s",
            known ? text(spread.minimum()) : "",
            known ? text(spread.maximum()) : "",
            known ? text(spread.mean()) : "",
            known ? text(spread.deviation()) : "",
            state.watermark ? number_text(*state.watermark, variable.unit) : "",
            state.risen > 0 ? "+" + number_text(state.risen, variable.unit) : ""};
}

// Variables are sorted by name, whatever other rows are sorted by: bytes and seconds cannot be compared.
std::vector<Entry> variable_entries(const Watched &job, const WatchView &view) {
    std::vector<Entry> entries;
    for (const auto &row : job.variables) {
        const VariableState *state = view.rank ? state_of(job, row.first, *view.rank) : &row.second.all;
        if (state == nullptr)
            continue;
        const bool chosen = view.chosen.count(row.first) > 0;
        entries.push_back({0, [&row, state, chosen] {
                               return WatchRow{row.first, variable_cells(row.first, row.second, *state, chosen)};
                           }});
    }
    return entries;
}

std::vector<Entry> all_entries(const Watched &job, const WatchView &view) {
    switch (view.list) {
        case WatchList::kPairs:
            return pair_entries(job.rates, view);
        case WatchList::kRanks:
            return rank_entries(job, view);
        case WatchList::kCollectives:
            return call_entries(collectives_of(job, view), view);
        case WatchList::kWaits:
            return call_entries(job.rates.waits, view);
        case WatchList::kVariables:
            break;
    }
    return variable_entries(job, view);
}

std::vector<Table::Column> call_columns(const char *name, const char *calls) {
    return {{name, Table::kText},
            {calls, Table::kNumber},
            {"time", Table::kNumber},
            {std::string(calls) + " in all", Table::kNumber},
            {"time of all ranks", Table::kNumber, 1}};
}

std::vector<Table::Column> growth_columns(const char *name) {
    return {{name, Table::kText},
            {"bytes", Table::kNumber},
            {"messages", Table::kNumber},
            {"bytes in all", Table::kNumber},
            {"messages in all", Table::kNumber, 1}};
}

}  // namespace

std::vector<std::string> growth_cells(const Growth &growth) {
    return {bytes_per_second(growth.bytes_per_second), per_second(growth.messages_per_second),
            human_bytes(static_cast<double>(growth.total.bytes)), with_commas(growth.total.messages)};
}

Growth growth_of_rank(const Watched &job, const std::string &name, uint32_t rank) {
    Growth growth;
    if (const VariableState *messages = state_of(job, name + "_messages", rank)) {
        growth.total.messages = static_cast<uint64_t>(messages->last);
        growth.messages_per_second = messages->rate;
    }
    if (const VariableState *bytes = state_of(job, name + "_bytes", rank)) {
        growth.total.bytes = static_cast<uint64_t>(bytes->last);
        growth.bytes_per_second = bytes->rate;
    }
    return growth;
}

std::string peer_text(uint32_t peer) {
    return is_world_rank(peer) ? std::to_string(peer) : "other job";
}

std::string variable_text(const VariableHistory &variable, double number) {
    return number_text(number, variable.unit) + (variable.grows ? "/s" : "");
}

WatchRows watch_rows(const Watched &job, const WatchView &view) {
    const std::vector<Entry> entries = all_entries(job, view);
    std::vector<size_t> order;
    for (size_t i = 0; i < entries.size(); ++i)
        if (view.search.empty() || entries[i].make().name.find(view.search) != std::string::npos)
            order.push_back(i);
    const size_t end = std::min(order.size(), view.first + view.rows);
    std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(end), order.end(), [&](size_t a, size_t b) {
        return entries[a].weight > entries[b].weight || (entries[a].weight == entries[b].weight && a < b);
    });
    WatchRows rows;
    rows.count = order.size();
    for (size_t i = view.first; i < end; ++i)
        rows.seen.push_back(entries[order[i]].make());
    return rows;
}

Table watch_table(const WatchView &view) {
    switch (view.list) {
        case WatchList::kPairs:
            return Table(growth_columns("pair"));
        case WatchList::kRanks: {
            std::vector<Table::Column> columns = growth_columns("rank");
            columns.push_back({"waits", Table::kNumber, 2});
            columns.push_back({"memory", Table::kNumber, 3});
            return Table(columns);
        }
        case WatchList::kCollectives:
            return Table(call_columns("collective", "calls"));
        case WatchList::kWaits:
            return Table(call_columns("wait", "waits"));
        case WatchList::kVariables:
            break;
    }
    return Table({{"variable", Table::kText},
                  {"last", Table::kNumber},
                  {"change", Table::kNumber},
                  {"minimum", Table::kNumber, 3},
                  {"maximum", Table::kNumber, 2},
                  {"mean", Table::kNumber},
                  {"deviation", Table::kNumber, 5},
                  {"highest", Table::kNumber, 1},
                  {"risen", Table::kNumber, 4}});
}

}  // namespace mpimon
