// A job as it was seen at a moment.
#ifndef MPIMON_COMMANDS_WATCHED_H
#define MPIMON_COMMANDS_WATCHED_H

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analysis/live/history.h"
#include "analysis/live/moment.h"

namespace mpimon {

struct Watched {
    std::string title;
    size_t processes = 0;  // that could be read
    size_t running = 0;
    Rates rates;
    std::map<std::string, VariableHistory> variables;
    std::vector<std::string> unreadable;
};

// What its processes have in memory, by rank; the variable's name.
inline constexpr const char *kResidentMemory = "resident_memory";

}  // namespace mpimon

#endif
