#include "mpimon/render/json/profile_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/names/labels.h"
#include "analysis/names/origins.h"
#include "analysis/summary/calls/collectives.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/json/files_json.h"
#include "mpimon/render/json/job_facts_json.h"
#include "mpimon/render/json/places_json.h"
#include "mpimon/render/json/plugins_json.h"
#include "mpimon/render/json/timeline_json.h"
#include "mpimon/render/json/waiting_json.h"

namespace mpimon {

namespace {

// The indices of rows in the order of what key_of(row) says, those of the same key in the order of the rows.
template <class Row, class KeyOf>
std::vector<size_t> ordered_by(const std::vector<Row> &rows, KeyOf key_of) {
    std::vector<size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key_of(rows[a]) < key_of(rows[b]); });
    return order;
}

void write_processes(const Profile &profile, ClassSet classes, JsonStream &json) {
    const std::vector<size_t> order = ordered_by(profile.histograms, [](const Histogram &row) { return row.process; });
    auto next = order.begin();
    json.open_array("processes");
    for (uint32_t i = 0; i < profile.processes.size(); ++i) {
        const Process &process = profile.processes[i];
        const Settings &settings = profile.settings_of(process);
        Json histograms = Json::object();
        for (; next != order.end() && profile.histograms[*next].process == i; ++next) {
            const Histogram &histogram = profile.histograms[*next];
            const auto traffic_class = static_cast<mpimon_class>(histogram.traffic_class);
            const auto first = profile.histogram_bins.begin() + static_cast<ptrdiff_t>(histogram.first);
            if (classes.has(traffic_class))
                histograms[std::string(class_name(traffic_class))] =
                    std::vector<uint64_t>(first, first + histogram.bins);
        }
        Json element = {{"rank", process.world_rank},          {"pid", process.pid},
                        {"host", profile.hosts[process.host]}, {"start_time_ns", process.start_time_ns},
                        {"end_time_ns", process.end_time_ns},  {"complete", process.complete},
                        {"executable", settings.executable},   {"enable", settings.enable},
                        {"detail", settings.detail},           {"histograms", histograms}};
        add_ending(process, element);
        if (process.place.is_known())
            element["place"] = place_json(profile, process.place);
        json.element(element);
    }
    json.close(']');
}

std::string json_string(std::string_view word) {
    return fmt::format("\"{}\"", word);
}

std::string peer_json(const Profile &profile, uint32_t peer) {
    const std::string name = peer_name(profile, peer);
    return is_world_rank(peer) ? name : json_string(name);
}

// One array: value_of(first, end) of the sizes of each process, peer and class.
template <class ValueOf>
void write_size_column(const Profile &profile, ClassSet classes, JsonStream &json, const char *name, ValueOf value_of) {
    const auto same = [](const PeerSize &a, const PeerSize &b) {
        return a.process == b.process && a.peer == b.peer && a.traffic_class == b.traffic_class;
    };
    json.open_array(name);
    for (auto first = profile.peer_sizes.begin(); first != profile.peer_sizes.end();) {
        auto end = first + 1;
        while (end != profile.peer_sizes.end() && same(*first, *end))
            ++end;
        if (classes.has(static_cast<mpimon_class>(first->traffic_class)))
            json.element_text(value_of(first, end));
        first = end;
    }
    json.close(']');
}

// The bins of one process, peer and class, without trailing zeros, as JSON.
template <class Iterator>
std::string bins_text(Iterator first, Iterator end) {
    std::string text = "[";
    int bin = 0;
    for (; first != end; ++first) {
        for (; bin < first->bin; ++bin)
            text += "0, ";
        text += std::to_string(first->messages) + (first + 1 == end ? "" : ", ");
        ++bin;
    }
    return text + "]";
}

