// A job on several nodes, each of which is watched by an mpimon of its own.
#ifndef MPIMON_COMMANDS_NODES_JOB_H
#define MPIMON_COMMANDS_NODES_JOB_H

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mpimon/commands/watch/nodes/node_stream.h"
#include "mpimon/commands/watch/served_job.h"
#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

// What is started on each node.
struct NodeCommands {
    std::vector<std::string> watch;
    std::vector<std::string> set;  // after which NAME=VALUE, --rank and the ranks come
};

class NodesJob : public ServedJob {
  public:
    // Watches by the launcher. Throws Failure if that does not work here.
    NodesJob(const std::vector<std::string> &nodes, std::string launcher, NodeCommands commands);

    // What the nodes have said until now, added up. The first call waits until all have said something. Throws Failure
    // if there is nothing to be seen on any of them, or they watch different jobs.
    std::optional<Watched> look() override;

    // The profile is made of the nodes' records; it is empty if they send none.
    std::shared_ptr<const Profile> profile() const override { return profile_; }
    bool runs() const override { return any_runs(); }
    std::vector<RankAnswer> change(const Assignment &assignment, const std::vector<uint32_t> &ranks) override;

  private:
    using RanksByNode = std::map<std::string, std::vector<uint32_t>>;

    void read(int milliseconds);
    bool any_runs() const;
    bool all_have_begun() const;
    std::vector<std::string> troubles() const;
    std::optional<Sighting> sum() const;
    void take_records(const Sighting &seen);
    RanksByNode asked(const std::vector<uint32_t> &ranks) const;

    std::string launcher_;
    NodeCommands commands_;
    std::vector<std::unique_ptr<NodeStream>> nodes_;
    Sightings sightings_;
    std::optional<Watched> last_;
    double seconds_ = -1;  // of the last look
    std::shared_ptr<const Profile> profile_;
    mutable std::mutex mutex_;  // of what follows, which changes need
    RanksByNode ranks_;
};

}  // namespace mpimon

#endif
