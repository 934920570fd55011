// The report's sections on waiting and on sizes of collectives.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;

std::string time(uint64_t ns) {
    return human_time(static_cast<double>(ns) / kSecond);
}

std::string marked(bool estimated, uint64_t ns) {
    return (estimated ? "≈ " : "") + time(ns);
}

std::string culprit_label(const Profile &profile, uint32_t peer) {
    return peer == MPIMON_PEER_UNKNOWN ? "(one of a group)" : peer_name(profile, peer);
}

std::string waiting_remark(const Waiting &waiting) {
    const double seconds = static_cast<double>(waiting.time_ns) / kSecond;
    const std::string sum = human_time(seconds) + " over all ranks";
    return waiting.mpi_seconds ? fmt::format("{}, {} of the time in MPI", sum, percent(seconds, *waiting.mpi_seconds))
                               : sum + "; detail functions tells what part of the time in MPI that is";
}

std::string kind_label(const Profile &profile, const WaitKindTotals &row) {
    const std::string operation = row.operation == kNoOperation ? "" : ": " + printable(profile.names[row.operation]);
    return std::string(wait_kind_name(row.kind)) + operation;
}

void show_kinds_of_waits(const ReportView &view, Page &page) {
    const Waiting &waiting = *view.summary.waiting;
    Table table({{"waited for a", Table::kText},
                 {"class", Table::kText, 1},
                 {"waits"},
                 {"time"},
                 {"longest", Table::kNumber, 2},
                 {"share", Table::kShareBar, 3}});
    const size_t listed = std::min(view.top, waiting.kinds.size());
    for (size_t i = 0; i < listed; ++i) {
        const WaitKindTotals &row = waiting.kinds[i];
        table.add({kind_label(view.profile, row), std::string(class_name(row.traffic_class)), with_commas(row.waits),
                   time(row.time_ns), time(row.longest_ns),
                   share_bar(static_cast<double>(row.time_ns), static_cast<double>(waiting.time_ns))});
    }
    page.table(table);
    page.more(waiting.kinds.size() - listed);
}

void show_culprits(const ReportView &view, Page &page) {
    const Waiting &waiting = *view.summary.waiting;
    const size_t listed = std::min(view.top, waiting.culprits.size());
    page.heading("Waited for", "ranks that others waited for, and how long these did together");
    Table table({{"rank", Table::kText}, {"waiters"}, {"time"}, {"share", Table::kShareBar, 1}});
    for (size_t i = 0; i < listed; ++i) {
        const CulpritTotals &row = waiting.culprits[i];
        table.add({culprit_label(view.profile, row.culprit), with_commas(row.waiters),
                   marked(row.estimated, row.time_ns),
                   share_bar(static_cast<double>(row.time_ns), static_cast<double>(waiting.time_ns))});
    }
    page.table(table);
    page.more(waiting.culprits.size() - listed);
}

void show_waiting_pairs(const ReportView &view, Page &page) {
    const Waiting &waiting = *view.summary.waiting;
    const size_t listed = std::min(view.top, waiting.pairs.size());
    bool estimated = false;
    page.heading("Top waiting pairs", "who waited for whom");
    Table table({{"rank"}, {"for", Table::kText}, {"time"}, {"share", Table::kShareBar, 1}});
    for (size_t i = 0; i < listed; ++i) {
        const CulpritTime &row = waiting.pairs[i];
        estimated = estimated || row.estimated;
        table.add({std::to_string(view.profile.processes[row.process].world_rank),
                   culprit_label(view.profile, row.culprit), marked(row.estimated, row.time_ns),
                   share_bar(static_cast<double>(row.time_ns), static_cast<double>(waiting.time_ns))});
    }
    page.table(table);
    page.more(waiting.pairs.size() - listed);
    if (estimated)
        page.remark(
            "≈ estimated: in a collective, several processes were late, and what each caused is divided by proportion");
}

// Where algorithms differ for the same, the fastest is what tuning would take.
std::string mean_time(const CollectiveSizeTotals &row) {
    return row.time_ns && row.calls > 0
               ? human_time(static_cast<double>(*row.time_ns) / kSecond / static_cast<double>(row.calls))
               : "–";
}

}  // namespace

void show_waiting(const ReportView &view, Page &page) {
    if (!view.summary.waiting || view.summary.waiting->waits == 0)
        return;
    page.heading("Waiting", waiting_remark(*view.summary.waiting));
    show_kinds_of_waits(view, page);
    show_culprits(view, page);
    show_waiting_pairs(view, page);
}

void show_collective_sizes(const ReportView &view, Page &page) {
    if (!view.all && !view.collective_sizes)
        return;
    const std::vector<CollectiveSizeTotals> rows = summarize_collective_sizes(view.profile);
    if (rows.empty())
        return;
    page.heading("Sizes of collectives",
                 "the user's calls by the size that MPICH chooses an algorithm by, and the mean time of a call");
    Table table({{"operation", Table::kText},
                 {"communicator", Table::kText, 3},
                 {"ranks"},
                 {"role", Table::kText, 4},
                 {"size"},
                 {"algorithm", Table::kTextEnd},
                 {"calls"},
                 {"mean time"}});
    const std::vector<std::string> labels = communicator_labels(view.profile);
    for (const CollectiveSizeTotals &row : rows)
        table.add({printable(row.operation), labels[row.communicator],
                   std::to_string(view.profile.communicators[row.communicator].size),
                   !row.rooted ? ""
                   : row.root  ? "root"
                               : "other",
                   size_range(row.bin), printable(row.algorithm), with_commas(row.calls), mean_time(row)});
    page.table(table);
}

}  // namespace mpimon
