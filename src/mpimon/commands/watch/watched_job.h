// A job that runs on this node, found by its segments and read again and again.
#ifndef MPIMON_COMMANDS_WATCHED_JOB_H
#define MPIMON_COMMANDS_WATCHED_JOB_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "mpimon/commands/watch/watch_view.h"
#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

class WatchedJob {
  public:
    // `wanted`: a part of the job's title, such as its number or its program; may be empty. Throws Failure if no job of
    // this user runs there, or several do.
    WatchedJob(const std::string &folder, const std::string &wanted);

    // What the job has counted since the last call, by which rates are told; nothing if it has ended.
    std::optional<Watched> look();

  private:
    std::string folder_;
    uint64_t key_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::optional<Moment> before_;
};

}  // namespace mpimon

#endif
