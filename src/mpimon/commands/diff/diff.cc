// mpimon diff: what differs between two jobs, for people and for continuous integration.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "analysis/comparison/comparison.h"
#include "analysis/names/text.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/diff/diff_text.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr int kDifferent = 1;

struct Options {
    std::vector<std::string> files;
    std::vector<std::string> a;
    std::vector<std::string> b;
    std::string by = "rank";
    std::vector<std::string> of;
    std::vector<std::string> classes;
    double threshold = -1;
    bool json = false;
    bool all = false;
    bool partial = false;
    size_t top = 10;
    int width = 0;
};

// The files of both sides: A and B, or those after --a and --b.
std::vector<std::string> files_named(const Options &options, size_t &in_a) {
    const bool sides = !options.a.empty() || !options.b.empty();
    if (sides && !options.files.empty())
        throw WrongArgument("name the profiles as A B, or after --a and --b, not both");
    if (sides && (options.a.empty() || options.b.empty()))
        throw WrongArgument("--a and --b go together, each with one profile or more");
    if (!sides && options.files.size() != 2)
        throw WrongArgument("give two profiles, A and B; several runs of each after --a and --b");
    in_a = sides ? options.a.size() : 1;
    std::vector<std::string> files = sides ? options.a : options.files;
    files.insert(files.end(), options.b.begin(), options.b.end());
    if (std::count(files.begin(), files.end(), "-") > 1)
        throw WrongArgument("standard input (-) can be only one of the profiles");
    return files;
}

// What cannot be read would be a difference that is none.
Profile read_for_comparison(const std::string &file, bool partial) {
    try {
        return read_whole_profile(file, partial, "diff");
    } catch (const std::runtime_error &error) {
        throw WrongArgument(error.what());
    }
}

// Runs of one side are of one program, and as large.
void require_one_job(const std::vector<Profile> &profiles, const std::vector<std::string> &files, size_t first,
                     size_t last) {
    const auto program = [](const Profile &profile) {
        const std::string &path = profile.job.executable;
        return path.substr(path.rfind('/') + 1);
    };
    for (size_t i = first + 1; i < last; ++i) {
        if (program(profiles[i]) != program(profiles[first]))
            throw WrongArgument(
                fmt::format("{} and {} are of different programs, {} and {}: runs of one side are of one job",
                            profile_argument_name(files[first]), profile_argument_name(files[i]),
                            printable(program(profiles[first])), printable(program(profiles[i]))));
        if (profiles[i].job.world_size != profiles[first].job.world_size)
            throw WrongArgument(fmt::format("{} and {} have {} and {} ranks: runs of one side are of one job",
                                            profile_argument_name(files[first]), profile_argument_name(files[i]),
                                            profiles[first].job.world_size, profiles[i].job.world_size));
    }
}

std::vector<std::string_view> subject_names() {
    std::vector<std::string_view> names;
    for (size_t i = 0; i < kSubjects; ++i)
        names.push_back(subject_name(static_cast<Subject>(i)));
    return names;
}

std::vector<Subject> subjects_named(const std::vector<std::string> &names) {
    std::vector<Subject> subjects;
    const std::vector<std::string_view> known = subject_names();
    for (const std::string &name : names) {
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end())
            throw WrongArgument(fmt::format("--of: '{}' is not one of {}", name, fmt::join(known, ", ")));
        subjects.push_back(static_cast<Subject>(found - known.begin()));
    }
    return subjects;
}

ComparisonOptions comparison_options(const Options &options) {
    ComparisonOptions result;
    if (options.by != "rank" && options.by != "host")
        throw WrongArgument(fmt::format("--by: '{}' is not one of rank, host", options.by));
    result.match = options.by == "host" ? MatchRanks::kByHost : MatchRanks::kByRank;
    result.classes = classes_named(options.classes);
    if (options.threshold >= 0)
        result.judge.threshold_percent = options.threshold;
    result.subjects = subjects_named(options.of);
    result.most_pairs = options.top;
    return result;
}

// Whoever names a table asks whether it differs, so "no difference" must not be the answer where nothing was compared.
void require_compared(const ComparedJobs &jobs, const std::vector<Subject> &subjects) {
    for (const Subject subject : subjects) {
        const auto is_of_subject = [subject](const ComparedTable &table) { return table.subject == subject; };
        const auto table = std::find_if(jobs.tables.begin(), jobs.tables.end(), is_of_subject);
        if (table == jobs.tables.end())
            throw WrongArgument(fmt::format(
                "--of {}: pairs of jobs of different sizes have no like; name another table", subject_name(subject)));
        if (!table->is_recorded)
            throw WrongArgument(
                fmt::format("--of {}: the profiles have not recorded it; name another table", subject_name(subject)));
    }
}

void compare_and_show(const Options &options) {
    size_t in_a = 0;
    const std::vector<std::string> files = files_named(options, in_a);
    const ComparisonOptions comparison = comparison_options(options);
    std::vector<Profile> profiles;
    for (const std::string &file : files)
        profiles.push_back(read_for_comparison(file, options.partial));
    require_one_job(profiles, files, 0, in_a);
    require_one_job(profiles, files, in_a, files.size());

    std::vector<const Profile *> runs;
    for (const Profile &profile : profiles)
        runs.push_back(&profile);
    const auto begin_of_b = runs.begin() + static_cast<std::ptrdiff_t>(in_a);
    const ComparedJobs jobs = compare({runs.begin(), begin_of_b}, {begin_of_b, runs.end()}, comparison);
    require_compared(jobs, comparison.subjects);
    const DiffView view = {files, runs, in_a, comparison, jobs, options.top, options.all};
    const Style style = Style::for_output(options.width);
    if (options.json)
        write_output(diff_json(view));
    else
        write_text(diff_text(view, style), style);
    if (jobs.differing() > 0)
        throw CLI::RuntimeError(kDifferent);
}

// Whatever goes wrong, the status is not that of a difference.
void run(const Options &options) {
    try {
        compare_and_show(options);
    } catch (const CLI::Error &) {
        throw;
    } catch (const std::exception &error) {
        throw WrongArgument(error.what());
    }
}

}  // namespace

void add_diff(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("diff", "Show what differs between two jobs, and say it by the exit status");
    command->add_option("PROFILES", options->files, "The profiles A and B; - for standard input")->option_text("A B");
    command->add_option("--a", options->a, "Several runs of A, whose differences tell the noise")
        ->option_text("FILE...");
    command->add_option("--b", options->b, "Several runs of B")->option_text("FILE...");
    command
        ->add_option("--threshold", options->threshold,
                     "Changes of up to so many % of A's value are none (default 0; and times are not judged)")
        ->check(CLI::Range(0.0, 1e9))
        ->option_text("PERCENT");
    command->add_option("--of", options->of, fmt::format("Only these tables: {}", fmt::join(subject_names(), ", ")))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("WHAT");
    command
        ->add_option("--by", options->by,
                     "Which ranks of A and B are the same in pairs: rank (default), or host: "
                     "by the position among the hosts, and among the processes there")
        ->option_text("HOW");
    add_class_option(*command, options->classes);
    command->add_flag("--json", options->json, "For programs: JSON with all rows, and as many pairs as --top says");
    command->add_option("--top", options->top, "Rows of each table (default 10)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    command->add_flag("--all", options->all, "Also what changes within threshold and noise");
    add_partial_option(*command, options->partial);
    add_width_option(*command, options->width);
    command->footer(
        "Exit status: 0 if there is no difference, 1 if there is one, 2 if the profiles cannot be compared.");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
