// A job that runs on this node, found by its segments and read again and again.
#ifndef MPIMON_COMMANDS_WATCHED_JOB_H
#define MPIMON_COMMANDS_WATCHED_JOB_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpimon/commands/watch/served_job.h"
#include "mpimon/commands/watch/sighting.h"
#include "mpimon/recover/orphaned_segments.h"
#include "profile/read/profile.h"

namespace mpimon {

class WatchedJob : public ServedJob {
  public:
    // `wanted`: a part of the job's title, such as its number or its program; may be empty. Throws Failure if no job of
    // this user runs there, or several do.
    WatchedJob(const std::string &folder, const std::string &wanted);

    std::optional<Watched> look() override;
    std::shared_ptr<const Profile> profile() const override { return profile_; }
    bool runs() const override { return find().has_value(); }
    std::vector<RankAnswer> change(const Assignment &assignment, const std::vector<uint32_t> &ranks) override;
    // What it has counted until now, with its records or without; nothing if it has ended.
    std::optional<Sighting> see(bool with_records = false);

  private:
    // Its segments as they are now; nothing if it has ended.
    std::optional<OrphanedJob> find() const;
    // Renews job_ and memory_ if they are old; false if the job has ended.
    bool see_processes(std::chrono::duration<double> elapsed);

    std::string folder_;
    uint64_t key_;
    std::shared_ptr<const Profile> profile_;
    Sightings sightings_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    // Its processes and what they have in memory, and when these were seen.
    std::optional<OrphanedJob> job_;
    Variable memory_;
    std::chrono::duration<double> processes_seen_{};
};

}  // namespace mpimon

#endif
