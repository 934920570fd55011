#include "mpimon/commands/report/report_json.h"

#include "mpimon/render/histogram.h"
#include "mpimon/render/profile_json.h"

namespace mpimon {

namespace {

Json totals_json(const Totals &totals) {
    return {{"messages", totals.messages}, {"bytes", totals.bytes}};
}

// Null: all classes together.
Json class_json(std::optional<mpimon_class> traffic_class) {
    return traffic_class ? Json(class_name(*traffic_class)) : Json(nullptr);
}

// An array with convert(row) for every row.
template <class Rows, class Convert>
Json list(const Rows &rows, Convert convert) {
    Json array = Json::array();
    for (const auto &row : rows)
        array.push_back(convert(row));
    return array;
}

Json traffic_json(const Summary &summary) {
    return {{"merged", summary.merged},
            {"total", totals_json(summary.all)},
            {"self", totals_json(summary.self)},
            {"to_foreign", totals_json(summary.to_foreign)},
            {"from_foreign", totals_json(summary.from_foreign)},
            {"from_unknown", totals_json(summary.from_unknown)},
            {"by_class_and_path", list(summary.paths, [](const PathTotals &row) {
                 return Json{{"class", class_json(row.traffic_class)},
                             {"read", row.read},
                             {"path", path_name(row.path)},
                             {"messages", row.totals.messages},
                             {"bytes", row.totals.bytes}};
             })}};
}

Json collectives_json(const CollectiveSummary &summary) {
    return list(summary.algorithms, [](const AlgorithmTotals &row) {
        Json json = {{"operation", row.operation}, {"algorithm", row.algorithm},
                     {"step", row.step},           {"shared_memory", row.shared_memory},
                     {"calls", row.calls},         {"bytes", row.bytes},
                     {"ranks", row.ranks}};
        if (row.step)
            json["parent"] = row.parent.empty() ? Json() : Json(row.parent);
        if (row.timed)
            json["seconds"] = {{"max", row.longest}, {"mean", row.mean}, {"min", row.shortest}};
        return json;
    });
}

// Shares are parts of the wall time.
Json mpi_time_json(const MpiTime &time) {
    if (time.source == MpiTime::kUnknown)
        return nullptr;
    return {{"of", time.source == MpiTime::kFunctions ? "functions" : "blocking collectives"},
            {"share", time.share},
            {"least", time.least},
            {"most", time.most}};
}

// First and last of consecutive ranks; `ranks` are in their order.
Json ranges_json(const std::vector<uint32_t> &ranks) {
    Json ranges = Json::array();
    for (const uint32_t rank : ranks) {
        if (!ranges.empty() && ranges.back()[1] == rank - 1)
            ranges.back()[1] = rank;
        else
            ranges.push_back({rank, rank});
    }
    return ranges;
}

Json group_json(const RankGroup &group) {
    return {{"text", group.text}, {"ranks", ranges_json(group.ranks)}};
}

Json context_json(const Profile &profile, uint32_t index) {
    const Context &context = profile.contexts[index];
    return {{"region", context.region == kNoRegion ? Json(nullptr) : Json(context.region)},
            {"function", context.function == kNoFunction ? Json(nullptr) : Json(profile.names[context.function])}};
}

Json comparisons_json(const Summary &summary) {
    return list(summary.comparisons, [](const Comparison &row) {
        return Json{{"class", class_json(row.traffic_class)},
                    {"sent", totals_json(row.sent)},
                    {"received", totals_json(row.received)},
                    {"cancelled_or_unreceived", totals_json(row.undelivered)},
                    {"differing_pairs", row.differing_pairs}};
    });
}

}  // namespace

std::string report_json(const Profile &profile, const Summary &summary, ClassSet classes) {
    Json json;
    json["diagnostics"] = diagnostics_json(profile);
    json["job"] = job_json(profile);
    json["job"]["start_time_ns"] = summary.start_time_ns;
    json["job"]["seconds"] = summary.seconds;
    json["job"]["incomplete_processes"] = summary.incomplete;
    json["job"]["programs"] = list(summary.programs, group_json);
    json["job"]["details"] = list(summary.details, group_json);
    json["job"]["without_counts"] = ranges_json(summary.without_counts);
    json["classes"] = classes.names();
    json["traffic"] = traffic_json(summary);
    json["pairs"] = summary.pairs;
    json["top_pairs"] = list(summary.top_pairs, [](const PairTotals &pair) {
        return Json{{"from", pair.source},
                    {"to", pair.target},
                    {"messages", pair.totals.messages},
                    {"bytes", pair.totals.bytes}};
    });
    json["imbalance"] = {{"busiest_rank", summary.imbalance.busiest_rank},
                         {"busiest_bytes", summary.imbalance.busiest_bytes},
                         {"mean_bytes", summary.imbalance.mean_bytes}};
    json["ranks"] = summary.ranks;
    json["top_ranks"] = list(summary.top_ranks, [](const RankTotals &row) {
        return Json{{"rank", row.rank},
                    {"counted", row.counted},
                    {"sent", totals_json(row.sent)},
                    {"received", totals_json(row.received)},
                    {"mpi_seconds", row.mpi_seconds},
                    {"wall_seconds", row.wall_seconds}};
    });
    json["mpi_time"] = mpi_time_json(summary.mpi_time);
    json["histograms"] = list(summary.histograms, [](const ClassHistogram &row) {
        return Json{{"class", class_json(row.traffic_class)}, {"bins", without_trailing_zeros(row.bins)}};
    });
    json["sent_and_received"] = comparisons_json(summary);
    json["collectives"] = collectives_json(summary.collectives);
    json["kinds"] = list(summary.collectives.kinds, [&](const KindTotals &row) {
        return Json{{"communicator", row.communicator},
                    {"name", profile.communicators[row.communicator].name},
                    {"kind", kind_name(row.kind)},
                    {"operations", row.operations},
                    {"bytes", row.bytes},
                    {"estimated", row.estimated}};
    });
    json["communicators"] = list(summary.communicators, [&](const CommunicatorTotals &row) {
        const Communicator &communicator = profile.communicators[row.communicator];
        return Json{{"communicator", row.communicator},        {"name", communicator.name},
                    {"context_id", communicator.context_id},   {"size", communicator.size},
                    {"remote_size", communicator.remote_size}, {"internal", communicator.internal},
                    {"messages", row.totals.messages},         {"bytes", row.totals.bytes}};
    });
    json["gauges"] = list(summary.gauges, [&](const GaugeTotals &row) {
        return Json{{"gauge", profile.names[row.name]},
                    {"unit", gauge_unit(profile.names[row.name])},
                    {"highest", row.highest},
                    {"rank", row.rank},
                    {"rises", row.rises},
                    {"falls", row.falls},
                    {"rose_in", context_json(profile, row.rose_in)}};
    });
    return json_text(json);
}

}  // namespace mpimon
