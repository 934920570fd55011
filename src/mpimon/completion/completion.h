// What a shell offers when the user presses the tabulator key.
#ifndef MPIMON_COMPLETION_COMPLETION_H
#define MPIMON_COMPLETION_COMPLETION_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mpimon {

// The word by which the scripts beside this ask: mpimon --complete WORD..., the last of which is the one that is begun.
constexpr const char *kComplete = "--complete";

// How the last of the words, those after `mpimon`, may go on: subcommands, options, and values of which there is a
// list. Empty where it is a file or anything else.
std::vector<std::string> completions(CLI::App &app, const std::vector<std::string> &words);

}  // namespace mpimon

#endif
