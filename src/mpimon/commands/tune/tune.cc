// mpimon tune: which algorithms of collectives a job should use, and whether an MPICH takes a file that says so.
#include <memory>

#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/commands/tune/check/check_file.h"
#include "mpimon/commands/tune/tuned_job.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

struct Options {
    CheckQuestion check;
    TuneQuestion tune;
    TuneOutput output;
};

void run(Options &options, const std::vector<std::string> &launched) {
    if (options.check.file.empty() == launched.empty())
        throw WrongArgument("either --check FILE, or a command after --, as in mpimon tune -- mpiexec -n 4 ./solver");
    if (launched.empty()) {
        check_file(options.check, options.output);
        return;
    }
    options.tune.command = launched;
    tune_job(options.tune, options.output);
}

}  // namespace

void add_tune(CLI::App &app, const std::vector<std::string> &launched) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("tune", "Find and prove better algorithms for a job's collectives, or check a tuning file");
    command->add_option("--share", options->tune.share, "Percent of the collective calls that are timed (default 5)")
        ->check(CLI::Range(1, 100))
        ->option_text("PERCENT");
    CLI::Option *offline = command->add_flag("--offline", options->tune.offline,
                                             "Try them in a program of ours that calls what the command calls");
    CLI::Option *from =
        command->add_option("--from", options->tune.from, "With --offline: a profile that says what the command calls")
            ->needs(offline)
            ->option_text("PROFILE");
    add_partial_option(*command, options->tune.partial)->needs(from);
    CLI::Option *check = command
                             ->add_option("--check", options->check.file,
                                          "Say whether MPICH takes this file, and whether its choices are legal")
                             ->excludes(offline)
                             ->option_text("FILE");
    command
        ->add_option("--mpich", options->output.mpich,
                     "The version or series that reads the files (default: this installation's)")
        ->option_text("VERSION");
    command
        ->add_option("--level", options->check.level,
                     "With --check: whose file it is, mpir, ch4 or posix (default: by the first name in it)")
        ->needs(check)
        ->option_text("LEVEL");
    command
        ->add_option("--translate", options->check.translate,
                     "With --check: write the same for another version, if it can say the same")
        ->needs(check)
        ->option_text("VERSION");
    command
        ->add_option("-o", options->output.path,
                     "The folder for all files (default mpimon-tuned); with --translate: the file to write")
        ->option_text("OUT");
    command->add_flag("--json", options->output.json, "For programs: JSON with all that was timed, or all problems");
    command->add_option("--top", options->output.top, "Rows or problems to list at most (default 20)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    command->footer(
        "For example: mpimon tune -- mpiexec -n 4 ./solver\n"
        "Exit status: 0 if the file is sound, or files were written; 1 if not sound or failed, 2 if the arguments are "
        "wrong, 3 if nothing is better than what MPICH chooses.");
    command->callback([options, &launched] { run(*options, launched); });
}

}  // namespace mpimon
