// mpimon: reads what a monitored MPICH job has left.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"

namespace {

constexpr int kWrongArguments = 2;

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

int run(CLI::App &app, int argc, char **argv) {
    try {
        app.parse(argc, argv);
        return EXIT_SUCCESS;
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == EXIT_SUCCESS)
            return app.exit(error);  // --help, --version
        complain(app, fmt::format("{} (see {} --help)", wrong_arguments(app, error), full_name(app)));
        return kWrongArguments;
    } catch (const mpimon::WrongArgument &error) {
        complain(app, error.what());
        return kWrongArguments;
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
    mpimon::add_recover(app);
    mpimon::add_vars(app);
    return run(app, argc, argv);
}
