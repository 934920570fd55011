// A command that runs in the place of this one, as far as signals and the exit status go.
#ifndef MPIMON_COMMANDS_CHILD_H
#define MPIMON_COMMANDS_CHILD_H

#include <map>
#include <string>
#include <vector>

namespace mpimon {

constexpr int kCannotRun = 126;
constexpr int kNotFound = 127;
constexpr int kBySignal = 128;

struct ChildResult {
    int status = 0;  // as a shell tells it: 128 + n where signal n has ended it, 126 or 127 where it did not start
    std::string not_started;  // why; usually empty
};

// Runs a command to its end, with these variables in its environment besides. Signals that end programs are passed on
// to it; those of the terminal it gets by itself.
ChildResult run_child(const std::vector<std::string> &words, const std::map<std::string, std::string> &variables);

}  // namespace mpimon

#endif
