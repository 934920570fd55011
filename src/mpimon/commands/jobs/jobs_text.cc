#include <fmt/format.h>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "mpimon/commands/jobs/jobs_output.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"
#include "mpimon/render/table.h"

namespace mpimon {

namespace {

constexpr int kDropClasses = 6;  // as in Table::Column; the last class goes first
constexpr int kDropRemark = 20;
constexpr size_t kUtcSuffix = 4;  // " UTC", which the column's title says

std::string share_text(std::optional<double> share) {
    return share ? percent(*share, 1) : "";
}

std::string mpi_text(const JobRow &row) {
    return (row.mpi_share && row.mpi_share_is_least ? ">= " : "") + share_text(row.mpi_share);
}

// "4711.0", and of an array "4711[3].0"
std::string id_text(const JobRow &row) {
    const std::string index = row.array_index.empty() ? "" : "[" + row.array_index + "]";
    return row.job_id + index + (row.step.empty() ? "" : "." + row.step);
}

std::string start_text(const JobRow &row) {
    const std::string text = row.start_time_ns == 0 ? "" : utc_time(row.start_time_ns);
    return text.substr(0, text.size() - std::min(text.size(), kUtcSuffix));
}

std::string remark_text(const ListedJob &job) {
    if (job.row.incomplete > 0)
        return count_of(job.row.incomplete, "rank") + " cut off";
    return job.damaged ? "damaged" : job.row.merged ? "merged" : "";
}

// Shares of the bytes come as columns of their own, those of classes that nobody used are left out.
void add_class_columns(std::vector<Table::Column> &columns) {
    int drop = kDropClasses;
    for (const std::string_view name : class_names())
        columns.push_back({std::string(name), Table::kNumber, drop++});
}

template <class Row>
void add_shares(const Row &row, std::vector<std::string> &cells) {
    for (int i = 0; i < MPIMON_CLASSES; ++i) {
        const std::optional<double> share = row.share(static_cast<mpimon_class>(i));
        cells.push_back(share && *share > 0 ? share_text(share) : "");
    }
}

Table table_of_jobs(const JobsView &view) {
    std::vector<Table::Column> columns = {{"job", Table::kText},
                                          {"user", Table::kText},
                                          {"program", Table::kText},
                                          {"began (UTC)"},
                                          {"duration"},
                                          {"ranks"},
                                          {"hosts", Table::kNumber, 5},
                                          {"messages", Table::kNumber, 4},
                                          {"bytes", Table::kNumber},
                                          {"in MPI", Table::kNumber, 3}};
    add_class_columns(columns);
    columns.push_back({"remark", Table::kText, kDropRemark});
    Table table(std::move(columns));
    for (const ListedJob *job : view.jobs) {
        const JobRow &row = job->row;
        std::vector<std::string> cells = {printable(id_text(row)),
                                          printable(row.user),
                                          printable(row.program()),
                                          start_text(row),
                                          row.seconds > 0 ? human_time(row.seconds) : "",
                                          with_commas(row.ranks),
                                          with_commas(row.hosts),
                                          with_commas(row.all().messages),
                                          human_bytes(static_cast<double>(row.all().bytes)),
                                          mpi_text(row)};
        add_shares(row, cells);
        cells.push_back(remark_text(*job));
        table.add(std::move(cells));
    }
    return table;
}

Table table_of_groups(const JobsView &view) {
    std::vector<Table::Column> columns = {
        {view.grouped_by, Table::kText}, {"jobs"},  {"cut off", Table::kNumber, 5}, {"ranks × time"},
        {"messages", Table::kNumber, 4}, {"bytes"}, {"in MPI", Table::kNumber, 3}};
    add_class_columns(columns);
    Table table(std::move(columns));
    for (const auto &[name, totals] : view.groups) {
        std::vector<std::string> cells = {printable(name),
                                          with_commas(totals.jobs),
                                          totals.incomplete > 0 ? with_commas(totals.incomplete) : "",
                                          human_time(totals.rank_seconds),
                                          with_commas(totals.all().messages),
                                          human_bytes(static_cast<double>(totals.all().bytes)),
                                          share_text(totals.mpi_share())};
        add_shares(totals, cells);
        table.add(std::move(cells));
    }
    return table;
}

void show_totals(const JobTotals &totals, Page &page) {
    const Totals all = totals.all();
    std::string text = fmt::format("in all: {}, ranks × time {}, {}, {}", count_of(totals.jobs, "job"),
                                   human_time(totals.rank_seconds), count_of(all.messages, "message"),
                                   human_bytes(static_cast<double>(all.bytes)));
    for (int i = 0; i < MPIMON_CLASSES; ++i) {
        const auto traffic_class = static_cast<mpimon_class>(i);
        if (const std::optional<double> share = totals.share(traffic_class); share && *share > 0)
            text += fmt::format(", {} {}", share_text(share), class_name(traffic_class));
    }
    page.line(text);
}

}  // namespace

std::string jobs_text(const JobsView &view, const Style &style) {
    Page page(style);
    if (view.totals.jobs == 0) {
        page.title("No job");
        return page.take();
    }
    const bool grouped = !view.grouped_by.empty();
    page.title(grouped ? "Jobs by " + view.grouped_by : "Jobs", view.order + "; shares of classes are of the bytes");
    page.table(grouped ? table_of_groups(view) : table_of_jobs(view));
    page.more(view.more);
    show_totals(view.totals, page);
    return page.take();
}

}  // namespace mpimon
