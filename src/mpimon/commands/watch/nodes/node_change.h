// A change of a control variable in processes on another node, by an mpimon set there.
#ifndef MPIMON_COMMANDS_NODE_CHANGE_H
#define MPIMON_COMMANDS_NODE_CHANGE_H

#include <string>
#include <vector>

#include "mpimon/commands/set/change_request.h"

namespace mpimon {

// Runs the command to its end, and reads what mpimon set --json says. Throws Failure, with the node's name, if it says
// nothing of that kind.
std::vector<RankAnswer> change_on_node(const std::string &node, const std::vector<std::string> &words);

// The answers in it. Throws Failure if it is no output of mpimon set --json.
std::vector<RankAnswer> read_answers(const std::string &output);

}  // namespace mpimon

#endif
