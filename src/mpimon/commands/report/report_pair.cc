#include "mpimon/commands/report/report_pair.h"

#include <fmt/format.h>

#include <charconv>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/histogram.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/table.h"

namespace mpimon {

namespace {

std::string label_of(const PairClass &row) {
    const std::string name(class_name(row.traffic_class));
    if (row.traffic_class != MPIMON_CLASS_RMA)
        return name;
    return name + (row.is_read ? " read" : " write");
}

void show_classes(const PairDirection &direction, Page &page) {
    Table table({{"class", Table::kText}, {"messages"}, {"bytes"}, {"mean size", Table::kNumber, 1}});
    for (const PairClass &row : direction.classes)
        table.add({label_of(row), with_commas(row.totals.messages), human_bytes(static_cast<double>(row.totals.bytes)),
                   human_bytes(static_cast<double>(row.totals.bytes) / static_cast<double>(row.totals.messages))});
    if (table.empty())
        page.line("nothing");
    page.table(table);
}

// Where the detail `sizes` was switched on or off while the program ran, it knows a part of the messages.
void show_sizes_of(const PairClass &row, Page &page) {
    const std::string known = row.sized == row.totals.messages ? ""
                                                               : fmt::format(", of {} of {}", with_commas(row.sized),
                                                                             count_of(row.totals.messages, "message"));
    page.line(fmt::format("sizes, {}{}", label_of(row), known));
    page.raw(histogram_text(row.sizes, page.style()));
}

Json class_json(const PairClass &row) {
    return {{"class", class_name(row.traffic_class)},
            {"read", row.is_read},
            {"messages", row.totals.messages},
            {"bytes", row.totals.bytes},
            {"sizes", row.sized > 0 ? Json(without_trailing_zeros(row.sizes)) : Json(nullptr)}};
}

}  // namespace

std::pair<uint32_t, uint32_t> ranks_named(const std::string &pair, const Profile &profile) {
    std::pair<uint32_t, uint32_t> ranks;
    const char *end = pair.data() + pair.size();
    const auto first = std::from_chars(pair.data(), end, ranks.first);
    const bool has_comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
    const auto second = has_comma ? std::from_chars(first.ptr + 1, end, ranks.second) : first;
    if (!has_comma || second.ec != std::errc() || second.ptr != end)
        throw WrongArgument(fmt::format("--pair {}: give two ranks with a comma, such as 0,1", printable(pair)));
    for (const uint32_t rank : {ranks.first, ranks.second})
        if (rank >= profile.job.world_size)
            throw Failure(fmt::format("--pair {}: the job has {} ranks, from 0 on", pair, profile.job.world_size));
    return ranks;
}

std::string pair_text(const ReportView &view, const std::vector<PairDirection> &directions, const Style &style) {
    Page page(style);
    page.raw(damage_text(view.profile, view.file, style));
    bool first = true;
    for (const PairDirection &direction : directions) {
        const std::string title = fmt::format("Rank {} to {}", direction.source, direction.target);
        first ? page.title(title) : page.heading(title);
        first = false;
        show_classes(direction, page);
        for (const PairClass &row : direction.classes)
            if (row.sized > 0)
                show_sizes_of(row, page);
    }
    if (view.profile.peer_sizes.empty() && !records(view.profile.job, "sizes"))
        page.remark(
            fmt::format("sizes were not recorded by pair; run the job with MPIR_CVAR_MONITORING_DETAIL={},sizes",
                        printable(view.profile.job.detail)));
    return page.take();
}

std::string pair_json(const Profile &profile, const std::vector<PairDirection> &directions, ClassSet classes) {
    Json json;
    json["diagnostics"] = diagnostics_json(profile);
    json["job"] = job_json(profile);
    json["classes"] = classes.names_in(profile);
    json["directions"] = Json::array();
    for (const PairDirection &direction : directions) {
        Json rows = Json::array();
        for (const PairClass &row : direction.classes)
            rows.push_back(class_json(row));
        json["directions"].push_back({{"from", direction.source}, {"to", direction.target}, {"classes", rows}});
    }
    return json_text(json);
}

}  // namespace mpimon
