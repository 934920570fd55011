// A command on another node, whose lines are read as they come.
#ifndef MPIMON_COMMANDS_NODE_STREAM_H
#define MPIMON_COMMANDS_NODE_STREAM_H

#include <optional>
#include <string>
#include <vector>

#include "mpimon/commands/watch/nodes/node_process.h"
#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

class NodeStream {
  public:
    // Starts it. Throws Failure if that does not work here.
    NodeStream(std::string node, const std::vector<std::string> &words);

    const std::string &node() const { return node_; }
    int file() const { return process_.file(); }
    bool runs() const { return process_.runs(); }
    // Takes what has come; waits for nothing.
    void read();

    // What was seen last; nothing before the first line.
    const std::optional<Sighting> &newest() const { return newest_; }
    // Why there is nothing more of it, where the job has not ended there; usually empty.
    std::string trouble() const;

  private:
    void take(const std::string &line);

    std::string node_;
    NodeProcess process_;
    std::string text_;  // not yet a line
    std::string said_;  // the last line that was for people
    std::optional<Sighting> newest_;
    bool ended_ = false;  // the job, there
};

}  // namespace mpimon

#endif
