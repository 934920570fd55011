// mpimon: reads what a monitored MPICH job left behind.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include "mpimon/subcommands.h"

namespace {

constexpr int kWrongArguments = 2;

// The subcommand that was called, for messages.
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

int run(CLI::App &app, int argc, char **argv) {
    try {
        app.parse(argc, argv);
        return EXIT_SUCCESS;
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == EXIT_SUCCESS)
            return app.exit(error);  // --help, --version
        complain(app, fmt::format("{} (see {} --help)", error.what(), full_name(app)));
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
