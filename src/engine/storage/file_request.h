// A segment's file, made by a thread of its own: the program waits a second for the file system's answer, and goes on
// without a file if there is none by then.
#ifndef MPIMON_ENGINE_FILE_REQUEST_H
#define MPIMON_ENGINE_FILE_REQUEST_H

#include <cstdint>

namespace mpimon {

struct FileAnswer {
    int error;       // an errno value, ETIMEDOUT for want of an answer; there is no file then
    int file;        // a descriptor that is the caller's; -1 with an error
    bool locked;     // until the descriptor is closed
    bool in_memory;  // of this host: whoever writes to it, mapped or not, never waits
};

// A new file that its user alone may read, with room for `size` bytes.
FileAnswer create_file(const char *path, std::uint64_t size);

// Room for the file's bytes up to `size`. Returns 0 or an errno value.
int extend_file(int file, std::uint64_t size);

}  // namespace mpimon

#endif
