#include "memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

namespace policies {

std::uint64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U + static_cast<std::uint64_t>(now.tv_nsec);
}

// The second number of statm, in pages.
std::uint64_t resident_bytes() {
    char text[128] = "";
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    char *second = nullptr;
    std::strtoull(text, &second, 10);
    return length > 0 ? std::strtoull(second, nullptr, 10) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

double fault_ns_per_byte() {
    constexpr std::size_t kPages = 64;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void *memory = mmap(nullptr, kPages * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 0;
    const std::uint64_t start = now_ns();
    for (std::size_t i = 0; i < kPages; ++i)
        static_cast<volatile char *>(memory)[i * page] = 1;
    const std::uint64_t end = now_ns();
    munmap(memory, kPages * page);
    return static_cast<double>(end - start) / static_cast<double>(kPages * page);
}

}  // namespace policies
