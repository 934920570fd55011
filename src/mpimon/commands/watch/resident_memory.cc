#include "mpimon/commands/watch/resident_memory.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

namespace mpimon {

namespace {

constexpr double kKilobyte = 1024;

}  // namespace

Variable resident_memory(const OrphanedJob &job) {
    Variable memory;
    memory.unit = "bytes";
    memory.grows = false;
    for (const OrphanedSegment &segment : job.segments) {
        if (!segment.runs())
            continue;
        std::ifstream status(fmt::format("/proc/{}/status", segment.header.pid));
        for (std::string line; std::getline(status, line);) {
            std::istringstream words(line);
            std::string name;
            double kilobytes = 0;
            if (!(words >> name >> kilobytes))
                continue;
            if (name == "VmRSS:")
                memory.values[segment.header.world_rank] = kilobytes * kKilobyte;
            else if (name == "VmHWM:")
                memory.highest[segment.header.world_rank] = kilobytes * kKilobyte;
        }
    }
    return memory;
}

}  // namespace mpimon
