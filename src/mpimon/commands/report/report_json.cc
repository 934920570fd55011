#include "mpimon/commands/report/report_json.h"

#include "mpimon/render/histogram.h"
#include "mpimon/render/profile_json.h"

namespace mpimon {

namespace {

Json totals_json(const Totals &totals) {
    return {{"messages", totals.messages}, {"bytes", totals.bytes}};
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
                 return Json{{"class", row.label},
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
        if (row.timed)
            json["seconds"] = {{"max", row.longest}, {"mean", row.mean}, {"min", row.shortest}};
        return json;
    });
}

Json comparisons_json(const Summary &summary) {
    return list(summary.comparisons, [](const Comparison &row) {
        return Json{{"class", row.label},
                    {"sent", totals_json(row.sent)},
                    {"received", totals_json(row.received)},
                    {"cancelled_or_unreceived", totals_json(row.settled)},
                    {"differing_pairs", row.differing_pairs}};
    });
}

}  // namespace

std::string report_json(const Profile &profile, const Summary &summary, ClassSet classes) {
    Json json;
    json["notes"] = notes_json(profile);
    json["job"] = job_json(profile);
    json["job"]["start_time_ns"] = summary.start_time_ns;
    json["job"]["seconds"] = summary.seconds;
    json["job"]["incomplete_processes"] = summary.incomplete;
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
    json["histograms"] = Json::object();
    for (const ClassHistogram &histogram : summary.histograms)
        json["histograms"][histogram.label] = without_trailing_zeros(histogram.bins);
    json["sent_and_received"] = comparisons_json(summary);
    json["collectives"] = collectives_json(summary.collectives);
    json["kinds"] = list(summary.collectives.kinds, [&](const KindTotals &row) {
        return Json{{"communicator", communicator_name(profile.communicators[row.communicator])},
                    {"kind", kind_name(row.kind)},
                    {"operations", row.operations},
                    {"bytes", row.bytes}};
    });
    json["communicators"] = list(summary.communicators, [&](const CommunicatorTotals &row) {
        const Communicator &communicator = profile.communicators[row.communicator];
        return Json{{"name", communicator_name(communicator)}, {"size", communicator.size},
                    {"remote_size", communicator.remote_size}, {"internal", communicator.internal},
                    {"messages", row.totals.messages},         {"bytes", row.totals.bytes}};
    });
    json["gauges"] = list(summary.gauges, [](const GaugeTotals &row) {
        return Json{{"gauge", row.name},  {"highest", row.highest}, {"rank", row.rank},
                    {"rises", row.rises}, {"falls", row.falls},     {"rose_in", row.rose_in}};
    });
    return json_text(json);
}

}  // namespace mpimon
