#include <fmt/format.h>

#include "analysis/names/names.h"
#include "mpimon/commands/jobs/jobs_output.h"
#include "mpimon/render/openmetrics.h"

namespace mpimon {

namespace {

class Metrics {
  public:
    explicit Metrics(const JobsView &view) : view_(view) {}

    std::string text() {
        const auto each_group = [&](const char *name, const char *unit, const char *help, auto value) {
            begin(name, unit, help);
            for (const auto &[group, totals] : view_.groups)
                text_ += fmt::format("{}{{{}={}}} {}\n", name, view_.grouped_by, metric_label(group), value(totals));
        };
        each_group("mpimon_jobs", "", "Jobs with a profile.", [](const JobTotals &totals) { return totals.jobs; });
        each_group("mpimon_jobs_incomplete", "", "Jobs with processes that ended without MPI_Finalize.",
                   [](const JobTotals &totals) { return totals.incomplete; });
        each_group("mpimon_jobs_rank_seconds", "seconds", "Wall time of the jobs, of each of their ranks.",
                   [](const JobTotals &totals) { return totals.rank_seconds; });
        each_group("mpimon_jobs_timed_rank_seconds", "seconds", "The part of it in which time in MPI was taken.",
                   [](const JobTotals &totals) { return totals.timed_seconds; });
        each_group("mpimon_jobs_mpi_rank_seconds", "seconds", "The part of that which was in MPI, at least.",
                   [](const JobTotals &totals) { return totals.mpi_seconds; });
        each_group("mpimon_jobs_last_start_timestamp_seconds", "seconds",
                   "When the last of the jobs began, since 1970.",
                   [](const JobTotals &totals) { return totals.last_start_ns / 1000000000; });
        each_class("mpimon_jobs_messages", "", "Messages between ranks, by traffic class.",
                   [](const Totals &totals) { return totals.messages; });
        each_class("mpimon_jobs_bytes", "bytes", "Bytes between ranks, by traffic class.",
                   [](const Totals &totals) { return totals.bytes; });
        begin("mpimon_jobs_unreadable_files", "", "Files that are named like profiles and cannot be read.");
        text_ += fmt::format("mpimon_jobs_unreadable_files {}\n{}", view_.unreadable, kEndOfMetrics);
        return std::move(text_);
    }

  private:
    void begin(const char *name, std::string_view unit, const char *help) { text_ += metric_head(name, unit, help); }

    // Jobs that do not tell classes apart have a class of their own.
    template <class Value>
    void each_class(const char *name, const char *unit, const char *help, Value value) {
        begin(name, unit, help);
        for (const auto &[group, totals] : view_.groups) {
            const auto sample = [&, label = metric_label(group)](std::string_view traffic_class, const Totals &sum) {
                if (sum.messages > 0)
                    text_ += fmt::format("{}{{{}={},class=\"{}\"}} {}\n", name, view_.grouped_by, label, traffic_class,
                                         value(sum));
            };
            for (size_t i = 0; i < totals.classes.size(); ++i)
                sample(class_name(static_cast<mpimon_class>(i)), totals.classes[i]);
            sample("merged", totals.merged);
        }
    }

    const JobsView &view_;
    std::string text_;
};

}  // namespace

std::string jobs_openmetrics(const JobsView &view) {
    return Metrics(view).text();
}

}  // namespace mpimon
