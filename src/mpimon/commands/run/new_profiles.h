// The profiles that a job has written, found by the pattern of their names.
#ifndef MPIMON_COMMANDS_RUN_NEW_PROFILES_H
#define MPIMON_COMMANDS_RUN_NEW_PROFILES_H

#include <set>
#include <string>
#include <vector>

namespace mpimon {

// Files whose names may come from a pattern of MPIR_CVAR_MONITORING_FILENAME, numbers and suffixes that the library
// adds included. Profiles are never overwritten, so those that were not there before are of the jobs that ran
// meanwhile.
class NewProfiles {
  public:
    // Remembers what is there.
    explicit NewProfiles(const std::string &pattern);

    // What has come since, by name.
    std::vector<std::string> find() const;

  private:
    std::set<std::string> all() const;

    std::string expression_;  // of glob(7)
    std::set<std::string> before_;
};

}  // namespace mpimon

#endif
