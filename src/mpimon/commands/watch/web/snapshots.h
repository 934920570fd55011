// What is seen of a job, for those who ask from other threads.
#ifndef MPIMON_COMMANDS_WEB_SNAPSHOTS_H
#define MPIMON_COMMANDS_WEB_SNAPSHOTS_H

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "mpimon/commands/watch/watched.h"
#include "profile/read/profile.h"

namespace mpimon {

struct Snapshot {
    Watched watched;
    std::shared_ptr<const Profile> profile;
    double time = 0;      // seconds since 1970
    double interval = 1;  // seconds from one to the next
    bool ended = false;
    std::string trouble;  // why it is older than it should be
};

// The newest one, which never changes once it is there.
class Snapshots {
  public:
    std::shared_ptr<const Snapshot> newest() const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return newest_;
    }
    void show(Snapshot snapshot) {
        auto shown = std::make_shared<const Snapshot>(std::move(snapshot));
        const std::lock_guard<std::mutex> lock(mutex_);
        newest_.swap(shown);
    }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Snapshot> newest_ = std::make_shared<const Snapshot>();
};

}  // namespace mpimon

#endif
