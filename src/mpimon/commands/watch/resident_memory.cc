#include "mpimon/commands/watch/resident_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

namespace mpimon {

namespace {

constexpr double kKilobyte = 1024;

// The file is shorter than that.
constexpr size_t kRoom = 4096;

// Takes the number of a line "VmRSS:   1234 kB".
void take(const char *status, const char *name, uint32_t rank, std::map<uint32_t, double> &bytes) {
    if (const char *found = std::strstr(status, name))
        bytes[rank] = kKilobyte * std::strtod(found + std::strlen(name), nullptr);
}

}  // namespace

Variable resident_memory(const OrphanedJob &job) {
    Variable memory;
    memory.unit = "bytes";
    memory.grows = false;
    for (const OrphanedSegment &segment : job.segments) {
        if (!segment.runs())
            continue;
        const int file = open(fmt::format("/proc/{}/status", segment.header.pid).c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0)
            continue;
        std::array<char, kRoom> status{};
        if (read(file, status.data(), status.size() - 1) > 0) {
            take(status.data(), "\nVmRSS:", segment.header.world_rank, memory.values);
            take(status.data(), "\nVmHWM:", segment.header.world_rank, memory.highest);
        }
        close(file);
    }
    return memory;
}

}  // namespace mpimon
