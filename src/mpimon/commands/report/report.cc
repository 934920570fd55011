// mpimon report: what happened in the job, on a page.
#include <memory>

#include "analysis/names/names.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/report/report_by.h"
#include "mpimon/commands/report/report_json.h"
#include "mpimon/commands/report/report_pair.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/render/terminal.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

struct Options {
    std::string file;
    bool json = false;
    size_t top = 10;
    std::string by;
    std::string pair;
    std::vector<std::string> classes;
};

void run_by(const Options &options, const Profile &profile, ClassSet classes) {
    const Breakdown breakdown = break_down(profile, classes, by_named(options.by));
    if (options.json) {
        write_output(breakdown_json(profile, breakdown, options.by));
        return;
    }
    const Style style = Style::for_stream(stdout);
    write_output(damage_text(profile, options.file, style) + breakdown_text(breakdown, options.by, options.top, style));
}

void run_pair(const Options &options, const Profile &profile, ClassSet classes) {
    const auto [a, b] = ranks_named(options.pair, profile);
    const std::vector<PairDirection> directions = pair_directions(profile, a, b, classes);
    if (options.json) {
        write_output(pair_json(profile, directions, classes));
        return;
    }
    const Style style = Style::for_stream(stdout);
    write_output(damage_text(profile, options.file, style) + pair_text(profile, directions, style));
}

void run(const Options &options) {
    const Profile profile = read_profile(options.file);
    const ClassSet classes = ClassSet::named(options.classes);
    if (!options.by.empty()) {
        run_by(options, profile, classes);
        return;
    }
    if (!options.pair.empty()) {
        run_pair(options, profile, classes);
        return;
    }
    const Summary summary = summarize(profile, {classes, !options.classes.empty(), options.top});
    write_output(options.json
                     ? report_json(profile, summary, classes)
                     : report_text(profile, summary, options.file, classes, options.top, Style::for_stream(stdout)));
}

}  // namespace

void add_report(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("report", "Show who sent how much to whom, why, how, and by which algorithm");
    command->add_option("FILE", options->file, "The profile")->required();
    command->add_flag("--json", options->json,
                      "For programs: JSON with all rows of the tables, and as many pairs as --top says");
    command->add_option("--top", options->top, "Rows of the longer tables (default 10)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    CLI::Option *pair = command
                            ->add_option("--pair", options->pair,
                                         "Two ranks only: messages, bytes and sizes by class, in both directions")
                            ->option_text("A,B");
    command
        ->add_option("--by", options->by,
                     "One table only: calls, time and traffic by function, region, communicator, algorithm or path")
        ->option_text("WHAT")
        ->excludes(pair);
    add_class_option(*command, options->classes);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
