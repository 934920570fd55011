// What a job has left, in few lines for who waited for it.
#ifndef MPIMON_COMMANDS_RUN_JOB_SUMMARY_H
#define MPIMON_COMMANDS_RUN_JOB_SUMMARY_H

#include <cstdint>
#include <string>
#include <vector>

namespace mpimon {

// The lines "profile PATH" and three that sum it up; one that says why it cannot be read.
std::vector<std::string> profile_lines(const std::string &path);

// Makes profiles, in `target`, of what the processes of jobs left in a folder that began at `start_ns` or later: where
// they were killed. Adds to `profiles` their paths, and returns a line for each job, and for all that went wrong.
std::vector<std::string> recover_left(const std::string &folder, const std::string &target, int64_t start_ns,
                                      std::vector<std::string> &profiles);

}  // namespace mpimon

#endif
