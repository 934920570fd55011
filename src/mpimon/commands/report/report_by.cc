#include "mpimon/commands/report/report_by.h"

#include <fmt/format.h>

#include <algorithm>

#include "mpimon/render/format.h"
#include "mpimon/render/profile_json.h"
#include "mpimon/render/table.h"

namespace mpimon {

namespace {

constexpr int kBarColumns = 16;
constexpr double kSecond = 1e9;

std::string number(const std::optional<uint64_t> &value) {
    return value ? with_commas(*value) : "–";
}

std::string bytes(uint64_t value) {
    return human_bytes(static_cast<double>(value));
}

std::string time(uint64_t ns) {
    return human_time(static_cast<double>(ns) / kSecond);
}

std::string share(uint64_t part, uint64_t whole) {
    const auto some = static_cast<double>(part);
    const auto all = static_cast<double>(whole);
    return fmt::format("{:>7} {}", percent(some, all), all > 0 ? bar(some / all, kBarColumns) : "");
}

Json row_json(const BreakdownRow &row, const std::string &by) {
    Json json = {{by, row.label}};
    if (row.calls)
        json["calls"] = *row.calls;
    if (row.times)
        json["seconds"] = {{"sum", static_cast<double>(row.times->sum_ns) / kSecond},
                           {"min", static_cast<double>(row.times->shortest_ns) / kSecond},
                           {"max", static_cast<double>(row.times->longest_ns) / kSecond}};
    if (row.sent_messages)
        json["messages_sent"] = *row.sent_messages;
    json["bytes_sent"] = row.sent_bytes;
    if (row.received) {
        json["messages_received"] = row.received->messages;
        json["bytes_received"] = row.received->bytes;
    }
    return json;
}

}  // namespace

std::string breakdown_text(const Breakdown &breakdown, const std::string &by, size_t top, const Style &style) {
    const size_t listed = std::min(top, breakdown.rows.size());
    std::string text = style.bold("By " + by) + "  " + style.faint(breakdown.remark) + "\n";
    Table table({{by, true},
                 {"calls"},
                 {"time"},
                 {"min"},
                 {"max"},
                 {"messages"},
                 {"bytes sent"},
                 {"received"},
                 {"share of bytes", true}});
    for (size_t i = 0; i < listed; ++i) {
        const BreakdownRow &row = breakdown.rows[i];
        table.add({row.label, number(row.calls), row.times ? time(row.times->sum_ns) : "–",
                   row.times ? time(row.times->shortest_ns) : "–", row.times ? time(row.times->longest_ns) : "–",
                   number(row.sent_messages), bytes(row.sent_bytes), row.received ? bytes(row.received->bytes) : "–",
                   share(row.sent_bytes, breakdown.sent_bytes)});
    }
    text += table.empty() ? "  none\n" : table.text(style);
    if (listed < breakdown.rows.size())
        text += style.faint(fmt::format("  and {} more; --top shows them", breakdown.rows.size() - listed)) + "\n";
    return text;
}

std::string breakdown_json(const Profile &profile, const Breakdown &breakdown, const std::string &by) {
    Json json;
    json["notes"] = notes_json(profile);
    json["job"] = job_json(profile);
    json["by"] = by;
    json["classes"] = breakdown.classes;
    json["rows"] = Json::array();
    for (const BreakdownRow &row : breakdown.rows)
        json["rows"].push_back(row_json(row, by));
    return json_text(json);
}

}  // namespace mpimon