void write_sizes(const Profile &profile, ClassSet classes, JsonStream &json) {
    using Iterator = std::vector<PeerSize>::const_iterator;
    const auto column = [&](const char *name, auto value_of) {
        write_size_column(profile, classes, json, name, value_of);
    };
    json.open_object("sizes");
    column("rank",
           [&](Iterator first, Iterator) { return std::to_string(profile.processes[first->process].world_rank); });
    column("peer", [&](Iterator first, Iterator) { return peer_json(profile, first->peer); });
    column("class", [](Iterator first, Iterator) {
        return json_string(class_name(static_cast<mpimon_class>(first->traffic_class)));
    });
    column("bins", [](Iterator first, Iterator end) { return bins_text(first, end); });
    json.close('}');
}

Json origin_json(const Profile &profile, const Origin &origin) {
    if (!origin.is_known())
        return nullptr;
    Json json = {{"function", profile.names[origin.function]},
                 {"parent", origin.parent > 0 ? Json(origin.parent - 1) : Json()},
                 {"region", origin.region == kNoRegion ? Json() : Json(origin.region)}};
    if (origin.color)
        json["color"] = *origin.color;
    if (origin.topology != MPIMON_TOPOLOGY_NONE)
        json["topology"] = topology_name(static_cast<mpimon_topology>(origin.topology));
    if (origin.topology == MPIMON_TOPOLOGY_CARTESIAN) {
        Json periodic = Json::array();
        for (size_t i = 0; i < origin.sizes.size(); ++i)
            periodic.push_back((origin.periodic >> i & 1U) != 0);
        json["dimensions"] = origin.sizes;
        json["periodic"] = periodic;
    } else if (origin.topology != MPIMON_TOPOLOGY_NONE) {
        json["sources"] = origin.sources;
        json["destinations"] = origin.destinations;
    }
    return json;
}

void write_communicators(const Profile &profile, JsonStream &json) {
    const std::vector<std::string> labels = communicator_labels(profile);
    json.open_array("communicators");
    for (size_t i = 0; i < labels.size(); ++i) {
        const Communicator &communicator = profile.communicators[i];
        Json members = Json::array();
        for (const uint32_t member : communicator.members)
            members.push_back(is_world_rank(member) ? Json(member) : Json(peer_name(profile, member)));
        json.element({{"context_id", communicator.context_id},
                      {"occurrence", communicator.occurrence},
                      {"group_hash", fmt::format("{:#018x}", communicator.group_hash)},
                      {"name", communicator.name},
                      {"label", labels[i]},
                      {"size", communicator.size},
                      {"remote_size", communicator.remote_size},
                      {"inter", communicator.inter},
                      {"internal", communicator.internal},
                      {"part_of", communicator.owner > 0 ? Json(communicator.owner - 1) : Json()},
                      {"world_order", communicator.world_order},
                      {"origin", origin_json(profile, communicator.origin)},
                      {"members", members}});
    }
    json.close(']');
}

// One array: value_of(flows, i) of each flow, as JSON.
template <class ValueOf>
void write_column(const Profile &profile, ClassSet classes, JsonStream &json, const char *name, ValueOf value_of) {
    json.open_array(name);
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i)
            if (classes.has(flows.traffic_class(i)))
                json.element_text(value_of(flows, i));
    });
    json.close(']');
}

void write_flows(const Profile &profile, ClassSet classes, JsonStream &json) {
    const auto column = [&](const char *name, auto value_of) { write_column(profile, classes, json, name, value_of); };
    json.open_object("flows");
    column("rank", [&](const Flows &flows, size_t i) { return std::to_string(profile.rank_of(flows, i)); });
    column("peer", [&](const Flows &flows, size_t i) { return peer_json(profile, flows.peer[i]); });
    column("communicator", [](const Flows &flows, size_t i) { return std::to_string(flows.communicator[i]); });
    column("class", [](const Flows &flows, size_t i) { return json_string(class_name(flows.traffic_class(i))); });
    column("path", [](const Flows &flows, size_t i) { return json_string(path_name(flows.path(i))); });
    column("direction", [](const Flows &flows, size_t i) { return json_string(direction_name(flows.direction(i))); });
    column("messages", [](const Flows &flows, size_t i) { return std::to_string(flows.messages[i]); });
    column("bytes", [](const Flows &flows, size_t i) { return std::to_string(flows.bytes[i]); });
    column("context", [](const Flows &flows, size_t i) { return std::to_string(flows.context[i]); });
    json.close('}');
}

