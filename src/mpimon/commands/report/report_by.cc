#include "mpimon/commands/report/report_by.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;

struct ByName {
    std::string_view name;
    std::string_view remark;  // what the columns mean
};

// One for each value of By, in the same order.
constexpr std::array<ByName, 5> kNames = {
    {{"function", "time of all calls, of the shortest and of the longest one"},
     {"region",
      "calls: entries; time with that of regions within, its sum and the least and most of a rank; messages without"},
     {"communicator", "collective calls; time in blocking ones, its sum and the least and most of a rank"},
     {"algorithm",
      "bytes: what callers contribute; share without steps; time in blocking calls, its sum and the least and most of "
      "a "
      "rank"},
     {"path", "all messages, those to the rank itself included"}}};

const ByName &name_of(By by) {
    return kNames.at(static_cast<size_t>(by));
}

std::string number(const std::optional<uint64_t> &value) {
    return value ? with_commas(*value) : "–";
}

std::string bytes(uint64_t value) {
    return human_bytes(static_cast<double>(value));
}

std::string time(uint64_t ns) {
    return human_time(static_cast<double>(ns) / kSecond);
}

// The mode in the name is that of the call which the user made.
std::string operation_label(const Profile &profile, const BreakdownRow &row) {
    return operation_name(profile.names[row.operation], row.step ? MPIMON_BLOCKING : row.mode);
}

std::string parent_label(const Profile &profile, const BreakdownRow &row) {
    return row.parent > 0 ? operation_name(profile.names[row.parent - 1], row.mode) : "";
}

std::string step_label(const Profile &profile, const BreakdownRow &row) {
    if (!row.step)
        return "";
    return row.parent > 0 ? " (step of " + parent_label(profile, row) + ")" : " (the library's own)";
}

std::string label(const Profile &profile, By by, const BreakdownRow &row, const std::vector<std::string> &labels) {
    switch (by) {
        case By::kFunction:
            return function_label(profile, row.id);
        case By::kRegion:
            return region_label(profile, row.id);
        case By::kCommunicator:
            return labels[row.id];
        case By::kAlgorithm:
            return printable(operation_label(profile, row) + ": " + profile.names[row.id] + step_label(profile, row));
        case By::kPath:
            break;
    }
    return std::string(path_name(static_cast<mpimon_path>(row.id)));
}

// Whether the row is of what the library does for itself, which only --all shows.
bool is_detail(const Profile &profile, By by, const BreakdownRow &row) {
    return by == By::kAlgorithm ? row.step : by == By::kCommunicator && profile.communicators[row.id].internal;
}

// The fields that say what the row is of: ids as in mpimon export --json, and names as the program gave them.
Json key_json(const Profile &profile, By by, const BreakdownRow &row) {
    switch (by) {
        case By::kFunction:
            return {{"function", row.id == kNoFunction ? Json(nullptr) : Json(profile.names[row.id])}};
        case By::kRegion:
            return {{"region", row.id == kNoRegion ? Json(nullptr) : Json(row.id)},
                    {"names", region_names(profile, row.id)}};
        case By::kCommunicator:
            return {{"communicator", row.id}, {"name", profile.communicators[row.id].name}};
        case By::kAlgorithm:
            return {{"operation", operation_label(profile, row)},
                    {"algorithm", profile.names[row.id]},
                    {"step", row.step},
                    {"parent", row.parent > 0 ? Json(parent_label(profile, row)) : Json()}};
        case By::kPath:
            break;
    }
    return {{"path", path_name(static_cast<mpimon_path>(row.id))}};
}

Json row_json(const Profile &profile, By by, const BreakdownRow &row) {
    Json json = key_json(profile, by, row);
    if (row.calls)
        json["calls"] = *row.calls;
    if (row.times)
        json["seconds"] = {{"sum", static_cast<double>(row.times->sum_ns) / kSecond},
                           {"min", static_cast<double>(row.times->shortest_ns) / kSecond},
                           {"max", static_cast<double>(row.times->longest_ns) / kSecond}};
    if (row.sent_messages)
        json["messages_sent"] = *row.sent_messages;
    json["bytes_sent"] = row.sent_bytes;
    if (row.waited_ns)
        json["waiting_seconds"] = static_cast<double>(*row.waited_ns) / kSecond;
    if (row.received) {
        json["messages_received"] = row.received->messages;
        json["bytes_received"] = row.received->bytes;
    }
    return json;
}

}  // namespace

By by_named(const std::string &name) {
    std::vector<std::string_view> names;
    for (const ByName &known : kNames) {
        if (known.name == name)
            return static_cast<By>(names.size());
        names.push_back(known.name);
    }
    throw WrongArgument(fmt::format("--by: '{}' is not one of {}, overlap", name, fmt::join(names, ", ")));
}

std::string breakdown_text(const ReportView &view, const Breakdown &breakdown, const Style &style) {
    const ByName &by = name_of(breakdown.by);
    std::vector<BreakdownRow> rows = breakdown.rows;
    if (!view.all)
        rows.erase(std::remove_if(rows.begin(), rows.end(),
                                  [&](const auto &row) { return is_detail(view.profile, breakdown.by, row); }),
                   rows.end());
    Page page(style);
    page.raw(damage_text(view.profile, view.file, style));
    page.title(
        fmt::format("By {}", by.name),

        std::string(by.remark) +
            (view.classes.is_all() ? "" : fmt::format("; messages and bytes of {} only", classes_label(view.classes))));
    Table table({{std::string(by.name), breakdown.by == By::kAlgorithm ? Table::kTextEnd : Table::kText},
                 {"calls"},
                 {"time"},
                 {"min", Table::kNumber, 3},
                 {"max", Table::kNumber, 2},
                 {"waiting"},
                 {"messages", Table::kNumber, 1},
                 {"bytes sent"},
                 {"received", Table::kNumber, 4},
                 {"share of bytes", Table::kShareBar, 5}});
    const std::vector<std::string> labels = communicator_labels(view.profile);
    const size_t listed = std::min(view.top, rows.size());
    for (size_t i = 0; i < listed; ++i) {
        const BreakdownRow &row = rows[i];
        table.add({label(view.profile, breakdown.by, row, labels), number(row.calls),
                   row.times ? time(row.times->sum_ns) : "–", row.times ? time(row.times->shortest_ns) : "–",
                   row.times ? time(row.times->longest_ns) : "–", row.waited_ns ? time(*row.waited_ns) : "",
                   number(row.sent_messages), bytes(row.sent_bytes), row.received ? bytes(row.received->bytes) : "–",
                   share_bar(static_cast<double>(row.sent_bytes), static_cast<double>(breakdown.sent_bytes))});
    }
    if (table.empty())
        page.line("none");
    page.table(table);
    page.more(rows.size() - listed);
    if (rows.size() < breakdown.rows.size())
        page.remark(fmt::format("and {} of the library's own; --all shows them", breakdown.rows.size() - rows.size()));
    return page.take();
}

std::string breakdown_json(const Profile &profile, const Breakdown &breakdown, ClassSet classes) {
    Json json;
    json["diagnostics"] = diagnostics_json(profile);
    json["job"] = job_json(profile);
    json["by"] = name_of(breakdown.by).name;
    json["classes"] = classes.names_in(profile);
    json["rows"] = Json::array();
    for (const BreakdownRow &row : breakdown.rows)
        json["rows"].push_back(row_json(profile, breakdown.by, row));
    return json_text(json);
}

}  // namespace mpimon
