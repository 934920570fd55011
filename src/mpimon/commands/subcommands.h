// The subcommands: each is one file with one of these functions, which registers it, and one line in main.cc.
//
// A subcommand reports what is wrong by throwing Failure (failure.h) or ProfileError with one line of text; main()
// prints it and ends with exit code 1. Wrong arguments end with exit code 2, and 3 says that nothing is recommended.
// One whose answer is an exit code throws CLI::RuntimeError with that, when it has said all. `launched` is the command
// after
// `--`, of subcommands that start one; it is read when the subcommand runs.
#ifndef MPIMON_COMMANDS_SUBCOMMANDS_H
#define MPIMON_COMMANDS_SUBCOMMANDS_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mpimon {

void add_advise(CLI::App &app);
void add_diff(CLI::App &app);
void add_export(CLI::App &app);
void add_html(CLI::App &app);
void add_jobs(CLI::App &app);
void add_matrix(CLI::App &app);
void add_place(CLI::App &app, const std::vector<std::string> &launched);
void add_recover(CLI::App &app);
void add_report(CLI::App &app);
void add_run(CLI::App &app);
void add_set(CLI::App &app);
void add_tune(CLI::App &app, const std::vector<std::string> &launched);
void add_vars(CLI::App &app);
void add_watch(CLI::App &app);

}  // namespace mpimon

#endif
