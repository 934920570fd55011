// The report's sections on who sent how much to whom.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "analysis/place/groups.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/histogram.h"

namespace mpimon {

namespace {

std::string bytes(uint64_t number) {
    return human_bytes(static_cast<double>(number));
}

std::string mean_size(const Totals &totals) {
    return totals.messages == 0 ? "–"
                                : human_bytes(static_cast<double>(totals.bytes) / static_cast<double>(totals.messages));
}

std::string label_of(const PathTotals &row) {
    const bool one_sided = row.traffic_class == MPIMON_CLASS_RMA;
    return class_label(row.traffic_class) + (!one_sided ? "" : row.read ? " read" : " write");
}

void apart(const char *what, const Totals &totals, Page &page) {
    if (totals.messages > 0)
        page.remark(fmt::format("apart from that, {}: {}, {}", what, count_of(totals.messages, "message"),
                                bytes(totals.bytes)));
}

// What path `net` is where all ranks are on one host, lest it be taken for a network. Empty where nothing can be said.
std::string_view net_on_one_host(const Profile &profile) {
    if (profile.hosts.size() != 1 || profile.processes.size() != profile.job.world_size)
        return {};
    if (has_places(profile))
        return "path net is MPICH's network module, whatever that used: Localities and Transports say where it went";
    if (profile.job.device.rfind("ch4:ucx", 0) == 0 && profile.job.mpich_version.rfind("4.0", 0) == 0)
        return "path net is no network here: on one host, MPICH 4.0 with ch4:ucx hands every message to UCX, "
               "which moves it within the host";
    return {};
}

// Shows a bar for each bin; empty bins between others become one line.
void show_bars(const ClassHistogram &histogram, Page &page) {
    const uint64_t total = std::accumulate(histogram.bins.begin(), histogram.bins.end(), uint64_t{0});
    page.line(fmt::format("{}: {}", class_label(histogram.traffic_class), count_of(total, "message")));
    page.raw(histogram_text(histogram.bins, page.style()));
}

std::string agreement(const Comparison &row) {
    std::string text = row.differing_pairs > 0         ? "differ for " + count_of(row.differing_pairs, "pair")
                       : row.undelivered.messages == 0 ? "equal for every pair"
                                                       : "";
    if (row.undelivered.messages > 0)
        text += fmt::format("{}{} cancelled or never received", text.empty() ? "" : "; ",
                            with_commas(row.undelivered.messages));
    return text;
}

}  // namespace

void show_traffic(const ReportView &view, Page &page) {
    const Summary &summary = view.summary;
    page.heading("Traffic", "between different ranks, as senders counted it; one-sided as its origin did");
    if (summary.paths.empty())
        page.line("none");
    Table table({{"class", Table::kText},
                 {"path", Table::kText},
                 {"messages"},
                 {"bytes"},
                 {"mean size", Table::kNumber, 1},
                 {"share of bytes", Table::kShareBar, 2}});
    bool net = false;
    for (const PathTotals &row : summary.paths) {
        net = net || row.path == MPIMON_PATH_NET;
        table.add({label_of(row), std::string(path_name(row.path)), with_commas(row.totals.messages),
                   bytes(row.totals.bytes), mean_size(row.totals),
                   share_bar(static_cast<double>(row.totals.bytes), static_cast<double>(summary.all.bytes))});
    }
    if (summary.paths.size() > 1)
        table.add(
            {"total", "", with_commas(summary.all.messages), bytes(summary.all.bytes), mean_size(summary.all), ""});
    page.table(table);
    if (const std::string_view text = net_on_one_host(view.profile); net && !text.empty())
        page.remark(text);
    apart("to itself", summary.self, page);
    apart("to other worlds", summary.to_foreign, page);
    apart("from other worlds", summary.from_foreign, page);
    apart("from unknown senders", summary.from_unknown, page);
    const Imbalance &imbalance = summary.imbalance;
    if (imbalance.mean_bytes > 0)
        page.line(fmt::format("imbalance: the busiest sender, rank {}, sent {}: {:.2f} times the mean of {}",
                              imbalance.busiest_rank, bytes(imbalance.busiest_bytes),
                              static_cast<double>(imbalance.busiest_bytes) / imbalance.mean_bytes,
                              human_bytes(imbalance.mean_bytes)));
}

void show_ranks(const ReportView &view, Page &page) {
    const Summary &summary = view.summary;
    const Profile &profile = view.profile;
    if (summary.top_ranks.empty())
        return;
    const Groups hosts = group_processes(profile, node_or_host(profile));
    const MpiTime::Source source = summary.mpi_time.source;
    page.heading("Ranks", source == MpiTime::kFunctions ? "in MPI: the time of all functions, of the wall time"
                          : source == MpiTime::kCollectives
                              ? "in MPI: the time in blocking collectives, of the wall time"
                              : "");
    Table table({{"rank"},
                 {group_name(node_or_host(profile)), Table::kText, 3},
                 {"messages"},
                 {"bytes sent"},
                 {"received", Table::kNumber, 1},
                 {"in MPI", Table::kNumber, 2},
                 {"share of time", Table::kShareBar, 4}});
    for (const RankTotals &row : summary.top_ranks) {
        const Process *process = profile.process_of(row.rank);
        const bool timed = row.timed && row.wall_seconds > 0 && source != MpiTime::kUnknown;
        table.add({std::to_string(row.rank),
                   process != nullptr && count_nodes(profile) > 1 ? printable(hosts.label_of(profile, *process)) : "",
                   row.counted ? with_commas(row.sent.messages) : "–", row.counted ? bytes(row.sent.bytes) : "–",
                   row.counted ? bytes(row.received.bytes) : "–", timed ? human_time(row.mpi_seconds) : "–",
                   timed ? share_bar(row.mpi_seconds, row.wall_seconds) : "–"});
    }
    page.table(table);
    page.more(summary.ranks - summary.top_ranks.size());
}

void show_pairs(const ReportView &view, Page &page) {
    const Summary &summary = view.summary;
    if (summary.top_pairs.empty())
        return;
    page.heading("Top pairs", fmt::format("{} of {} that exchanged anything", summary.top_pairs.size(), summary.pairs));
    Table table({{"from"},
                 {"to"},
                 {"messages"},
                 {"bytes"},
                 {"mean size", Table::kNumber, 1},
                 {"share of bytes", Table::kShareBar, 2}});
    for (const PairTotals &pair : summary.top_pairs)
        table.add({std::to_string(pair.source), std::to_string(pair.target), with_commas(pair.totals.messages),
                   bytes(pair.totals.bytes), mean_size(pair.totals),
                   share_bar(static_cast<double>(pair.totals.bytes), static_cast<double>(summary.all.bytes))});
    page.table(table);
    page.more(summary.pairs - summary.top_pairs.size());
}

void show_sizes(const ReportView &view, Page &page) {
    if (view.summary.histograms.empty())
        return;
    page.heading("Message sizes", "of all messages sent");
    for (const ClassHistogram &histogram : view.summary.histograms)
        show_bars(histogram, page);
}

void show_noncontiguous(const ReportView &view, Page &page) {
    const auto &rows = view.summary.noncontiguous;
    if (rows.empty())
        return;
    const size_t listed = std::min(view.top, rows.size());
    page.heading("Noncontiguous messages",
                 "of derived datatypes whose data does not lie together, by where they were sent");
    Table table({{"sent in", Table::kText},
                 {"class", Table::kText},
                 {"messages"},
                 {"bytes"},
                 {"blocks"},
                 {"mean block", Table::kNumber, 1},
                 {"share of bytes", Table::kShareBar, 2}});
    for (size_t i = 0; i < listed; ++i)
        table.add(
            {context_label(view.profile, rows[i].context), class_label(rows[i].traffic_class),
             with_commas(rows[i].totals.messages), bytes(rows[i].totals.bytes), with_commas(rows[i].blocks),
             human_bytes(rows[i].bytes_per_block()),
             share_bar(static_cast<double>(rows[i].totals.bytes), static_cast<double>(rows[i].of_the_context.bytes))});
    page.table(table);
    page.more(rows.size() - listed);
}

void show_comparisons(const ReportView &view, Page &page) {
    if (view.summary.comparisons.empty())
        return;
    page.heading("Sent and received", "two-sided traffic, ranks to themselves included");
    Table table({{"class", Table::kText},
                 {"sent"},
                 {"received"},
                 {"bytes sent", Table::kNumber, 1},
                 {"bytes received", Table::kNumber, 1},
                 {"", Table::kText}});
    for (const Comparison &row : view.summary.comparisons)
        table.add({class_label(row.traffic_class), with_commas(row.sent.messages), with_commas(row.received.messages),
                   bytes(row.sent.bytes), bytes(row.received.bytes), agreement(row)});
    page.table(table);
    if (view.summary.counted_once.messages > 0)
        page.remark(fmt::format("apart from that, {}, {}, which one of the two ranks was not to count",
                                count_of(view.summary.counted_once.messages, "message"),
                                bytes(view.summary.counted_once.bytes)));
}

}  // namespace mpimon
