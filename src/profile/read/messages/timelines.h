// The rows of detail `timeline`.
#ifndef MPIMON_PROFILE_TIMELINES_H
#define MPIMON_PROFILE_TIMELINES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mpimon {

// Detail `timeline`: what one process counted of one class and direction in each of its intervals. Columns may be
// shorter than there are intervals: the rest is 0.
struct TimelineTraffic {
    uint8_t traffic_class = 0;
    uint8_t direction = 0;  // MPIMON_SENT or MPIMON_RECEIVED
    std::vector<uint64_t> messages;
    std::vector<uint64_t> bytes;
};

// The values of a gauge at the ends of intervals; where the column is shorter, the rest is as the last one.
struct TimelineGauge {
    uint32_t name = 0;  // index into Profile::names
    std::vector<uint64_t> values;
};

// One process's intervals of time; no more than MPIMON_INTERVALS.
struct Timeline {
    uint32_t process = 0;
    uint64_t interval_ns = 0;    // how long intervals were to be
    uint32_t thread_error = 0;   // errno value: there was no thread to end intervals
    std::vector<uint64_t> ends;  // in nanoseconds since the process's start
    std::vector<uint64_t> gaps;  // nanoseconds before each interval in which the detail was off
    std::vector<uint64_t> collective_calls;
    std::vector<uint64_t> collective_time_ns;
    std::vector<uint64_t> wait_time_ns;
    std::vector<uint64_t> memory;  // resident, in bytes; as with gauges
    std::vector<TimelineTraffic> traffic;
    std::vector<TimelineGauge> gauges;

    static uint64_t amount(const std::vector<uint64_t> &column, size_t interval) {
        return interval < column.size() ? column[interval] : 0;
    }
    static uint64_t level(const std::vector<uint64_t> &column, size_t interval) {
        return column.empty() ? 0 : column[std::min(interval, column.size() - 1)];
    }

    size_t size() const { return ends.size(); }
    uint64_t gap_before(size_t interval) const { return amount(gaps, interval); }
    uint64_t start(size_t interval) const { return (interval > 0 ? ends[interval - 1] : 0) + gap_before(interval); }
};

}  // namespace mpimon

#endif
