// A job on several nodes, each of which is watched by an mpimon of its own.
#ifndef MPIMON_COMMANDS_NODES_JOB_H
#define MPIMON_COMMANDS_NODES_JOB_H

#include <memory>
#include <string>
#include <vector>

#include "mpimon/commands/watch/nodes/node_stream.h"
#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

class NodesJob : public JobView {
  public:
    // Starts the command on each of the nodes, by the launcher. Throws Failure if that does not work here.
    NodesJob(const std::vector<std::string> &nodes, const std::string &launcher,
             const std::vector<std::string> &command);

    // What the nodes have said until now, added up. The first call waits until all have said something. Throws Failure
    // if there is nothing to be seen on any of them, or they watch different jobs.
    std::optional<Watched> look() override;

  private:
    void read(int milliseconds);
    bool any_runs() const;
    bool all_have_begun() const;
    std::vector<std::string> troubles() const;
    std::optional<Sighting> sum() const;

    std::vector<std::unique_ptr<NodeStream>> nodes_;
    Sightings sightings_;
    std::optional<Watched> last_;
    double seconds_ = -1;  // of the last look
};

}  // namespace mpimon

#endif
