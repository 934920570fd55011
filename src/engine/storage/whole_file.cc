#include "whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

// Up to `most` bytes; nullptr with errno set.
char *read_all(int file, size_t most, size_t *size) {
    auto *content = static_cast<char *>(std::malloc(most + 1));
    ssize_t got = 1;
    *size = 0;
    while (content && *size < most && (got = read(file, content + *size, most - *size)) > 0)
        *size += static_cast<size_t>(got);
    if (content && got < 0) {
        std::free(content);
        return nullptr;
    }
    if (content)
        content[*size] = '\0';
    return content;
}

}  // namespace

extern "C" char *mpimon_whole_file(const char *path, size_t most, size_t *size, char *fault, size_t room) {
    struct stat state = {};
    char *content = nullptr;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &state) != 0)
        std::snprintf(fault, room, "%s", std::strerror(errno));
    else if (!S_ISREG(state.st_mode))
        std::snprintf(fault, room, "not a regular file");
    else if (static_cast<size_t>(state.st_size) > most)
        std::snprintf(fault, room, "more than %zu MiB", most >> 20U);
    else if ((content = read_all(file, static_cast<size_t>(state.st_size), size)) == nullptr)
        std::snprintf(fault, room, "%s", std::strerror(errno));
    if (file >= 0)
        close(file);
    return content;
}
