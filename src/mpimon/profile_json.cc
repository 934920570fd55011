#include "mpimon/profile_json.h"

#include <fmt/format.h>

namespace mpimon {

namespace {

Json processes_json(const Profile &profile, ClassSet classes) {
    Json list = Json::array();
    for (const Process &process : profile.processes)
        list.push_back({{"rank", process.world_rank},
                        {"pid", process.pid},
                        {"host", profile.hosts[process.host]},
                        {"start_time_ns", process.start_time_ns},
                        {"end_time_ns", process.end_time_ns},
                        {"complete", process.complete},
                        {"histograms", Json::object()}});
    for (const Histogram &histogram : profile.histograms) {
        const auto traffic_class = static_cast<mpimon_class>(histogram.traffic_class);
        const auto first = profile.histogram_bins.begin() + static_cast<ptrdiff_t>(histogram.first);
        if (classes.has(traffic_class))
            list[histogram.process]["histograms"][std::string(class_name(traffic_class))] =
                std::vector<uint64_t>(first, first + histogram.bins);
    }
    return list;
}

Json communicators_json(const Profile &profile) {
    Json list = Json::array();
    for (const Communicator &communicator : profile.communicators) {
        Json members = Json::array();
        for (const uint32_t member : communicator.members)
            members.push_back(is_world_rank(member) ? Json(member) : Json(peer_name(profile, member)));
        list.push_back({{"context_id", communicator.context_id},
                        {"occurrence", communicator.occurrence},
                        {"group_hash", fmt::format("{:#018x}", communicator.group_hash)},
                        {"name", communicator.name},
                        {"size", communicator.size},
                        {"remote_size", communicator.remote_size},
                        {"inter", communicator.inter},
                        {"internal", communicator.internal},
                        {"world_order", communicator.world_order},
                        {"members", members}});
    }
    return list;
}

Json flows_json(const Profile &profile, ClassSet classes) {
    Json columns = {{"rank", Json::array()},     {"peer", Json::array()},  {"communicator", Json::array()},
                    {"class", Json::array()},    {"path", Json::array()},  {"direction", Json::array()},
                    {"messages", Json::array()}, {"bytes", Json::array()}, {"context", Json::array()}};
    const Flows &flows = profile.flows;
    for (size_t i = 0; i < flows.size(); ++i) {
        if (!classes.has(flows.traffic_class(i)))
            continue;
        const uint32_t peer = flows.peer[i];
        columns["rank"].push_back(profile.rank_of(i));
        columns["peer"].push_back(is_world_rank(peer) ? Json(peer) : Json(peer_name(profile, peer)));
        columns["communicator"].push_back(flows.communicator[i]);
        columns["class"].push_back(class_name(flows.traffic_class(i)));
        columns["path"].push_back(path_name(flows.path(i)));
        columns["direction"].push_back(direction_name(flows.direction(i)));
        columns["messages"].push_back(flows.messages[i]);
        columns["bytes"].push_back(flows.bytes[i]);
        columns["context"].push_back(flows.context[i]);
    }
    return columns;
}

Json collectives_json(const Profile &profile) {
    Json list = Json::array();
    for (const Collective &row : profile.collectives)
        list.push_back({{"rank", profile.processes[row.process].world_rank},
                        {"communicator", row.communicator},
                        {"operation", operation_name(profile.names[row.operation], static_cast<mpimon_mode>(row.mode))},
                        {"algorithm", profile.names[row.algorithm]},
                        {"step", row.role == MPIMON_ROLE_STEP},
                        {"shared_memory", row.shared_memory},
                        {"calls", row.calls},
                        {"bytes", row.bytes},
                        {"time_ns", row.time_ns},
                        {"root_calls", row.root_calls},
                        {"root_bytes", row.root_bytes},
                        {"context", row.context}});
    return list;
}

Json functions_json(const Profile &profile) {
    Json list = Json::array();
    for (const Function &row : profile.functions)
        list.push_back({{"rank", profile.processes[row.process].world_rank},
                        {"function", profile.names[row.name]},
                        {"calls", row.calls},
                        {"time_ns", row.time_ns},
                        {"shortest_ns", row.shortest_ns},
                        {"longest_ns", row.longest_ns},
                        {"context", row.context}});
    return list;
}

Json contexts_json(const Profile &profile) {
    Json list = Json::array();
    for (const Context &context : profile.contexts)
        list.push_back(
            {{"region", context.region == kNoRegion ? Json(nullptr) : Json(context.region)},
             {"function", context.function == kNoFunction ? Json(nullptr) : Json(profile.names[context.function])}});
    return list;
}

Json regions_json(const Profile &profile) {
    Json list = Json::array();
    for (const Region &region : profile.regions)
        list.push_back({{"name", profile.names[region.name]},
                        {"parent", region.parent == kNoRegion ? Json(nullptr) : Json(region.parent)},
                        {"ranks", Json::array()}});
    for (const RegionTime &time : profile.region_times)
        list[time.region]["ranks"].push_back({{"rank", profile.processes[time.process].world_rank},
                                              {"entries", time.entries},
                                              {"time_ns", time.time_ns}});
    return list;
}

}  // namespace

Json job_json(const Profile &profile) {
    const Job &job = profile.job;
    Json cvars = Json::object();
    for (const Cvar &cvar : job.cvars)
        cvars[cvar.name] = cvar.value;
    return {{"executable", job.executable},
            {"job_id", job.job_id},
            {"user", job.user},
            {"world_size", job.world_size},
            {"spawned", job.spawned},
            {"mpich_version", job.mpich_version},
            {"device", job.device},
            {"project_version", job.project_version},
            {"enable", job.enable},
            {"detail", job.detail},
            {"cvars", cvars}};
}

Json notes_json(const Profile &profile) {
    Json list = Json::array();
    for (const Note &note : profile.notes)
        list.push_back({{"offset", note.offset}, {"text", note.text}});
    if (profile.unlisted_notes > 0)
        list.push_back({{"offset", nullptr}, {"text", fmt::format("and {} more", profile.unlisted_notes)}});
    return list;
}

std::string json_text(const Json &json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string profile_json(const Profile &profile, ClassSet classes) {
    Json json;
    json["format"] = {{"major", profile.job.format_major}, {"minor", profile.job.format_minor}};
    json["notes"] = notes_json(profile);
    json["job"] = job_json(profile);
    json["processes"] = processes_json(profile, classes);
    json["communicators"] = communicators_json(profile);
    json["flows"] = flows_json(profile, classes);
    json["collectives"] = collectives_json(profile);
    json["functions"] = functions_json(profile);
    json["contexts"] = contexts_json(profile);
    json["regions"] = regions_json(profile);
    return json_text(json);
}

}  // namespace mpimon
