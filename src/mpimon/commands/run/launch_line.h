// The command that starts a job, as its user writes it: a launcher, its options, and the programs.
#ifndef MPIMON_COMMANDS_RUN_LAUNCH_LINE_H
#define MPIMON_COMMANDS_RUN_LAUNCH_LINE_H

#include <string>
#include <vector>

namespace mpimon {

struct LaunchLine {
    std::string launcher;               // its path; empty if there is none, and the program starts as it is
    std::vector<std::string> programs;  // paths, each once; empty where they are not on the line
};

// Looks at the words of a command. Words are looked up as execvp() would; what is not found is not among the programs.
LaunchLine parse_launch_line(const std::vector<std::string> &words);

// The path of a command, looked up in PATH unless it names a folder; empty if there is none.
std::string find_command(const std::string &word);

}  // namespace mpimon

#endif
