// The block of a running process's segment through which it is asked for something.
#ifndef MPIMON_COMMANDS_CONTROL_BLOCK_H
#define MPIMON_COMMANDS_CONTROL_BLOCK_H

#include <cstdint>
#include <string>

#include "engine/layout.h"

namespace mpimon {

class ControlBlock {
  public:
    // Throws Failure if the process takes no requests, or is another user's.
    explicit ControlBlock(const std::string &path);
    ControlBlock(ControlBlock &&other) noexcept;
    ControlBlock(const ControlBlock &) = delete;
    ControlBlock &operator=(const ControlBlock &) = delete;
    ~ControlBlock();

    // Whoever asks the processes of a job holds the lock of one of them, until this object is gone. False if somebody
    // else holds it.
    bool lock() const;

    bool open() const;

    // Asks for a change; `shared` is the name of the file whose vote counts, empty for none.
    void ask(const std::string &name, const std::string &value, const std::string &shared);
    // Takes the request back, unless it was answered.
    void take_back();

    // The answer to the last request; NONE until there is one.
    mpimon_answer answer() const;
    std::string reason() const;
    // The call from which on the variable has its value; 0: at once.
    uint64_t collective() const;

    // Begins a vote; closed, cancelled or open, it is the one that `shared` names.
    void begin_vote();
    // False if the vote is closed, so that it is too late.
    bool cancel_vote();
    uint64_t vote() const;

  private:
    int file_ = -1;
    void *mapped_ = nullptr;
    mpimon_control *control_ = nullptr;
};

}  // namespace mpimon

#endif
