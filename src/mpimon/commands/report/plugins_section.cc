// The report's section on plugins.
#include <fmt/format.h>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "analysis/summary/job/plugins.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string ranks_text(const std::vector<uint32_t> &ranks, const Profile &profile) {
    return ranks.size() == profile.processes.size() ? "all ranks"
                                                    : (ranks.size() == 1 ? "rank " : "ranks ") + ranks_label(ranks);
}

}  // namespace

void show_plugins(const ReportView &view, Page &page) {
    const std::vector<PluginTotals> plugins = summarize_plugins(view.profile);
    if (plugins.empty())
        return;
    page.heading("Plugins", "loaded by MPIR_CVAR_MONITORING_PLUGINS: what they took and what they say");
    Table table(
        {{"plugin", Table::kText}, {"version", Table::kText}, {"state", Table::kText}, {"ranks"}, {"calls"}, {"time"}});
    for (const PluginTotals &row : plugins)
        table.add({printable(row.title), printable(row.version), std::string(plugin_state_name(row.state)),
                   std::to_string(row.ranks.size()), with_commas(row.calls), human_time(row.seconds)});
    page.table(table);
    for (const PluginTotals &row : plugins) {
        for (const PluginText &reason : row.reasons)
            page.line(fmt::format("{} {} in {}: {}", printable(row.title), plugin_state_name(row.state),
                                  ranks_text(reason.ranks, view.profile), printable(reason.text)));
        for (const PluginText &advice : row.advice)
            page.line(fmt::format("{} advises in {}: {}", printable(row.title), ranks_text(advice.ranks, view.profile),
                                  printable(advice.text)));
    }
}

}  // namespace mpimon
