// A job as a page for a browser needs it: all that it has counted, and a way to change it.
#ifndef MPIMON_COMMANDS_SERVED_JOB_H
#define MPIMON_COMMANDS_SERVED_JOB_H

#include <cstdint>
#include <memory>
#include <vector>

#include "mpimon/commands/set/outcome.h"
#include "mpimon/commands/watch/watched.h"
#include "profile/read/profile.h"

namespace mpimon {

class ServedJob : public JobView {
  public:
    // What it had counted when it was last looked at; null before that.
    virtual std::shared_ptr<const Profile> profile() const = 0;
    virtual bool runs() const = 0;
    // What these ranks, or all if there are none, answer to a change. May be called by another thread than the rest.
    // Throws Failure if they cannot be asked.
    virtual std::vector<RankAnswer> change(const Assignment &assignment, const std::vector<uint32_t> &ranks) = 0;
};

}  // namespace mpimon

#endif
