#include "mpimon/commands/report/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/names/text.h"
#include "mpimon/commands/notes.h"
#include "mpimon/render/format.h"
#include "mpimon/render/histogram.h"
#include "mpimon/render/table.h"

namespace mpimon {

namespace {

constexpr int kBarColumns = 32;
constexpr size_t kListedHosts = 4;

class Report {
  public:
    Report(const Profile &profile, const Summary &summary, ClassSet classes, size_t top, const Style &style)
        : profile_(profile), summary_(summary), classes_(classes), top_(top), style_(style) {}

    std::string run(const std::string &file) {
        text_ = damage_text(profile_, file, style_);
        job();
        traffic();
        top_pairs();
        histograms();
        comparison();
        collectives();
        kinds();
        communicators();
        gauges();
        return std::move(text_);
    }

  private:
    void heading(const std::string &title, const std::string &remark = "") {
        text_ += "\n" + style_.bold(title) + (remark.empty() ? "" : "  " + style_.faint(remark)) + "\n";
    }

    void fact(std::string_view word, const std::string &text) {
        if (!text.empty())
            text_ += fmt::format("  {:<9} {}\n", word, text);
    }

    static std::string mean_size(const Totals &totals) {
        return totals.messages == 0
                   ? "–"
                   : human_bytes(static_cast<double>(totals.bytes) / static_cast<double>(totals.messages));
    }

    static std::string bytes(uint64_t number) { return human_bytes(static_cast<double>(number)); }

    void job() {
        const Job &job = profile_.job;
        text_ += style_.bold(job.executable.empty() ? "(executable not known)" : printable(job.executable)) + "\n";
        fact("job", printable(job.job_id) + (job.user.empty() ? "" : " of " + printable(job.user)) +
                        (job.spawned ? ", spawned by another" : ""));
        fact("ranks", fmt::format("{} on {}", job.world_size, hosts()));
        fact("time", summary_.start_time_ns == 0
                         ? ""
                         : utc_time(summary_.start_time_ns) +
                               (summary_.seconds > 0 ? ", for " + human_time(summary_.seconds) : ""));
        fact("library", fmt::format("MPICH {}, {}, monitoring {}", printable(job.mpich_version), printable(job.device),
                                    printable(job.project_version)));
        fact("recorded", printable(job.detail));
        for (const Cvar &cvar : job.cvars)
            fact(&cvar == &job.cvars.front() ? "changed" : "", printable(cvar.name) + "=" + printable(cvar.value));
        if (!classes_.is_all())
            fact("shown", "only " + classes_.text() + "; of collectives and gauges, all");
        if (summary_.incomplete > 0)
            text_ += style_.warning(fmt::format("  {} of {} processes ended without MPI_Finalize", summary_.incomplete,
                                                profile_.processes.size())) +
                     "\n";
    }

    std::string hosts() const {
        std::map<std::string, size_t> ranks;
        for (const Process &process : profile_.processes)
            ++ranks[printable(profile_.hosts[process.host])];
        std::vector<std::string> listed;
        for (const auto &[host, count] : ranks)
            if (listed.size() < kListedHosts)
                listed.push_back(ranks.size() > 1 ? fmt::format("{} ({})", host, count) : host);
        if (ranks.size() > listed.size())
            listed.emplace_back("…");
        return fmt::format("{} host{}: {}", ranks.size(), ranks.size() == 1 ? "" : "s", fmt::join(listed, ", "));
    }

