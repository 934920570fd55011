#include "profile/write/new_name.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/format/records.h"

namespace mpimon {

namespace {

// Whether a file's first bytes are those of a profile: tag and length of the first record, then its marker.
bool begins_as_profile(const unsigned char *bytes, size_t size) {
    size_t at = 1;
    while (at < size && (bytes[at] & 0x80U) != 0)
        ++at;
    return size >= at + 1 + sizeof kMarkerBytes && bytes[0] == kRecordTag &&
           memcmp(bytes + at + 1, kMarkerBytes, sizeof kMarkerBytes) == 0;
}

bool is_profile(const char *path) {
    unsigned char bytes[32];
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t size = file < 0 ? -1 : read(file, bytes, sizeof bytes);
    if (file >= 0)
        close(file);
    return size == 0 || (size > 0 && begins_as_profile(bytes, static_cast<size_t>(size)));
}

// Some file systems, such as FAT, have neither links nor a rename that keeps what is there: so an empty file takes the
// name first, and nobody else gets it.
int name_by_holding(const char *temporary, const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    close(file);
    if (rename(temporary, path) == 0)
        return 0;
    const int error = errno;
    unlink(path);
    return error;
}

// Makes NAME.2.mon of NAME.mon, for number 2.
bool number_name(const char *path, unsigned number, char *name, size_t room) {
    const size_t length = strlen(path);
    const bool has_end = length > 4 && strcmp(path + length - 4, ".mon") == 0;
    const int stem = static_cast<int>(has_end ? length - 4 : length);
    return static_cast<size_t>(snprintf(name, room, "%.*s.%u%s", stem, path, number, path + stem)) < room;
}

}  // namespace

}  // namespace mpimon

int mpimon_name_file(const char *temporary, const char *path) {
    if (link(temporary, path) == 0) {
        unlink(temporary);
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    return errno == EEXIST ? EEXIST : mpimon::name_by_holding(temporary, path);
}

int mpimon_check_profile_name(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0)
        return 0;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && mpimon::is_profile(path))
        return 0;
    return S_ISDIR(status.st_mode) ? EISDIR : EEXIST;
}

int mpimon_name_profile(const char *temporary, const char *path, char *name, size_t room) {
    if (static_cast<size_t>(snprintf(name, room, "%s", path)) >= room)
        return ENAMETOOLONG;
    int error = mpimon_name_file(temporary, name);
    if (error == EEXIST && mpimon_check_profile_name(path) != 0)
        return EEXIST;
    for (unsigned number = 2; error == EEXIST && number < UINT_MAX; ++number) {
        if (!mpimon::number_name(path, number, name, room))
            return ENAMETOOLONG;
        error = mpimon_name_file(temporary, name);
    }
    return error;
}
