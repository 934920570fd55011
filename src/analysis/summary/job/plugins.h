// Plugins that the job's processes were to load, over all ranks.
#ifndef MPIMON_ANALYSIS_SUMMARY_PLUGINS_H
#define MPIMON_ANALYSIS_SUMMARY_PLUGINS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// What several ranks have in common.
struct PluginText {
    std::string text;
    std::vector<uint32_t> ranks;
};

struct PluginTotals {
    std::string title;  // its name, or its file where it could not be loaded
    std::string version;
    uint32_t state = 0;           // mpimon_plugin_state
    std::vector<uint32_t> ranks;  // in that state
    uint64_t calls = 0;
    double seconds = 0;
    std::vector<PluginText> reasons;
    std::vector<PluginText> advice;
};

// One for each plugin and state, in the order of the first rank that has it.
std::vector<PluginTotals> summarize_plugins(const Profile &profile);

// "running", "failed" or "stopped".
std::string_view plugin_state_name(uint32_t state);

// The plugin that asked for a change, or nullptr.
const Plugin *plugin_of(const Profile &profile, const Change &change);

// The plugin's title, as in the totals.
const std::string &plugin_title(const Plugin &plugin);

}  // namespace mpimon

#endif
