#include "counters.h"

#include <cinttypes>
#include <cstdio>

namespace mpimon::overlap {

Counters counters;

namespace {

const char *const kNames[static_cast<int>(Reason::kReasons)] = {
    "",
    "small",
    "status",
    "any source",
    "errors returned",
    "threads",
    "outstanding operations",
    "memory",
    "shared page",
    "blocked signals",
    "kernel",
    "full",
};

}  // namespace

// One write, so that processes do not mix their lines.
void show_counters(int rank) {
    char text[1024];
    int length = std::snprintf(text, sizeof text,
                               "overlap of rank %d: %" PRIu64 " sends and %" PRIu64 " receives asynchronous, %" PRIu64
                               " faults, %" PRIu64 " system calls, %" PRIu64 " bytes copied, %" PRIu64
                               " pages moved; synchronous:",
                               rank, counters.sends, counters.receives, counters.faults, counters.system_calls,
                               counters.bytes_copied, counters.pages_moved);
    const char *separator = " ";
    for (int i = 1; i < static_cast<int>(Reason::kReasons); i++)
        if (counters.stayed[i]) {
            length += std::snprintf(text + length, sizeof text - length, "%s%s %" PRIu64, separator, kNames[i],
                                    counters.stayed[i]);
            separator = ", ";
        }
    std::fprintf(stderr, "%s%s\n", text, *separator == ' ' ? " none" : "");
}

}  // namespace mpimon::overlap
