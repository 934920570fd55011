// Times of a process's timeline.
#ifndef MPIMON_COMMANDS_EXPORT_WALL_TIME_H
#define MPIMON_COMMANDS_EXPORT_WALL_TIME_H

#include <cstdint>

#include "profile/read/profile.h"

namespace mpimon {

// The process's start, and a time since; what a damaged profile says may be too late for a number.
inline int64_t wall_time(const Process &process, uint64_t since) {
    return static_cast<int64_t>(static_cast<uint64_t>(process.start_time_ns) + since);
}

}  // namespace mpimon

#endif
