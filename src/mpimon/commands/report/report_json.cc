#include "mpimon/commands/report/report_json.h"

#include "mpimon/render/histogram.h"
#include "mpimon/render/json/profile_json.h"

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

Json where_json(const Where &where) {
    return {
        {"localities", list(where.localities,
                            [](const LocalityTotals &row) {
                                return Json{{"locality", locality_name(row.locality)},
                                            {"pairs", row.pairs},
                                            {"messages", row.totals.messages},
                                            {"bytes", row.totals.bytes}};
                            })},
        {"transports", list(where.carriers,
                            [](const CarrierTotals &row) {
                                return Json{{"transport", row.carrier},
                                            {"of_mpich", row.own},
                                            {"locality", locality_name(row.locality)},
                                            {"pairs", row.pairs},
                                            {"messages", row.totals.messages},
                                            {"bytes", row.totals.bytes}};
                            })},
        {"ip_on_one_node", !where.ip_on_one_node
                               ? Json()
                               : Json{{"pairs", where.ip_on_one_node->pairs},
                                      {"messages", where.ip_on_one_node->totals.messages},
                                      {"bytes", where.ip_on_one_node->totals.bytes},
                                      {"first_pair", {where.ip_on_one_node->source, where.ip_on_one_node->target}}}}};
}

Json file_json(const Profile &profile, const FileTotals &file) {
    return {{"file", file.file == kOtherFiles ? Json(nullptr) : Json(file_name(profile, file.file))},
            {"bytes", file.bytes},
            {"seconds", file.seconds},
            {"operations", list(file.operations,
                                [](const FileOperationTotals &row) {
                                    return Json{{"operation", file_operation_name(row.operation)},
                                                {"calls", row.calls},
                                                {"failed", row.failed},
                                                {"seconds", row.seconds}};
                                })},
            {"accesses", list(file.accesses, [](const FileAccessTotals &row) {
                 return Json{{"family", file_family_name(row.family)},
                             {"write", row.is_write},
                             {"calls", row.calls},
                             {"failed", row.failed},
                             {"bytes", row.bytes},
                             {"seconds", row.seconds},
                             {"ranks", row.ranks},
                             {"most_bytes", row.most}};
             })}};
}

Json culprit_json(const Profile &profile, uint32_t peer) {
    return is_world_rank(peer) ? Json(peer) : peer == MPIMON_PEER_UNKNOWN ? Json() : Json(peer_name(profile, peer));
}

// Null where the rank is one of a group and not known.
Json waiting_json(const Profile &profile, const Waiting &waiting, size_t top) {
    constexpr double kSecond = 1e9;
    const auto seconds = [](uint64_t ns) { return static_cast<double>(ns) / kSecond; };
    Json kinds = list(waiting.kinds, [&](const WaitKindTotals &row) {
        return Json{{"kind", wait_kind_name(row.kind)},
                    {"class", class_name(row.traffic_class)},
                    {"operation", row.operation == kNoOperation ? Json() : Json(profile.names[row.operation])},
                    {"waits", row.waits},
                    {"seconds", seconds(row.time_ns)},
                    {"longest", seconds(row.longest_ns)}};
    });
    Json culprits = list(waiting.culprits, [&](const CulpritTotals &row) {
        return Json{{"rank", culprit_json(profile, row.culprit)},
                    {"waiters", row.waiters},
                    {"seconds", seconds(row.time_ns)},
                    {"estimated", row.estimated}};
    });
    Json pairs = Json::array();
    for (size_t i = 0; i < waiting.pairs.size() && i < top; ++i)
        pairs.push_back({{"rank", profile.processes[waiting.pairs[i].process].world_rank},
                         {"for", culprit_json(profile, waiting.pairs[i].culprit)},
                         {"seconds", seconds(waiting.pairs[i].time_ns)},
                         {"estimated", waiting.pairs[i].estimated}});
    return {{"waits", waiting.waits},
            {"seconds", seconds(waiting.time_ns)},
            {"mpi_seconds", waiting.mpi_seconds ? Json(*waiting.mpi_seconds) : Json()},
            {"kinds", std::move(kinds)},
            {"culprits", std::move(culprits)},
            {"top_pairs", std::move(pairs)}};
}

Json collective_sizes_json(const Profile &profile) {
    return list(summarize_collective_sizes(profile), [&](const CollectiveSizeTotals &row) {
        return Json{{"operation", row.operation},
                    {"algorithm", row.algorithm},
                    {"communicator", row.communicator},
                    {"size", profile.communicators[row.communicator].size},
                    {"root", row.rooted ? Json(row.root) : Json()},
                    {"bin", row.bin},
                    {"calls", row.calls},
                    {"bytes", row.bytes},
                    {"time_ns", row.time_ns ? Json(*row.time_ns) : Json()}};
    });
}

}  // namespace

std::string report_json(const Profile &profile, const Summary &summary, ClassSet classes, size_t top) {
    Json json;
    json["diagnostics"] = diagnostics_json(profile);
    json["job"] = job_json(profile);
    json["job"]["start_time_ns"] = summary.start_time_ns;
    json["job"]["seconds"] = summary.seconds;
    json["job"]["incomplete_processes"] = summary.incomplete;
    json["job"]["programs"] = list(summary.programs, group_json);
    json["job"]["details"] = list(summary.details, group_json);
    json["job"]["without_counts"] = ranges_json(summary.without_counts);
    json["classes"] = classes.names_in(profile);
    json["traffic"] = traffic_json(summary);
    if (has_places(profile))
        json["where"] = where_json(summary.where);
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
    if (!summary.noncontiguous.empty())
        json["noncontiguous"] = list(summary.noncontiguous, [&](const NoncontiguousTotals &row) {
            return Json{{"context", context_json(profile, row.context)},
                        {"class", class_json(row.traffic_class)},
                        {"messages", row.totals.messages},
                        {"bytes", row.totals.bytes},
                        {"blocks", row.blocks},
                        {"sent", totals_json(row.of_the_context)}};
        });
    json["sent_and_received"] = comparisons_json(summary);
    json["collectives"] = collectives_json(summary.collectives);
    if (summary.waiting)
        json["waiting"] = waiting_json(profile, *summary.waiting, top);
    if (!profile.collective_sizes.empty())
        json["collective_sizes"] = collective_sizes_json(profile);
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
    if (!summary.files.empty())
        json["files"] = list(summary.files, [&](const FileTotals &file) { return file_json(profile, file); });
    return json_text(json);
}

}  // namespace mpimon
