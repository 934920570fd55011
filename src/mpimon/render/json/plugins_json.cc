#include "mpimon/render/json/plugins_json.h"

#include <array>

#include "analysis/summary/job/plugins.h"

namespace mpimon {

namespace {

Json calls_json(const Plugin &plugin) {
    static constexpr std::array<const char *, MPIMON_EVENTS> names = {"init",
                                                                      "sample",
                                                                      "communicator_created",
                                                                      "communicator_freed",
                                                                      "collective_finished",
                                                                      "region_entered",
                                                                      "region_left",
                                                                      "changed",
                                                                      "finalize"};
    Json json = Json::object();
    for (size_t event = 0; event < names.size(); ++event)
        json[names[event]] = plugin.calls[event];
    return json;
}

}  // namespace

void write_plugins(const Profile &profile, JsonStream &json) {
    if (profile.plugins.empty())
        return;
    json.open_array("plugins");
    for (const Plugin &plugin : profile.plugins)
        json.element({{"rank", profile.processes[plugin.process].world_rank},
                      {"name", plugin.name},
                      {"version", plugin.version},
                      {"file", plugin.file},
                      {"state", plugin_state_name(plugin.state)},
                      {"reason", plugin.reason},
                      {"calls", calls_json(plugin)},
                      {"time_ns", plugin.time_ns},
                      {"advice", plugin.advice}});
    json.close(']');
}

}  // namespace mpimon
