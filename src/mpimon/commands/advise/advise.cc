// mpimon advise: what a job could do better, by rules over its profile.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "mpimon/commands/advise/advice_output.h"
#include "mpimon/commands/advise/rule_files.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr size_t kMost = 10;

struct Options {
    std::string file;
    std::string prefix;
    std::string rules;
    bool all = false;
    bool json = false;
    bool verbose = false;
    bool partial = false;
    int width = 0;
};

std::vector<advice::Rule> rules_for(const Options &options) {
    const std::filesystem::path prefix = options.prefix.empty() ? own_prefix() : std::filesystem::path(options.prefix);
    std::vector<advice::Rule> rules = installed_rules(prefix);
    if (!options.rules.empty())
        add_rules(rules, read_rules(options.rules));
    return rules;
}

void run(const Options &options) {
    const Profile profile = read_whole_profile(options.file, options.partial, "advise");
    const std::vector<advice::Rule> rules = rules_for(options);
    const advice::Advice advice = advice::advise(profile, rules, options.all);
    const size_t most = options.all ? advice.findings.size() : kMost;
    if (options.verbose)
        fmt::print(stderr, "{}", unasked_text(advice));
    if (options.json) {
        write_output(advice_json(advice, most));
        return;
    }
    const Style style = Style::for_output(options.width);
    write_text(advice_text(advice, most, style), style);
}

}  // namespace

void add_advise(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("advise", "Say what the job could do better, what that would gain, and why");
    add_profile_argument(*command, options->file);
    command->add_flag("--json", options->json, "For programs: an array of JSON with an object for each finding");
    command->add_flag("--all", options->all,
                      "All findings, and for all pairs, ranks and so on, not the first ones alone");
    command->add_option("--rules", options->rules, "Take the rules of this folder, too")->option_text("DIR");
    command->add_option("--prefix", options->prefix, "Where MPICH Monitoring is installed (default: beside mpimon)")
        ->option_text("DIR");
    command->add_flag("--verbose", options->verbose,
                      "Say on standard error which rules lacked something in the profile");
    add_partial_option(*command, options->partial);
    command->footer(
        "Prints nothing where there is nothing to advise. Most rules need MPIR_CVAR_MONITORING_DETAIL=all when the job "
        "runs.");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
