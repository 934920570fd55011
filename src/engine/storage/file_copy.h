// The segment's counters in a file that is on a disk or a network: a thread of its own writes what has changed, four
// times a second, so that no thread that counts ever waits for a file system.
#ifndef MPIMON_ENGINE_FILE_COPY_H
#define MPIMON_ENGINE_FILE_COPY_H

#include <cstddef>
#include <cstdint>

#include <pthread.h>

namespace mpimon {

// Copies the first bytes of what is to be in the file to `room` bytes at `target`; returns how many there are. If those
// are more than `room`, nothing is copied. The thread calls it.
using Snapshot = std::uint64_t (*)(void *target, std::uint64_t room);

// Pages of memory, taken from the kernel: the allocator would reserve address space for a further thread.
class Pages {
  public:
    // Makes room for `size` bytes; new ones are zeroed. Returns false without memory.
    bool make_room(std::uint64_t size);
    void free();

    char *begin() const { return begin_; }
    std::uint64_t room() const { return room_; }

  private:
    char *begin_ = nullptr;
    std::uint64_t room_ = 0;
};

class FileCopy {
  public:
    // Begin to write to an empty file, or one of zeros, which the caller closes after stop(). Returns 0, or an errno
    // value, after which there is no thread.
    int start(int file, Snapshot snapshot);

    // End the thread. `save`: the file has everything then, or error() says why not. Waits for the file system.
    void stop(bool save);

    // Why the file lacks what it should have: errno of the last attempt, ETIMEDOUT if that takes more than a second; 0
    // if it lacks nothing.
    int error();

  private:
    static void *run_in_thread(void *self);
    void run();
    int write();
    int write_changes(std::uint64_t size);

    Snapshot snapshot_ = nullptr;
    int file_ = -1;
    Pages now_, written_;  // the thread's; what the file has is known up to `known_`
    std::uint64_t known_ = 0;
    pthread_t thread_{};
    pthread_mutex_t mutex_{};  // guards what follows
    pthread_cond_t changed_{};
    bool running_ = false, stopping_ = false, saving_ = false;
    int error_ = 0;
    std::int64_t begun_ns_ = 0;  // when the attempt began that has not ended; 0 if none
};

}  // namespace mpimon

#endif
