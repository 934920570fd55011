#include "mpimon/commands/html/page_data.h"

#include <optional>

#include "analysis/advice/advisor.h"
#include "analysis/failure.h"
#include "analysis/names/labels.h"
#include "analysis/names/origins.h"
#include "analysis/place/groups.h"
#include "analysis/place/locality.h"
#include "mpimon/commands/advise/advice_output.h"
#include "mpimon/commands/report/report_by.h"
#include "mpimon/commands/report/report_json.h"
#include "mpimon/commands/report/report_timeline.h"
#include "mpimon/render/json/profile_json.h"

namespace mpimon {

namespace {

// Null where the job has not recorded it.
std::string by_json(const Profile &profile, By by) {
    try {
        return breakdown_json(profile, break_down(profile, ClassSet::all(), by), ClassSet::all());
    } catch (const NotRecorded &) {
        return "null";
    }
}

std::string breakdowns_json(const Profile &profile) {
    return "{\"function\": " + by_json(profile, By::kFunction) + ", \"region\": " + by_json(profile, By::kRegion) +
           ", \"communicator\": " + by_json(profile, By::kCommunicator) +
           ", \"algorithm\": " + by_json(profile, By::kAlgorithm) + "}";
}

std::string timeline_or_null(const PageSource &source) {
    if (source.profile.timelines.empty())
        return "null";
    return timeline_json({source.profile, source.summary, source.file}, false);
}

Json communicator_json(const Profile &profile, const Communicator &communicator, const std::string &label) {
    const Origin &origin = communicator.origin;
    const auto topology = static_cast<mpimon_topology>(origin.topology);
    return {{"label", label},
            {"size", communicator.size},
            {"internal", communicator.internal},
            {"function", origin.is_known() ? Json(profile.names[origin.function]) : Json()},
            {"parent", origin.parent > 0 ? Json(origin.parent - 1) : Json()},
            {"region", origin.region == kNoRegion ? Json() : Json(region_label(profile, origin.region))},
            {"topology", topology_name(topology)}};
}

Json communicators_json(const Profile &profile) {
    Json list = Json::array();
    const std::vector<std::string> labels = communicator_labels(profile);
    for (size_t i = 0; i < labels.size(); ++i)
        list.push_back(communicator_json(profile, profile.communicators[i], labels[i]));
    return list;
}

// The group of each rank of the world; null for one that has no record.
Json group_json(const Profile &profile, GroupBy by) {
    const Groups groups = group_processes(profile, by);
    Json of_rank = Json::array();
    for (uint32_t rank = 0; rank < profile.job.world_size; ++rank) {
        const Process *process = profile.process_of(rank);
        of_rank.push_back(process ? Json(groups.of_process[static_cast<size_t>(process - profile.processes.data())])
                                  : Json());
    }
    return {{"by", group_name(by)}, {"labels", groups.labels}, {"of_rank", of_rank}};
}

std::string advice_of(const PageSource &source) {
    const advice::Advice advice = advice::advise(source.profile, source.rules, false);
    return advice_json(advice, advice.findings.size());
}

std::string member(const char *name, const std::string &json) {
    return ",\n\"" + std::string(name) + "\": " + json;
}

}  // namespace

Json groups_json(const Profile &profile) {
    Json list = Json::array();
    if (profile.processes.empty())
        return list;
    list.push_back(group_json(profile, node_or_host(profile)));
    if (has_places(profile)) {
        list.push_back(group_json(profile, GroupBy::kPackage));
        list.push_back(group_json(profile, GroupBy::kCore));
    }
    return list;
}

Json pairs_json(const PairColumns &pairs) {
    Json layers = Json::array();
    for (const PairLayer &layer : pairs.layers)
        layers.push_back(
            {{"show", layer_name(layer.show)},
             {"class", layer.show == PairLayer::kWaiting ? Json() : Json(class_name(layer.traffic_class))}});
    return {{"count", pairs.pairs},
            {"layers", layers},
            {"too_many", pairs.too_many},
            {"without_asked", pairs.without_asked}};
}

std::string page_data(const PageSource &source, const PairColumns &pairs, const std::optional<PairColumns> &before) {
    const Profile &profile = source.profile;
    return "{\"file\": " + json_text(source.file) + member("version", json_text(PACKAGE_VERSION)) +
           member("report", report_json(profile, source.summary, ClassSet::all(), source.summary.top_pairs.size())) +
           member("by", breakdowns_json(profile)) + member("timeline", timeline_or_null(source)) +
           member("advice", advice_of(source)) + member("communicators", json_text(communicators_json(profile))) +
           member("groups", json_text(groups_json(profile))) + member("pairs", json_text(pairs_json(pairs))) +
           member("pairs_before", before ? json_text(pairs_json(*before)) : "null") +
           member("difference", source.difference.empty() ? "null" : source.difference) + "}\n";
}

}  // namespace mpimon
