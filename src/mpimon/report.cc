// mpimon report: what happened in the job, on a page.
#include <memory>

#include "mpimon/class_option.h"
#include "mpimon/report_json.h"
#include "mpimon/report_text.h"
#include "mpimon/subcommands.h"
#include "mpimon/terminal.h"
#include "mpimon/words.h"
#include "profile/decode.h"

namespace mpimon {

namespace {

struct Options {
    std::string file;
    bool json = false;
    size_t top = 10;
    std::vector<std::string> classes;
};

void run(const Options &options) {
    const Profile profile = read_profile(options.file);
    const ClassSet classes = ClassSet::named(options.classes);
    const Summary summary = summarize(profile, classes, options.top);
    write_output(options.json
                     ? report_json(profile, summary)
                     : report_text(profile, summary, options.file, classes, options.top, Style::for_stream(stdout)));
}

}  // namespace

void add_report(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("report", "Show who sent how much to whom, why, how, and by which algorithm");
    command->add_option("FILE", options->file, "The profile")->required();
    command->add_flag("--json", options->json, "For programs: JSON with all rows of the tables");
    command->add_option("--top", options->top, "Rows of the longer tables (default 10)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    add_class_option(*command, options->classes);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
