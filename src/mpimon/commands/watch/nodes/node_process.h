// A command on another node, and what it prints.
#ifndef MPIMON_COMMANDS_NODE_PROCESS_H
#define MPIMON_COMMANDS_NODE_PROCESS_H

#include <sys/types.h>

#include <string>
#include <vector>

namespace mpimon {

class NodeProcess {
  public:
    // Starts it; it ends with this process. Throws Failure, with the node's name, if that does not work here.
    NodeProcess(const std::string &node, const std::vector<std::string> &words);
    NodeProcess(const NodeProcess &) = delete;
    NodeProcess &operator=(const NodeProcess &) = delete;
    // Ends it, if it has not ended.
    ~NodeProcess();

    int file() const { return file_; }
    bool runs() const { return file_ >= 0; }
    // Adds what has come on both its outputs; waits for nothing. If it has ended, or says more than `most` bytes, it
    // does not run any more.
    void read(std::string &text, size_t most);

  private:
    void close();

    pid_t child_ = -1;
    int file_ = -1;
};

}  // namespace mpimon

#endif
