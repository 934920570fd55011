// A command that runs with its ranks placed.
#ifndef MPIMON_COMMANDS_PLACE_PLACED_RUN_H
#define MPIMON_COMMANDS_PLACE_PLACED_RUN_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analysis/placement/topology.h"
#include "profile/read/profile.h"

namespace mpimon {

// A folder of our own, as long as this lives.
class ScratchFolder {
  public:
    explicit ScratchFolder(const std::filesystem::path &parent);
    ScratchFolder(const ScratchFolder &) = delete;
    ScratchFolder &operator=(const ScratchFolder &) = delete;
    ~ScratchFolder();

    std::string file(const char *name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

// Runs the command with monitoring on and with rank i on the slot mapping[i]. Returns the run's profile, which is in
// the folder; `option` is the one that wanted it, for what is said where there is none. Throws Failure.
Profile run_placed(const char *option, const std::vector<std::string> &command, const placement::Topology &topology,
                   const placement::Mapping &mapping, const ScratchFolder &folder);

}  // namespace mpimon

#endif
