// A job as it was seen at a moment.
#ifndef MPIMON_COMMANDS_WATCHED_H
#define MPIMON_COMMANDS_WATCHED_H

#include <cstddef>
#include <map>
#include <optional>
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

// A job that is looked at again and again.
class JobView {
  public:
    JobView() = default;
    JobView(const JobView &) = delete;
    JobView &operator=(const JobView &) = delete;
    virtual ~JobView() = default;

    // What the job has counted since the last call, by which rates are told; nothing if it has ended.
    virtual std::optional<Watched> look() = 0;
};

// What its processes have in memory, by rank; the variable's name.
inline constexpr const char *kResidentMemory = "resident_memory";

}  // namespace mpimon

#endif
