// A job that runs on this node, found by its segments and read again and again.
#ifndef MPIMON_COMMANDS_WATCHED_JOB_H
#define MPIMON_COMMANDS_WATCHED_JOB_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mpimon/commands/watch/watched.h"
#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

class WatchedJob {
  public:
    // `wanted`: a part of the job's title, such as its number or its program; may be empty. Throws Failure if no job of
    // this user runs there, or several do.
    WatchedJob(const std::string &folder, const std::string &wanted);

    // What the job has counted since the last call, by which rates are told; nothing if it has ended.
    std::optional<Watched> look();
    // What it had counted at the last call.
    std::shared_ptr<const Profile> profile() const { return profile_; }
    // Its segments as they are now; nothing if it has ended.
    std::optional<OrphanedJob> find() const;

  private:
    std::string folder_;
    uint64_t key_;
    std::shared_ptr<const Profile> profile_;
    History history_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::optional<Moment> before_;
};

}  // namespace mpimon

#endif
