// mpimon jobs: all jobs of which profiles are in a tree.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "mpimon/commands/class_option.h"
#include "mpimon/commands/jobs/filters.h"
#include "mpimon/commands/jobs/jobs_output.h"
#include "mpimon/commands/jobs/listing.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/replace_file.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr size_t kShown = 20;  // rows of a table, unless --top says how many

struct Options {
    std::vector<std::string> paths;
    FilterOptions filter;
    std::string sort;
    bool reverse = false;
    size_t top = 0;
    std::string by;
    bool csv = false;
    bool json = false;
    bool openmetrics = false;
    std::string output;
    bool no_cache = false;
    int width = 0;

    bool is_text() const { return !csv && !json && !openmetrics; }
};

using Before = std::function<bool(const JobRow &, const JobRow &)>;

template <class Quantity>
Before most_first(Quantity quantity) {
    return [quantity](const JobRow &a, const JobRow &b) { return quantity(a) > quantity(b); };
}

struct JobOrder {
    std::string text;
    Before before;
};

// The orders, by the names that --sort takes.
const std::map<std::string, JobOrder> &orders() {
    static const std::map<std::string, JobOrder> kOrders = {
        {"start", {"latest first", most_first([](const JobRow &row) { return row.start_time_ns; })}},
        {"user", {"by user", [](const JobRow &a, const JobRow &b) { return a.user < b.user; }}},
        {"executable", {"by program", [](const JobRow &a, const JobRow &b) { return a.program() < b.program(); }}},
        {"duration", {"longest first", most_first([](const JobRow &row) { return row.seconds; })}},
        {"ranks", {"most ranks first", most_first([](const JobRow &row) { return row.ranks; })}},
        {"hosts", {"most hosts first", most_first([](const JobRow &row) { return row.hosts; })}},
        {"cost", {"most ranks × time first", most_first([](const JobRow &row) { return row.rank_seconds(); })}},
        {"messages", {"most messages first", most_first([](const JobRow &row) { return row.all().messages; })}},
        {"bytes", {"most bytes first", most_first([](const JobRow &row) { return row.all().bytes; })}},
        {"mpi", {"most in MPI first", most_first([](const JobRow &row) { return row.mpi_share.value_or(-1); })}}};
    return kOrders;
}

const std::map<std::string, JobGroup> &groups() {
    static const std::map<std::string, JobGroup> kGroups = {{"user", JobGroup::kUser},
                                                            {"account", JobGroup::kAccount},
                                                            {"executable", JobGroup::kExecutable},
                                                            {"day", JobGroup::kDay},
                                                            {"month", JobGroup::kMonth}};
    return kGroups;
}

// Cuts the rows to those that are to be shown, and returns how many are not.
template <class Rows>
size_t cut(Rows &rows, size_t top) {
    const size_t more = rows.size() - std::min(rows.size(), top);
    rows.resize(rows.size() - more);
    return more;
}

// Sums of jobs, those with most time in all first; dates with the last one first.
std::vector<NamedTotals> group(const std::vector<const ListedJob *> &jobs, JobGroup by) {
    std::map<std::string, JobTotals> sums;
    for (const ListedJob *job : jobs)
        sums[group_of(job->row, by)].add(job->row);
    std::vector<NamedTotals> sorted(sums.rbegin(), sums.rend());
    if (by != JobGroup::kDay && by != JobGroup::kMonth)
        std::sort(sorted.begin(), sorted.end(), [](const NamedTotals &a, const NamedTotals &b) {
            return std::tie(b.second.rank_seconds, a.first) < std::tie(a.second.rank_seconds, b.first);
        });
    return sorted;
}

void show_jobs(const Options &options, JobsView &view) {
    const JobOrder &order = orders().at(options.sort.empty() ? "start" : options.sort);
    std::stable_sort(view.jobs.begin(), view.jobs.end(), [&](const ListedJob *a, const ListedJob *b) {
        return options.reverse ? order.before(b->row, a->row) : order.before(a->row, b->row);
    });
    view.order = order.text + (options.reverse ? ", turned around" : "");
}

void show_groups(const Options &options, JobsView &view) {
    view.grouped_by = options.by.empty() ? "user" : options.by;
    const JobGroup by = groups().at(view.grouped_by);
    view.groups = group(view.jobs, by);
    view.order = by == JobGroup::kDay || by == JobGroup::kMonth ? "latest first" : orders().at("cost").text;
    view.jobs.clear();
}

JobsView view_of(const Listing &listing, const Filter &filter, const Options &options) {
    JobsView view;
    for (const ListedJob &job : listing.jobs)
        if (filter(job.row)) {
            view.jobs.push_back(&job);
            view.totals.add(job.row);
        }
    view.unreadable = listing.unreadable;
    view.complaints = listing.complaints;
    if (options.openmetrics || !options.by.empty())
        show_groups(options, view);
    else
        show_jobs(options, view);
    const size_t top = options.top > 0 ? options.top : options.is_text() ? kShown : SIZE_MAX;
    view.more = cut(view.jobs, top) + cut(view.groups, top);
    return view;
}

void run(const Options &options) {
    if (options.is_text() && !options.output.empty())
        throw WrongArgument("-o: a table goes to the terminal; add --csv, --json or --openmetrics");
    const int64_t now = std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
    const Filter filter = filter_of(options.filter, now);
    const Listing listing = list_jobs(options.paths, !options.no_cache);
    const JobsView view = view_of(listing, filter, options);
    if (options.is_text()) {
        const Style style = Style::for_output(options.width);
        write_text(jobs_text(view, style), style);
    } else {
        const std::string text = options.csv ? jobs_csv(view) : options.json ? jobs_json(view) : jobs_openmetrics(view);
        if (options.output.empty())
            write_output(text);
        else
            replace_file(options.output, text, kReadableByAll);
    }
    for (const std::string &complaint : view.complaints)
        fmt::print(stderr, "mpimon jobs: {}\n", complaint);
}

template <class Value>
std::vector<std::string> names_of(const std::map<std::string, Value> &values) {
    std::vector<std::string> names;
    for (const auto &value : values)
        names.push_back(value.first);
    return names;
}

}  // namespace

void add_jobs(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("jobs", "List the jobs of which profiles are in a folder and those below it");
    command->add_option("DIR", options->paths, "Folders with profiles, *.mon, at any depth; or profiles")->required();
    add_filter_options(*command, options->filter);
    auto *sort =
        command->add_option("--sort", options->sort, "What comes first: the latest (start), or the most of another")
            ->check(CLI::IsMember(names_of(orders())))
            ->option_text("KEY");
    command->add_flag("--reverse", options->reverse, "The other way around")->needs(sort);
    command->add_option("--top", options->top, "Rows to show (default 20; all with --csv, --json and --openmetrics)")
        ->check(CLI::Range(1, 100000000))
        ->option_text("N");
    command->add_option("--by", options->by, "Sums instead of jobs: by user, account, executable, day or month")
        ->check(CLI::IsMember(names_of(groups())))
        ->option_text("WHAT")
        ->excludes(sort);
    auto *format = command->add_option_group("format", "For programs:");
    format->add_flag("--csv", options->csv, "Comma-separated values");
    format->add_flag("--json", options->json, "JSON");
    format->add_flag("--openmetrics", options->openmetrics,
                     "Sums by user, or by what --by says, as node exporters read them from a file");
    format->require_option(0, 1);
    command->add_option("-o,--output", options->output, "Write to this file, which is replaced when all is written")
        ->option_text("OUT");
    command->add_flag("--no-cache", options->no_cache, "Read every profile, and keep nothing for the next time");
    add_width_option(*command, options->width);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
