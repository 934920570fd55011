#include "mpimon/commands/report/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "analysis/place/groups.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr size_t kListedHosts = 4;

// Nodes where they are known, else hosts.
std::string hosts_text(const Profile &profile) {
    const Groups groups = group_processes(profile, node_or_host(profile));
    std::map<std::string, size_t> ranks;
    for (const uint32_t group : groups.of_process)
        ++ranks[printable(groups.labels[group])];
    std::vector<std::string> listed;
    for (const auto &[host, count] : ranks)
        if (listed.size() < kListedHosts)
            listed.push_back(ranks.size() > 1 ? fmt::format("{} ({})", host, count) : host);
    if (ranks.size() > listed.size())
        listed.emplace_back("…");
    return fmt::format("{}: {}", count_of(ranks.size(), group_name(node_or_host(profile))), fmt::join(listed, ", "));
}

std::string time_text(const Summary &summary) {
    if (summary.start_time_ns == 0)
        return {};
    return utc_time(summary.start_time_ns) + (summary.seconds > 0 ? ", for " + human_time(summary.seconds) : "");
}

std::string mpi_time_text(const MpiTime &time) {
    if (time.source == MpiTime::kUnknown)
        return {};
    const std::string range = fmt::format("{} to {} of a rank's", percent(time.least, 1), percent(time.most, 1));
    if (time.source == MpiTime::kFunctions)
        return fmt::format("{} of the wall time, {}", percent(time.share, 1), range);
    return fmt::format("at least {} of the wall time, in blocking collectives, {}; detail functions tells all",
                       percent(time.share, 1), range);
}

void show_changed(const ReportView &view, Page &page) {
    std::string_view word = "changed";
    for (const Cvar &cvar : view.profile.job.cvars) {
        if (!view.all && is_set_by_launchers(cvar))
            continue;
        page.fact(word, printable(cvar.name) + "=" + printable(cvar.value));
        word = "";
    }
}

std::string program_text(const std::string &executable) {
    return executable.empty() ? "(executable not known)" : printable(executable);
}

std::string title_text(const ReportView &view) {
    std::vector<std::string> programs;
    for (const RankGroup &group : view.summary.programs)
        programs.push_back(program_text(group.text));
    return programs.empty() ? program_text(view.profile.job.executable) : fmt::format("{}", fmt::join(programs, ", "));
}

// One line for each group of ranks; if there is one group only, what these have in common.
void show_groups(std::string_view word, const std::vector<RankGroup> &groups, Page &page) {
    for (const RankGroup &group : groups)
        page.fact(&group == &groups.front() ? word : "",
                  program_text(group.text) + (groups.size() == 1        ? ""
                                              : group.ranks.size() == 1 ? ": rank " + ranks_label(group.ranks)
                                                                        : ": ranks " + ranks_label(group.ranks)));
}

void show_job(const ReportView &view, Page &page) {
    const Job &job = view.profile.job;
    const Summary &summary = view.summary;
    page.title(title_text(view));
    page.fact("job", job_text(job));
    page.fact("ranks", fmt::format("{} on {}", job.world_size, hosts_text(view.profile)));
    if (summary.programs.size() > 1)
        show_groups("programs", summary.programs, page);
    show_launch(job, page);
    page.fact("time", time_text(summary));
    page.fact("in MPI", mpi_time_text(summary.mpi_time));
    page.fact("library",
              fmt::format("MPICH {}, {}{}{}, monitoring {}", printable(job.mpich_version), printable(job.device),
                          job.network.empty() ? "" : ", ", printable(job.network), printable(job.project_version)));
    if (summary.details.size() > 1)
        show_groups("recorded", summary.details, page);
    else
        page.fact("recorded", printable(job.detail));
    show_changed(view, page);
    show_changes(view.profile, page);
    if (!view.classes.is_all())
        page.fact("shown", "only " + classes_label(view.classes) + "; of collectives and gauges, all");
    if (!summary.without_counts.empty())
        page.warning(
            fmt::format("{} did not count (MPIR_CVAR_MONITORING_ENABLE=0 there): rank{} {}; what follows is of "
                        "the others",
                        count_of(summary.without_counts.size(), "process", "processes"),
                        summary.without_counts.size() == 1 ? "" : "s", ranks_label(summary.without_counts)));
    if (summary.incomplete > 0)
        page.warning(fmt::format("{} of {} processes ended without MPI_Finalize", summary.incomplete,
                                 view.profile.processes.size()));
    show_endings(view.profile, page);
}

}  // namespace

std::string damage_text(const Profile &profile, const std::string &file, const Style &style) {
    if (profile.diagnostics.empty())
        return {};
    std::string text =
        style.warning(fmt::format("DAMAGED OR INCOMPLETE: {} — what follows is only what could be read", file)) + "\n";
    for (const std::string &line : diagnostic_lines(profile))
        text += style.warning("  " + line) + "\n";
    return text + "\n";
}

std::string report_text(const ReportView &view, const Style &style) {
    Page page(style);
    page.raw(damage_text(view.profile, view.file, style));
    show_job(view, page);
    show_traffic(view, page);
    show_localities(view, page);
    show_carriers(view, page);
    show_places(view, page);
    show_ranks(view, page);
    show_pairs(view, page);
    show_sizes(view, page);
    show_noncontiguous(view, page);
    show_comparisons(view, page);
    show_waiting(view, page);
    show_collectives(view, page);
    show_collective_sizes(view, page);
    show_kinds(view, page);
    show_communicators(view, page);
    show_gauges(view, page);
    show_timeline(view, page);
    show_files(view, page);
    show_plugins(view, page);
    show_advice(view, page);
    return page.take();
}

}  // namespace mpimon