    void traffic() {
        heading("Traffic", "between different ranks, as senders counted it; one-sided as its origin did");
        if (summary_.paths.empty())
            text_ += "  none\n";
        Table table(
            {{"class", true}, {"path", true}, {"messages"}, {"bytes"}, {"mean size"}, {"share of bytes", true}});
        const auto all_bytes = static_cast<double>(summary_.all.bytes);
        for (const PathTotals &row : summary_.paths)
            table.add({row.label, std::string(path_name(row.path)), with_commas(row.totals.messages),
                       bytes(row.totals.bytes), mean_size(row.totals),
                       share(static_cast<double>(row.totals.bytes), all_bytes)});
        if (summary_.paths.size() > 1)
            table.add({"total", "", with_commas(summary_.all.messages), bytes(summary_.all.bytes),
                       mean_size(summary_.all), ""});
        text_ += table.text(style_);
        apart("to itself", summary_.self);
        apart("to other worlds", summary_.to_foreign);
        apart("from other worlds", summary_.from_foreign);
        apart("from unknown senders", summary_.from_unknown);
        const Imbalance &imbalance = summary_.imbalance;
        if (imbalance.mean_bytes > 0)
            text_ += fmt::format("  imbalance: the busiest sender, rank {}, sent {}: {:.2f} times the mean of {}\n",
                                 imbalance.busiest_rank, bytes(imbalance.busiest_bytes),
                                 static_cast<double>(imbalance.busiest_bytes) / imbalance.mean_bytes,
                                 human_bytes(imbalance.mean_bytes));
    }

    std::string share(double part, double whole) const {
        return fmt::format("{:>7} {}", percent(part, whole), whole > 0 ? bar(part / whole, kBarColumns / 2) : "");
    }

    void apart(const char *what, const Totals &totals) {
        if (totals.messages > 0)
            text_ += style_.faint(fmt::format("  apart from that, {}: {} messages, {}", what,
                                              with_commas(totals.messages), bytes(totals.bytes))) +
                     "\n";
    }

    void top_pairs() {
        if (summary_.top_pairs.empty())
            return;
        heading("Top pairs",
                fmt::format("{} of {} that exchanged anything", summary_.top_pairs.size(), summary_.pairs));
        Table table({{"from"}, {"to"}, {"messages"}, {"bytes"}, {"mean size"}, {"share of bytes", true}});
        for (const PairTotals &pair : summary_.top_pairs)
            table.add({std::to_string(pair.source), std::to_string(pair.target), with_commas(pair.totals.messages),
                       bytes(pair.totals.bytes), mean_size(pair.totals),
                       share(static_cast<double>(pair.totals.bytes), static_cast<double>(summary_.all.bytes))});
        text_ += table.text(style_);
    }

    void histograms() {
        if (summary_.histograms.empty())
            return;
        heading("Message sizes", "of all messages sent");
        for (const ClassHistogram &histogram : summary_.histograms)
            histogram_bars(histogram);
    }

    void histogram_bars(const ClassHistogram &histogram) {
        const uint64_t total = std::accumulate(histogram.bins.begin(), histogram.bins.end(), uint64_t{0});
        text_ += fmt::format("  {}: {} messages\n", histogram.label, with_commas(total));
        text_ += histogram_text(histogram.bins, style_);
    }

    static std::string agreement(const Comparison &row) {
        std::string text = row.differing_pairs > 0     ? fmt::format("differ for {} pair{}", row.differing_pairs,
                                                                 row.differing_pairs == 1 ? "" : "s")
                           : row.settled.messages == 0 ? "equal for every pair"
                                                       : "";
        if (row.settled.messages > 0)
            text += fmt::format("{}{} cancelled or never received", text.empty() ? "" : "; ",
                                with_commas(row.settled.messages));
        return text;
    }

    void comparison() {
        if (summary_.comparisons.empty())
            return;
        heading("Sent and received", "two-sided traffic, ranks to themselves included");
        Table table({{"class", true}, {"sent"}, {"received"}, {"bytes sent"}, {"bytes received"}, {"", true}});
        for (const Comparison &row : summary_.comparisons)
            table.add({row.label, with_commas(row.sent.messages), with_commas(row.received.messages),
                       bytes(row.sent.bytes), bytes(row.received.bytes), agreement(row)});
        text_ += table.text(style_);
    }

