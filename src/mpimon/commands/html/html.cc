// mpimon html: a profile as one page for a browser, which needs nothing beside it.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "analysis/comparison/comparison.h"
#include "mpimon/commands/advise/rule_files.h"
#include "mpimon/commands/diff/diff_text.h"
#include "mpimon/commands/html/page_data.h"
#include "mpimon/commands/html/page_file.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/replace_file.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr uint32_t kMostRanks = 1U << 20U;
constexpr size_t kRows = 1000;        // of pairs and differences; the matrix has all
constexpr size_t kRankRows = 100000;  // about 30 bytes of the page each

struct Options {
    std::vector<std::string> files;
    std::string output;
    std::string prefix;
};

std::string difference_of(const std::vector<std::string> &files, const std::vector<Profile> &profiles) {
    ComparisonOptions comparison;
    comparison.most_pairs = kRows;
    const std::vector<const Profile *> runs = {&profiles[0], &profiles[1]};
    const ComparedJobs jobs = compare({runs[0]}, {runs[1]}, comparison);
    return diff_json({files, runs, 1, comparison, jobs, kRows, false});
}

Summary summary_of(const Profile &profile) {
    return summarize(profile, {ClassSet::all(), false, kRows, std::nullopt, kRankRows});
}

// The pairs of the first of two jobs, if both have as many ranks: then the matrix shows both, and what has changed.
std::optional<PairColumns> pairs_before(const std::vector<Profile> &profiles) {
    if (profiles.size() < 2 || profiles[0].job.world_size != profiles[1].job.world_size)
        return std::nullopt;
    return pair_columns(profiles[0], summary_of(profiles[0]));
}

void run(const Options &options) {
    if (options.files.size() > 2)
        throw WrongArgument("one profile, or two to see the difference, and these are more");
    if (options.files == std::vector<std::string>{"-", "-"})
        throw WrongArgument("standard input (-) can be only one of the profiles");
    for (const std::string &file : options.files)
        refuse_to_overwrite(file, options.output);
    const std::filesystem::path prefix = options.prefix.empty() ? own_prefix() : std::filesystem::path(options.prefix);
    std::string front_end = read_front_end(prefix);
    const std::vector<advice::Rule> rules = installed_rules(prefix);
    std::vector<Profile> profiles;
    for (const std::string &file : options.files) {
        profiles.push_back(read_profile_argument(file));
        print_diagnostics(profiles.back(), "html", profile_argument_name(file));
    }
    for (size_t i = 0; i < profiles.size(); ++i)
        if (profiles[i].job.world_size > kMostRanks)
            throw Failure(
                fmt::format("{}: a page cannot hold more than {} ranks, and this job has {}; use mpimon report",
                            profile_argument_name(options.files[i]), kMostRanks, profiles[i].job.world_size));
    // With two, the page is that of the second one, which is what has changed.
    const Profile &profile = profiles.back();
    const Summary summary = summary_of(profile);
    const std::string difference = profiles.size() == 2 ? difference_of(options.files, profiles) : "";
    const PairColumns pairs = pair_columns(profile, summary);
    const std::optional<PairColumns> before = pairs_before(profiles);
    const std::string file = profile_argument_name(options.files.back());
    const std::string data = page_data({file, profile, summary, rules, difference}, pairs, before);
    const std::string page =
        page_with(std::move(front_end), packed(data), packed(pairs.bytes + (before ? before->bytes : "")));
    if (options.output.empty())
        write_output(page);
    else
        replace_file(options.output, page, 0644);
}

}  // namespace

void add_html(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("html", "Write a page for a browser, in one file that needs no network");
    command->add_option("PROFILES", options->files, "A profile; or two, A and B: B, and what differs from A")
        ->required()
        ->option_text("FILE [FILE]");
    command->add_option("-o,--output", options->output, "Write to this file")->option_text("OUT");
    command->add_option("--prefix", options->prefix, "Where MPICH Monitoring is installed (default: beside mpimon)")
        ->option_text("DIR");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
