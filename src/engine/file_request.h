// What a segment wants of a file system, asked by a thread of its own: the program waits a second for the answer, and
// goes on without one if there is none by then.
#ifndef MPIMON_ENGINE_FILE_REQUEST_H
#define MPIMON_ENGINE_FILE_REQUEST_H

#include <cstdint>

namespace mpimon {

struct FileAnswer {
    int error;    // an errno value, ETIMEDOUT for want of an answer; there is no file then
    int file;     // a descriptor that is the caller's; -1 with an error
    bool locked;  // until the descriptor is closed
};

// A new file that its user alone may read, with room for `size` bytes.
FileAnswer create_file(const char *path, std::uint64_t size);

// Room for the file's bytes from `start` to `end`. Only new bytes, since on some file systems the C library writes to
// them. Returns 0 or an errno value, ETIMEDOUT as above; the room may still come then.
int extend_file(int file, std::uint64_t start, std::uint64_t end);

}  // namespace mpimon

#endif
