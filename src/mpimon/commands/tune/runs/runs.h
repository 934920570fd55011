// The runs of a command that mpimon tune starts, and the folder that has what is written for them and by them.
#ifndef MPIMON_COMMANDS_TUNE_RUNS_RUNS_H
#define MPIMON_COMMANDS_TUNE_RUNS_RUNS_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

using Variables = std::map<std::string, std::string>;

class Runs {
  public:
    explicit Runs(const std::string &folder);

    std::string file(const std::string &name) const { return folder_ / name; }

    // The profile of a run of `command` in which these candidates are tried; none if the text is empty.
    Profile profile(const std::vector<std::string> &command, const std::string &name, const std::string &candidates,
                    int share, Variables variables) const;

    // The exit status of a run that is not counted. Throws Failure where it cannot be started.
    static int status(const std::vector<std::string> &command, Variables variables);

  private:
    std::filesystem::path folder_;
};

}  // namespace mpimon

#endif
