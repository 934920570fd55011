// Calls, time and traffic of a job, by one thing: function, region, communicator, algorithm or path.
#ifndef MPIMON_ANALYSIS_SUMMARY_BREAKDOWN_H
#define MPIMON_ANALYSIS_SUMMARY_BREAKDOWN_H

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/summary/order.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

enum class By { kFunction, kRegion, kCommunicator, kAlgorithm, kPath };

// Times of all ranks together.
struct Times {
    uint64_t sum_ns = 0;
    // The shortest and the longest: of single calls for functions, else of what one rank spent in all.
    uint64_t shortest_ns = UINT64_MAX;
    uint64_t longest_ns = 0;

    void add(uint64_t sum, uint64_t shortest, uint64_t longest);
};

struct BreakdownRow {
    // By function or algorithm, this is an index into Profile::names; by region and communicator, one into those; by
    // path, an mpimon_path.
    uint32_t id = 0;
    // These are set by algorithm only, as in Collective.
    uint32_t operation = 0;
    mpimon_mode mode = MPIMON_BLOCKING;
    uint32_t parent = 0;
    bool step = false;  // a step of a call that another row has counted already: not in the sum

    std::optional<uint64_t> calls;  // nothing: not known
    std::optional<Times> times;     // nothing: not known
    std::optional<uint64_t> sent_messages;
    uint64_t sent_bytes = 0;
    std::optional<Totals> received;
    std::optional<uint64_t> waited_ns;  // by function and region; nothing: waits were not recorded
};

struct Breakdown {
    By by = By::kFunction;
    std::vector<BreakdownRow> rows;
    uint64_t sent_bytes = 0;  // of all rows but steps
};

// Everything that was sent counts, to whomever: to other ranks, to the rank itself, to other worlds. What algorithms'
// calls contribute is of no class, so `classes` says nothing there. Throws NotRecorded.
Breakdown break_down(const Profile &profile, ClassSet classes, By by, Order order = Order::kBytes);

}  // namespace mpimon

#endif
