#include "resident_memory.h"

#include <cstddef>

#include <fcntl.h>
#include <unistd.h>

namespace mpimon {

namespace {

constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

// The second number of the text: after the size of all that is mapped, the number of pages that are resident.
std::uint64_t second_number(const char *text) {
    while (is_digit(*text))
        ++text;
    while (*text == ' ')
        ++text;
    std::uint64_t number = 0;
    for (; is_digit(*text); ++text)
        number = 10 * number + static_cast<std::uint64_t>(*text - '0');
    return number;
}

}  // namespace

void ResidentMemory::open() {
    file_ = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    open_ = file_ >= 0 && fstat(file_, &identity_) == 0;
}

void ResidentMemory::close() {
    if (open_ && is_still_ours())
        ::close(file_);
    open_ = false;
}

bool ResidentMemory::is_still_ours() const {
    struct stat now {};
    return fstat(file_, &now) == 0 && now.st_dev == identity_.st_dev && now.st_ino == identity_.st_ino;
}

std::uint64_t ResidentMemory::read() const {
    char text[128];
    if (!open_ || !is_still_ours())
        return 0;
    const ssize_t length = pread(file_, text, sizeof text - 1, 0);
    if (length <= 0)
        return 0;
    text[length] = '\0';
    return second_number(text) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace mpimon
