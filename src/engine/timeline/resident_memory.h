// How much memory of this process is resident, as the kernel tells it.
#ifndef MPIMON_ENGINE_RESIDENT_MEMORY_H
#define MPIMON_ENGINE_RESIDENT_MEMORY_H

#include <cstdint>

#include <sys/stat.h>

namespace mpimon {

// Keeps a file of /proc open, since a program that closes file descriptors and opens others expects that nobody takes
// the numbers in between. Where the program closes ours, too, nothing is read any more.
class ResidentMemory {
  public:
    void open();
    void close();

    // The resident memory in bytes; 0 if it is not known. Allocates nothing.
    std::uint64_t read() const;

  private:
    bool is_still_ours() const;

    bool open_ = false;
    int file_ = 0;
    struct stat identity_ {};
};

}  // namespace mpimon

#endif
