#include "mpimon/commands/watch/resident_memory.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace mpimon {

namespace {

constexpr double kKilobyte = 1024;

// Takes a line "VmRSS:   1234 kB" if it is the one that is asked for.
void take(const std::string &line, const char *name, uint32_t rank, std::map<uint32_t, double> &bytes) {
    const size_t length = std::strlen(name);
    if (line.compare(0, length, name) == 0)
        bytes[rank] = kKilobyte * std::strtod(line.c_str() + length, nullptr);
}

}  // namespace

Variable resident_memory(const OrphanedJob &job) {
    Variable memory;
    memory.unit = "bytes";
    memory.grows = false;
    for (const OrphanedSegment &segment : job.segments) {
        if (!segment.runs())
            continue;
        std::ifstream status(fmt::format("/proc/{}/status", segment.header.pid));
        const uint32_t rank = segment.header.world_rank;
        for (std::string line; std::getline(status, line);) {
            take(line, "VmRSS:", rank, memory.values);
            take(line, "VmHWM:", rank, memory.highest);
        }
    }
    return memory;
}

}  // namespace mpimon
