// The report's head: which job it was, and how it ended.
#include <fmt/format.h>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "analysis/summary/job/changes.h"
#include "analysis/summary/job/endings.h"
#include "analysis/summary/job/plugins.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

// ", step 3"; empty if there is none.
std::string part(std::string_view word, const std::string &text) {
    return text.empty() ? "" : fmt::format(", {} {}", word, printable(text));
}

std::string launch_text(const Job &job) {
    std::string text;
    const auto add = [&](std::string_view word, const std::string &what) {
        if (!what.empty())
            text += fmt::format("{}{} {}", text.empty() ? "" : " ", word, printable(what));
    };
    add("by", job.launcher);
    add("on", job.nodes);
    add("in", job.folder);
    return text;
}

std::string ending_text(const EndingGroup &group) {
    switch (group.ending) {
        case MPIMON_ENDING_EXIT:
            return "exited";
        case MPIMON_ENDING_ABORT:
            return fmt::format("aborted with exit code {}", group.exit_code);
        case MPIMON_ENDING_KILLED:
            return "killed";
        default:
            return "still running then";
    }
}

std::string origin_text(const Change &change, const Profile &profile) {
    const Plugin *plugin = plugin_of(profile, change);
    return plugin != nullptr ? "plugin " + printable(plugin_title(*plugin))
                             : fmt::format("process {} of user {}", change.pid, change.uid);
}

std::string change_text(const ChangeGroup &group, const Profile &profile) {
    const Change &change = group.change;
    const bool everywhere = group.ranks.size() == profile.processes.size();
    return fmt::format(
        "{}={} at {}{}{}, by {}", printable(change.name), printable(change.value), utc_time(change.time_ns),
        everywhere                ? std::string()
        : group.ranks.size() == 1 ? ", rank " + ranks_label(group.ranks)
                                  : ", ranks " + ranks_label(group.ranks),
        change.collective == 0 ? std::string() : ", from collective call " + with_commas(change.collective) + " on",
        origin_text(change, profile));
}

}  // namespace

std::string job_text(const Job &job) {
    return printable(job.job_id) + part("step", job.step) + part("array index", job.array_index) +
           (job.user.empty() ? "" : " of " + printable(job.user)) + part("account", job.account) +
           (job.spawned ? ", spawned by another" : "");
}

void show_launch(const Job &job, Page &page) {
    page.fact("started", launch_text(job));
    page.fact("command", printable(job.command));
    page.fact("build", printable(job.build_id));
}

void show_changes(const Profile &profile, Page &page) {
    std::string_view word = "set";
    for (const ChangeGroup &group : changes(profile)) {
        page.fact(word, change_text(group, profile));
        word = "";
    }
}

void show_endings(const Profile &profile, Page &page) {
    for (const EndingGroup &group : endings(profile))
        page.warning(fmt::format("{}: {} {}", ending_text(group), group.ranks.size() == 1 ? "rank" : "ranks",
                                 ranks_label(group.ranks)));
}

}  // namespace mpimon
