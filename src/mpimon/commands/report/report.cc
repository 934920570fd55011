// mpimon report: what happened in the job, on a page.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/report/report_by.h"
#include "mpimon/commands/report/report_json.h"
#include "mpimon/commands/report/report_overlap.h"
#include "mpimon/commands/report/report_pair.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/commands/report/report_timeline.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

struct Options {
    std::string file;
    bool json = false;
    bool all = false;
    bool timeline = false;
    bool collective_sizes = false;
    size_t top = 10;
    int width = 0;
    std::string by;
    std::string sort;
    std::string pair;
    std::vector<std::string> classes;
};

std::optional<Order> order_named(const std::string &name) {
    if (name.empty())
        return std::nullopt;
    if (name == "bytes")
        return Order::kBytes;
    if (name == "messages")
        return Order::kMessages;
    if (name == "time")
        return Order::kTime;
    throw WrongArgument(fmt::format("--sort: '{}' is not one of bytes, messages, time", name));
}

Breakdown break_down(const Profile &profile, const Options &options, ClassSet classes) {
    const By by = by_named(options.by);
    if (by == By::kAlgorithm && !classes.is_all())
        throw WrongArgument("--class: what an algorithm's calls contribute is of no class; leave it out");
    try {
        return break_down(profile, classes, by, order_named(options.sort).value_or(Order::kBytes));
    } catch (const NotRecorded &error) {
        throw Failure(fmt::format("{}; run the job with MPIR_CVAR_MONITORING_DETAIL={},{}", error.what(),
                                  printable(profile.job.detail), error.detail()));
    }
}

void run_pair(const Options &options, const ReportView &view, const Style &style) {
    const auto [a, b] = ranks_named(options.pair, view.profile);
    const std::vector<PairDirection> directions = pair_directions(view.profile, a, b, view.classes);
    if (options.json)
        write_output(pair_json(view.profile, directions, view.classes));
    else
        write_text(pair_text(view, directions, style), style);
}

void run_timeline(const Options &options, const ReportView &view, const Style &style) {
    require_timeline(view.profile);
    if (options.json)
        write_output(timeline_json(view, !options.classes.empty()));
    else
        write_text(timeline_text(view, !options.classes.empty(), style), style);
}

void run_overlap(const Options &options, const ReportView &view, const Style &style) {
    if (options.json)
        write_output(overlap_json(view));
    else
        write_text(overlap_text(view, style), style);
}

void run(const Options &options) {
    const Profile profile = read_profile_argument(options.file);
    const ClassSet classes = classes_named(options.classes);
    const std::optional<Order> order = order_named(options.sort);
    const Style style = Style::for_output(options.width);
    Summary summary;
    const ReportView view = {profile,
                             summary,
                             profile_argument_name(options.file),
                             classes,
                             options.top,
                             options.all,
                             options.collective_sizes};
    if (options.by == "overlap") {
        run_overlap(options, view, style);
        return;
    }
    if (!options.by.empty()) {
        const Breakdown breakdown = break_down(profile, options, classes);
        if (options.json)
            write_output(breakdown_json(profile, breakdown, classes));
        else
            write_text(breakdown_text(view, breakdown, style), style);
        return;
    }
    if (!options.pair.empty()) {
        run_pair(options, view, style);
        return;
    }
    if (options.timeline) {
        run_timeline(options, view, style);
        return;
    }
    summary = summarize(profile, {classes, !options.classes.empty(), options.top, order});
    if (options.json)
        write_output(report_json(profile, summary, classes, options.top));
    else
        write_text(report_text(view, style), style);
}

}  // namespace

void add_report(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("report", "Show who sent how much to whom, why, how, and by which algorithm");
    add_profile_argument(*command, options->file);
    command->add_flag("--json", options->json,
                      "For programs: JSON with all rows of the tables, and as many ranks and pairs as --top says");
    command->add_option("--top", options->top, "Rows of the longer tables (default 10)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    CLI::Option *pair = command
                            ->add_option("--pair", options->pair,
                                         "Two ranks only: messages, bytes and sizes by class, in both directions")
                            ->option_text("A,B");
    command->add_option("--sort", options->sort, "What comes first in tables: most bytes (default), messages or time")
        ->option_text("KEY");
    CLI::Option *timeline = command
                                ->add_flag("--timeline", options->timeline,
                                           "What happened when: traffic, collectives and memory, and the busiest steps")
                                ->excludes(pair);
    command
        ->add_option("--by", options->by,
                     "One table only: calls, time and traffic by function, region, communicator, algorithm or path; or "
                     "what overlap made of calls")
        ->option_text("WHAT")
        ->excludes(pair)
        ->excludes(timeline);
    command->add_flag(
        "--all", options->all,
        "Also what the library does for itself: steps of algorithms, its own communicators; and all files");
    command->add_flag("--collective-sizes", options->collective_sizes,
                      "Also calls of collectives by size and algorithm, and their mean time");
    add_class_option(*command, options->classes);
    add_width_option(*command, options->width);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