    void collectives() {
        const auto &algorithms = summary_.collectives.algorithms;
        if (algorithms.empty())
            return;
        heading("Collectives", "calls and bytes over all ranks; time a rank spent in blocking calls");
        Table table({{"operation", true},
                     {"algorithm", true},
                     {"calls"},
                     {"bytes"},
                     {"time max"},
                     {"mean"},
                     {"min"},
                     {"", true}});
        for (const AlgorithmTotals &row : algorithms)
            table.add(
                {(row.step ? "  ↳ step: " : "") + row.operation, (row.step ? "  " : "") + printable(row.algorithm),
                 with_commas(row.calls), bytes(row.bytes), row.timed ? human_time(row.longest) : "–",
                 row.timed ? human_time(row.mean) : "–", row.timed ? human_time(row.shortest) : "–",
                 row.shared_memory ? "data through shared memory" : ""},
                row.step);
        text_ += table.text(style_);
    }

    void kinds() {
        const auto &kinds = summary_.collectives.kinds;
        if (kinds.empty())
            return;
        const size_t listed = std::min(top_, kinds.size());
        heading("Kinds of collectives",
                "by communicator; bytes to or from the other ranks, whatever the algorithm" +
                    (listed < kinds.size() ? fmt::format("; {} of {}", listed, kinds.size()) : ""));
        Table table({{"communicator", true}, {"size"}, {"kind", true}, {"operations"}, {"bytes"}});
        for (size_t i = 0; i < listed; ++i) {
            const Communicator &communicator = profile_.communicators[kinds[i].communicator];
            table.add({communicator_name(communicator), size_of(communicator), std::string(kind_name(kinds[i].kind)),
                       with_commas(kinds[i].operations), bytes(kinds[i].bytes)});
        }
        text_ += table.text(style_);
    }

    static std::string size_of(const Communicator &communicator) {
        return communicator.inter ? fmt::format("{} : {}", communicator.size, communicator.remote_size)
                                  : std::to_string(communicator.size);
    }

    void communicators() {
        const auto &list = summary_.communicators;
        if (list.empty())
            return;
        const size_t listed = std::min(top_, list.size());
        heading("Communicators",
                fmt::format("{} of {} with traffic, {} in all", listed, list.size(), profile_.communicators.size()));
        Table table({{"communicator", true}, {"size"}, {"messages"}, {"bytes"}, {"share of bytes", true}, {"", true}});
        for (size_t i = 0; i < listed; ++i) {
            const Communicator &communicator = profile_.communicators[list[i].communicator];
            table.add({communicator_name(communicator), size_of(communicator), with_commas(list[i].totals.messages),
                       bytes(list[i].totals.bytes),
                       share(static_cast<double>(list[i].totals.bytes), communicator_bytes()),
                       communicator.internal ? "MPICH's own" : ""});
        }
        text_ += table.text(style_);
    }

    void gauges() {
        if (summary_.gauges.empty())
            return;
        heading("Gauges", "levels inside the library; rises and falls over all ranks");
        Table table({{"gauge", true}, {"highest"}, {"on rank"}, {"rises"}, {"falls"}, {"rose most in", true}});
        for (const GaugeTotals &row : summary_.gauges)
            table.add({row.name, with_commas(row.highest), std::to_string(row.rank), with_commas(row.rises),
                       with_commas(row.falls), row.rose_in});
        text_ += table.text(style_);
    }

    // Other worlds included, unlike in the table of classes.
    double communicator_bytes() const {
        double sum = 0;
        for (const CommunicatorTotals &row : summary_.communicators)
            sum += static_cast<double>(row.totals.bytes);
        return sum;
    }

    const Profile &profile_;
    const Summary &summary_;
    ClassSet classes_;
    size_t top_;
    const Style &style_;
    std::string text_;
};

}  // namespace

std::string damage_text(const Profile &profile, const std::string &file, const Style &style) {
    if (profile.notes.empty())
        return {};
    std::string text =
        style.warning(fmt::format("DAMAGED OR INCOMPLETE: {} — what follows is only what could be read", file)) + "\n";
    for (const std::string &line : note_lines(profile))
        text += style.warning("  " + line) + "\n";
    return text + "\n";
}

std::string report_text(const Profile &profile, const Summary &summary, const std::string &file, ClassSet classes,
                        size_t top, const Style &style) {
    return Report(profile, summary, classes, top, style).run(file);
}

}  // namespace mpimon
