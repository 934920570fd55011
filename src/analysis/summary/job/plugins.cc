#include "analysis/summary/job/plugins.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

namespace mpimon {

namespace {

void add_text(std::vector<PluginText> &texts, const std::string &text, uint32_t rank) {
    if (text.empty())
        return;
    const auto known =
        std::find_if(texts.begin(), texts.end(), [&](const PluginText &entry) { return entry.text == text; });
    if (known == texts.end())
        texts.push_back({text, {rank}});
    else
        known->ranks.push_back(rank);
}

}  // namespace

std::vector<PluginTotals> summarize_plugins(const Profile &profile) {
    std::map<std::tuple<std::string, std::string, uint32_t>, size_t> known;
    std::vector<PluginTotals> all;
    for (const Plugin &plugin : profile.plugins) {
        const std::string &title = plugin_title(plugin);
        const auto [entry, is_new] = known.try_emplace({title, plugin.version, plugin.state}, all.size());
        if (is_new) {
            all.emplace_back();
            all.back().title = title;
            all.back().version = plugin.version;
            all.back().state = plugin.state;
        }
        PluginTotals &totals = all[entry->second];
        const uint32_t rank = profile.processes[plugin.process].world_rank;
        totals.ranks.push_back(rank);
        totals.calls = std::accumulate(plugin.calls.begin(), plugin.calls.end(), totals.calls);
        totals.seconds += static_cast<double>(plugin.time_ns) / 1e9;
        add_text(totals.reasons, plugin.reason, rank);
        for (const std::string &text : plugin.advice)
            add_text(totals.advice, text, rank);
    }
    return all;
}

std::string_view plugin_state_name(uint32_t state) {
    static constexpr std::array<std::string_view, MPIMON_PLUGIN_STATES> names = {"running", "failed", "stopped"};
    return names[state];
}

const Plugin *plugin_of(const Profile &profile, const Change &change) {
    const auto first =
        std::lower_bound(profile.plugins.begin(), profile.plugins.end(), change.process,
                         [](const Plugin &plugin, uint32_t process) { return plugin.process < process; });
    const auto left = static_cast<size_t>(profile.plugins.end() - first);
    if (change.plugin == 0 || change.plugin > left || first[change.plugin - 1].process != change.process)
        return nullptr;
    return &first[change.plugin - 1];
}

const std::string &plugin_title(const Plugin &plugin) {
    return plugin.name.empty() ? plugin.file : plugin.name;
}

}  // namespace mpimon
