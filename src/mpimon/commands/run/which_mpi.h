// Which MPI programs and launchers are made for: what MPICH Monitoring cannot count is said before a job begins.
#ifndef MPIMON_COMMANDS_RUN_WHICH_MPI_H
#define MPIMON_COMMANDS_RUN_WHICH_MPI_H

#include <filesystem>
#include <string>

namespace mpimon {

// A line that says why a program is not going to be counted by the installation in `prefix`; empty if it may be.
std::string remark_on_program(const std::string &path, const std::filesystem::path &prefix);

// A line that says why a launcher does not start programs of MPICH as one job; empty if it may.
std::string remark_on_launcher(const std::string &path);

}  // namespace mpimon

#endif
