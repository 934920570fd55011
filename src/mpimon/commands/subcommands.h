// The subcommands: each is one file with one of these functions, which registers it, and one line in main.cc.
//
// A subcommand reports what is wrong by throwing Failure (failure.h) or ProfileError with one line of text; main()
// prints it and ends with exit code 1. Wrong arguments end with exit code 2.
#ifndef MPIMON_COMMANDS_SUBCOMMANDS_H
#define MPIMON_COMMANDS_SUBCOMMANDS_H

#include <CLI/CLI.hpp>

namespace mpimon {

void add_export(CLI::App &app);
void add_matrix(CLI::App &app);
void add_recover(CLI::App &app);
void add_report(CLI::App &app);
void add_vars(CLI::App &app);

}  // namespace mpimon

#endif
