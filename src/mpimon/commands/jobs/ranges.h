// Numbers, times and ranges of them, as options give them.
#ifndef MPIMON_COMMANDS_JOBS_RANGES_H
#define MPIMON_COMMANDS_JOBS_RANGES_H

#include <cstdint>
#include <limits>
#include <string>

namespace mpimon {

// Both ends belong to it.
struct Range {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    bool has(double value) const { return value >= least && value <= most; }
};

enum class Unit { kCount, kBytes, kSeconds, kPercent };

// "4..16", "4..", "..16" or "4"; each number with a unit if it has one: "1.5GiB", "2h", "30%". An empty text is all
// numbers. Throws WrongArgument, which names the `option`.
Range range_of(const std::string &option, const std::string &text, Unit unit);

// Nanoseconds since 1970 of "2026-11-24", "2026-11-24T16:20" (or with seconds, or a blank) in UTC, or of "7d", so long
// before now. With `end_of_day`, a day alone is its end. Throws WrongArgument, which names the `option`.
int64_t time_of(const std::string &option, const std::string &text, bool end_of_day, int64_t now_ns);

}  // namespace mpimon

#endif