void write_collectives(const Profile &profile, JsonStream &json) {
    json.open_array("collectives");
    for (const Collective &row : profile.collectives)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"communicator", row.communicator},
                      {"operation", operation_of(profile, row)},
                      {"algorithm", profile.names[row.algorithm]},
                      {"step", row.role == MPIMON_ROLE_STEP},
                      {"parent", row.parent > 0 ? Json(parent_of(profile, row)) : Json()},
                      {"shared_memory", row.shared_memory},
                      {"calls", row.calls},
                      {"bytes", row.bytes},
                      {"time_ns", row.time_ns},
                      {"root_calls", row.root_calls},
                      {"root_bytes", row.root_bytes},
                      {"context", row.context}});
    json.close(']');
}

void write_asked(const Profile &profile, JsonStream &json) {
    json.open_array("asked");
    for (const Asked &row : profile.asked)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"peer", is_world_rank(row.peer) ? Json(row.peer) : Json(peer_name(profile, row.peer))},
                      {"communicator", row.communicator},
                      {"operation", profile.names[row.operation]},
                      {"calls", row.calls},
                      {"bytes", row.bytes}});
    json.close(']');
}

// A table of columns, as flows are: what each pair was asked to exchange, by operation and algorithm.
AskedGaps write_asked_volumes(const Profile &profile, JsonStream &json) {
    AskedGaps gaps;
    const std::vector<AskedAlgorithm> algorithms = asked_by_algorithm(profile, false, gaps);
    const auto column = [&](const char *name, auto value_of) {
        json.open_array(name);
        for (const AskedAlgorithm &algorithm : algorithms)
            for (const AskedVolumes::value_type &volume : algorithm.volumes)
                json.element(value_of(algorithm.by, volume.first, volume.second));
        json.close(']');
    };
    using By = AskedBy;
    using Pair = AskedPair;
    using Volume = AskedVolume;
    json.open_object("asked_volumes");
    column("from", [&](const By &, const Pair &pair, const Volume &) -> Json {
        return profile.processes[pair.process].world_rank;
    });
    column("to", [&](const By &, const Pair &pair, const Volume &) {
        return is_world_rank(pair.peer) ? Json(pair.peer) : Json(peer_name(profile, pair.peer));
    });
    column("communicator", [](const By &, const Pair &pair, const Volume &) -> Json { return pair.communicator; });
    column("operation", [](const By &by, const Pair &, const Volume &) -> Json { return by.operation; });
    column("algorithm", [](const By &by, const Pair &, const Volume &) {
        return by.algorithm.empty() ? Json() : Json(by.algorithm);
    });
    column("messages", [](const By &, const Pair &, const Volume &volume) -> Json { return volume.totals.messages; });
    column("bytes", [](const By &, const Pair &, const Volume &volume) -> Json { return volume.totals.bytes; });
    column("estimated", [](const By &, const Pair &, const Volume &volume) -> Json { return volume.estimated; });
    json.close('}');
    return gaps;
}

void write_noncontiguous(const Profile &profile, ClassSet classes, JsonStream &json) {
    if (profile.noncontiguous.empty())
        return;
    json.open_array("noncontiguous");
    for (const Noncontiguous &row : profile.noncontiguous)
        if (classes.has(static_cast<mpimon_class>(row.traffic_class)))
            json.element({{"rank", profile.processes[row.process].world_rank},
                          {"class", class_name(static_cast<mpimon_class>(row.traffic_class))},
                          {"messages", row.messages},
                          {"bytes", row.bytes},
                          {"blocks", row.blocks},
                          {"context", row.context}});
    json.close(']');
}

void write_functions(const Profile &profile, JsonStream &json) {
    json.open_array("functions");
    for (const Function &row : profile.functions)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"function", profile.names[row.name]},
                      {"calls", row.calls},
                      {"time_ns", row.time_ns},
                      {"shortest_ns", row.shortest_ns},
                      {"longest_ns", row.longest_ns},
                      {"context", row.context}});
    json.close(']');
}

