// A file that others may read at any moment.
#ifndef MPIMON_RENDER_REPLACE_FILE_H
#define MPIMON_RENDER_REPLACE_FILE_H

#include <sys/types.h>

#include <string>
#include <string_view>

namespace mpimon {

constexpr mode_t kReadableByAll = 0666;  // as far as the process's mask allows it

// Makes the file at `path` anew, under another name beside it that it loses when it is whole, so that readers have the
// old content or the new one, and of several writers the last one wins. What is no regular file, such as a device, is
// written to as it is. Throws Failure.
void replace_file(const std::string &path, std::string_view content, mode_t mode);

}  // namespace mpimon

#endif
