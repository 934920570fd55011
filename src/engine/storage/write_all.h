// Writing bytes to a file at an offset, all of them.
#ifndef MPIMON_ENGINE_WRITE_ALL_H
#define MPIMON_ENGINE_WRITE_ALL_H

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <unistd.h>

namespace mpimon {

// Writes `size` bytes at `offset`, whatever interrupts it. Returns 0 or an errno value.
inline int write_all(int file, const void *bytes, std::size_t size, std::uint64_t offset) {
    auto *next = static_cast<const char *>(bytes);
    while (size > 0) {
        const ssize_t written = pwrite(file, next, size, static_cast<off_t>(offset));
        if (written < 0 && errno != EINTR)
            return errno;
        const std::size_t done = written > 0 ? static_cast<std::size_t>(written) : 0;
        next += done;
        offset += done;
        size -= done;
    }
    return 0;
}

}  // namespace mpimon

#endif
