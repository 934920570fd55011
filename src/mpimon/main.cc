// mpimon: reads what a monitored MPICH job has left.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "mpimon/commands/subcommands.h"
#include "mpimon/completion/completion.h"
#include "mpimon/failure.h"

namespace {

constexpr int kWrongArguments = 2;
constexpr int kNothingRecommended = 3;

// Subcommands after whose arguments may come `--` and a command that they start.
constexpr std::array<std::string_view, 2> kLaunching = {"place", "tune"};

// The name of the subcommand that was called, for messages.
std::string full_name(const CLI::App &app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app.get_name() : app.get_name() + " " + chosen.front()->get_name();
}

int complain(const CLI::App &app, std::string message) {
    while (!message.empty() && message.back() == '\n')
        message.pop_back();
    fmt::print(stderr, "{}: {}\n", full_name(app), message);
    return EXIT_FAILURE;
}

// What is wrong with the arguments, in words that help.
std::string wrong_arguments(const CLI::App &app, const CLI::ParseError &error) {
    const auto chosen = app.get_subcommands();
    const std::vector<std::string> more = app.remaining(true);
    const auto is_file = [](const std::string &word) { return word.rfind('-', 0) != 0; };
    const bool words = !more.empty() && std::all_of(more.begin(), more.end(), is_file);
    if (words && chosen.empty()) {
        std::vector<std::string> names;
        for (const CLI::App *subcommand : app.get_subcommands({}))
            names.push_back(subcommand->get_name());
        return fmt::format("'{}' is not one of {}", more.front(), fmt::join(names, ", "));
    }
    if (words && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
        return fmt::format("one at a time, and these are more: {}", fmt::join(more, " "));
    return error.what();
}

// Takes the command that is to be started, and the `--` before it, off the arguments. `argc` becomes the number of
// those that are left.
std::vector<std::string> take_launched(int &argc, char **argv) {
    std::vector<std::string> launched;
    if (argc < 2 || std::find(kLaunching.begin(), kLaunching.end(), argv[1]) == kLaunching.end())
        return launched;
    char **const end = argv + argc;
    char **const separator = std::find(argv, end, std::string_view("--"));
    if (separator != end)
        launched.assign(separator + 1, end);
    argc = static_cast<int>(separator - argv);
    return launched;
}

int run(CLI::App &app, int argc, char **argv) {
    try {
        app.parse(argc, argv);
        return EXIT_SUCCESS;
    } catch (const CLI::RuntimeError &answer) {
        return answer.get_exit_code();
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == EXIT_SUCCESS)
            return app.exit(error);  // --help, --version
        complain(app, fmt::format("{} (see {} --help)", wrong_arguments(app, error), full_name(app)));
        return kWrongArguments;
    } catch (const mpimon::WrongArgument &error) {
        complain(app, error.what());
        return kWrongArguments;
    } catch (const mpimon::NothingRecommended &error) {
        complain(app, error.what());
        return kNothingRecommended;
    } catch (const std::exception &error) {
        return complain(app, error.what());
    }
}

}  // namespace

int main(int argc, char **argv) {
    CLI::App app(
        "Shows what the processes of an MPI job sent to each other, by the profile that MPICH Monitoring writes.",
        "mpimon");
    app.set_version_flag("--version", "mpimon (MPICH Monitoring) " PACKAGE_VERSION);
    app.require_subcommand(1);
    app.footer("A profile comes from running a program with MPIR_CVAR_MONITORING_ENABLE=2 set; see man mpimon.");
    mpimon::add_report(app);
    mpimon::add_matrix(app);
    mpimon::add_export(app);
    mpimon::add_diff(app);
    mpimon::add_advise(app);
    mpimon::add_html(app);
    mpimon::add_jobs(app);
    const std::vector<std::string> launched = take_launched(argc, argv);
    mpimon::add_place(app, launched);
    mpimon::add_recover(app);
    mpimon::add_run(app);
    mpimon::add_set(app);
    mpimon::add_tune(app, launched);
    mpimon::add_vars(app);
    mpimon::add_watch(app);
    if (argc > 1 && argv[1] == std::string_view(mpimon::kComplete)) {
        for (const std::string &word : mpimon::completions(app, {argv + 2, argv + argc}))
            fmt::print("{}\n", word);
        return EXIT_SUCCESS;
    }
    return run(app, argc, argv);
}
