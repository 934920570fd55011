// A command on another node, whose lines are read as they come.
#ifndef MPIMON_COMMANDS_NODE_STREAM_H
#define MPIMON_COMMANDS_NODE_STREAM_H

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

class NodeStream {
  public:
    // Starts it. Throws Failure if that does not work here.
    NodeStream(std::string node, const std::vector<std::string> &words);
    NodeStream(const NodeStream &) = delete;
    NodeStream &operator=(const NodeStream &) = delete;
    // Ends it, if it has not ended.
    ~NodeStream();

    int file() const { return file_; }
    bool runs() const { return file_ >= 0; }
    // Takes what has come; waits for nothing.
    void read();

    // What was seen last; nothing before the first line.
    const std::optional<Sighting> &newest() const { return newest_; }
    // Why there is nothing more of it, where the job has not ended there; usually empty.
    std::string trouble() const;

  private:
    void take(const std::string &line);
    void close();

    std::string node_;
    pid_t child_ = -1;
    int file_ = -1;
    std::string text_;  // not yet a line
    std::string said_;  // the last line that was for people
    std::optional<Sighting> newest_;
    bool ended_ = false;  // the job, there
};

}  // namespace mpimon

#endif
