// How something is started on other nodes.
#ifndef MPIMON_COMMANDS_LAUNCHER_H
#define MPIMON_COMMANDS_LAUNCHER_H

#include <string>
#include <vector>

namespace mpimon {

// "n1,n[3-4,07]": n1, n3, n4, n07, as Slurm writes them. Throws WrongArgument if it is no such list.
std::vector<std::string> read_nodes(const std::string &text);

// srun beside the job's own step within a job of Slurm, else ssh.
std::string usual_launcher();

// `launcher`: words, after which come the node's name and the command. ssh hands all of that to a shell.
std::vector<std::string> launch_line(const std::string &launcher, const std::string &node,
                                     const std::vector<std::string> &command);

}  // namespace mpimon

#endif
