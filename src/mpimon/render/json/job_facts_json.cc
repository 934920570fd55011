#include "mpimon/render/json/job_facts_json.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "analysis/names/names.h"
#include "analysis/summary/job/endings.h"
#include "analysis/summary/job/plugins.h"

namespace mpimon {

namespace {

void add_times(const Profile &profile, Json &json) {
    int64_t start = INT64_MAX;
    int64_t end = 0;
    for (const Process &process : profile.processes) {
        start = std::min(start, process.start_time_ns);
        end = std::max(end, process.end_time_ns);
    }
    if (profile.processes.empty())
        return;
    json["start_time_ns"] = start;
    json["end_time_ns"] = end;
}

// What the ranks run: one element for all that run the same.
Json executables(const Profile &profile) {
    using Program = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
    std::map<Program, size_t> known;
    Json list = Json::array();
    for (const Process &process : profile.processes) {
        const Settings &own = profile.settings_of(process);
        const auto [entry, is_new] =
            known.try_emplace(Program(own.executable, own.build_id, own.command, own.folder), list.size());
        if (is_new)
            list.push_back({{"executable", own.executable},
                            {"build_id", own.build_id},
                            {"command", own.command},
                            {"folder", own.folder},
                            {"ranks", Json::array()}});
        Json &ranks = list[entry->second]["ranks"];
        if (!ranks.empty() && ranks.back()[1] == process.world_rank - 1)
            ranks.back()[1] = process.world_rank;
        else
            ranks.push_back({process.world_rank, process.world_rank});
    }
    return list;
}

}  // namespace

void add_job_facts(const Profile &profile, Json &json) {
    const Job &job = profile.job;
    const std::pair<const char *, const std::string &> facts[] = {
        {"step", job.step},     {"array_index", job.array_index}, {"account", job.account},
        {"nodes", job.nodes},   {"launcher", job.launcher},       {"command", job.command},
        {"folder", job.folder}, {"network", job.network},         {"build_id", job.build_id},
    };
    bool any = false;
    for (const auto &[name, text] : facts) {
        any = any || !text.empty();
        if (!text.empty())
            json[name] = text;
    }
    if (!any)
        return;
    add_times(profile, json);
    json["ending"] = job_ending(profile);
    json["executables"] = executables(profile);
}

void write_changes(const Profile &profile, JsonStream &json) {
    if (profile.changes.empty())
        return;
    json.open_array("changes");
    for (const Change &row : profile.changes) {
        Json change = {{"rank", profile.processes[row.process].world_rank},
                       {"name", row.name},
                       {"value", row.value},
                       {"time_ns", row.time_ns},
                       {"collective", row.collective == 0 ? Json() : Json(row.collective)},
                       {"uid", row.uid},
                       {"pid", row.pid}};
        if (const Plugin *plugin = plugin_of(profile, row))
            change["plugin"] = plugin_title(*plugin);
        json.element(change);
    }
    json.close(']');
}

namespace {

double seconds(uint64_t ns) {
    return static_cast<double>(ns) / 1e9;
}

}  // namespace

Json synchronous_json(const std::array<uint64_t, MPIMON_OVERLAP_REASONS> &calls) {
    Json json = Json::object();
    for (size_t reason = 0; reason < calls.size(); ++reason)
        if (calls.at(reason) > 0)
            json[std::string(overlap_reason_name(static_cast<mpimon_overlap_reason>(reason)))] = calls.at(reason);
    return json;
}

void write_overlap_sites(const Profile &profile, JsonStream &json) {
    if (profile.overlap_sites.empty())
        return;
    json.open_array("overlap_sites");
    for (const OverlapSite &row : profile.overlap_sites)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"object", row.object},
                      {"build_id", row.build_id},
                      {"offset", row.offset},
                      {"function", overlap_function_name(row)},
                      {"calls", row.calls},
                      {"asynchronous", row.asynchronous},
                      {"seconds_in_calls", seconds(row.in_calls_ns)},
                      {"seconds_waited", seconds(row.waited_ns)},
                      {"seconds_meanwhile", seconds(row.meanwhile_ns)},
                      {"broken", row.broken},
                      {"synchronous", synchronous_json(row.synchronous)}});
    json.close(']');
}

void add_ending(const Process &process, Json &json) {
    if (process.complete || process.ending == MPIMON_ENDING_UNKNOWN)
        return;
    json["ending"] = ending_name(static_cast<mpimon_ending>(process.ending));
    if (process.ending == MPIMON_ENDING_ABORT)
        json["exit_code"] = process.exit_code;
}

}  // namespace mpimon