void write_gauges(const Profile &profile, JsonStream &json) {
    json.open_array("gauges");
    for (const Gauge &row : profile.gauges)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"gauge", profile.names[row.name]},
                      {"rises", row.rises},
                      {"falls", row.falls},
                      {"highest", row.highest},
                      {"context", row.context}});
    json.close(']');
}

void write_contexts(const Profile &profile, JsonStream &json) {
    json.open_array("contexts");
    for (const Context &context : profile.contexts)
        json.element(
            {{"region", context.region == kNoRegion ? Json(nullptr) : Json(context.region)},
             {"function", context.function == kNoFunction ? Json(nullptr) : Json(profile.names[context.function])}});
    json.close(']');
}

void write_regions(const Profile &profile, JsonStream &json) {
    const std::vector<size_t> order =
        ordered_by(profile.region_times, [](const RegionTime &row) { return row.region; });
    auto next = order.begin();
    json.open_array("regions");
    for (uint32_t i = 0; i < profile.regions.size(); ++i) {
        const Region &region = profile.regions[i];
        json.open_object();
        json.member("name", profile.names[region.name]);
        json.member("parent", region.parent == kNoRegion ? Json(nullptr) : Json(region.parent));
        json.open_array("ranks");
        for (; next != order.end() && profile.region_times[*next].region == i; ++next) {
            const RegionTime &time = profile.region_times[*next];
            json.element({{"rank", profile.processes[time.process].world_rank},
                          {"entries", time.entries},
                          {"time_ns", time.time_ns}});
        }
        json.close(']');
        json.close('}');
    }
    json.close(']');
}

}  // namespace

Json job_json(const Profile &profile) {
    const Job &job = profile.job;
    Json cvars = Json::object();
    for (const Cvar &cvar : job.cvars)
        cvars[cvar.name] = cvar.value;
    Json json = {{"executable", job.executable},
                 {"job_id", job.job_id},
                 {"key", fmt::format("{:016x}", job.key)},
                 {"user", job.user},
                 {"world_size", job.world_size},
                 {"spawned", job.spawned},
                 {"mpich_version", job.mpich_version},
                 {"device", job.device},
                 {"project_version", job.project_version},
                 {"enable", job.enable},
                 {"detail", job.detail},
                 {"cvars", cvars}};
    add_job_facts(profile, json);
    return json;
}

Json diagnostics_json(const Profile &profile) {
    Json list = Json::array();
    for (const Diagnostic &diagnostic : profile.diagnostics)
        list.push_back({{"offset", diagnostic.offset}, {"text", diagnostic.text}});
    if (profile.unlisted_diagnostics > 0)
        list.push_back({{"offset", nullptr}, {"text", unlisted_diagnostics_text(profile)}});
    return list;
}

AskedGaps write_profile_json(const Profile &profile, ClassSet classes, bool with_asked, Output &output) {
    AskedGaps gaps;
    JsonStream json(output);
    json.member("format", {{"major", profile.job.format_major}, {"minor", profile.job.format_minor}});
    json.member("diagnostics", diagnostics_json(profile));
    json.member("job", job_json(profile));
    write_processes(profile, classes, json);
    write_places(profile, json);
    write_communicators(profile, json);
    write_flows(profile, classes, json);
    write_sizes(profile, classes, json);
    write_collectives(profile, json);
    write_asked(profile, json);
    write_collective_sizes(profile, json);
    write_trials(profile, json);
    write_waits(profile, classes, json);
    if (with_asked)
        gaps = write_asked_volumes(profile, json);
    write_noncontiguous(profile, classes, json);
    write_functions(profile, json);
    write_gauges(profile, json);
    write_contexts(profile, json);
    write_regions(profile, json);
    write_timelines(profile, classes, json);
    write_files(profile, json);
    write_changes(profile, json);
    write_plugins(profile, json);
    write_overlap_sites(profile, json);
    json.finish();
    return gaps;
}

}  // namespace mpimon
