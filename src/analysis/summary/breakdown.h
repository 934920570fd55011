// Calls, time and traffic of a job, by one thing: function, region, communicator, algorithm or path.
#ifndef MPIMON_ANALYSIS_SUMMARY_BREAKDOWN_H
#define MPIMON_ANALYSIS_SUMMARY_BREAKDOWN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

enum class By { kFunction, kRegion, kCommunicator, kAlgorithm, kPath };

// "function" and so on. Throws WrongArgument for another word.
By by_named(const std::string &name);

// Of all ranks together.
struct Times {
    uint64_t sum_ns = 0;
    // Of a single call for functions; else of what a rank spent in all.
    uint64_t shortest_ns = UINT64_MAX;
    uint64_t longest_ns = 0;

    void add(uint64_t sum, uint64_t shortest, uint64_t longest);
};

struct BreakdownRow {
    std::string label;
    std::optional<uint64_t> calls;  // nothing: not known
    std::optional<Times> times;     // nothing: not known
    std::optional<uint64_t> sent_messages;
    uint64_t sent_bytes = 0;
    std::optional<Totals> received;
    bool part = false;  // of what another row has counted already: not in the sum
};

struct Breakdown {
    std::vector<BreakdownRow> rows;         // by bytes sent, then time, the most first
    uint64_t sent_bytes = 0;                // of all rows but parts of others
    std::string remark;                     // what the columns mean here
    std::vector<std::string_view> classes;  // of the messages and bytes
};

// Everything that was sent counts, to whomever: to other ranks, to the rank itself, to other worlds. Throws Failure if
// the job did not record what is asked for.
Breakdown break_down(const Profile &profile, ClassSet classes, By by);

// The name of a region after those around it: "solve / exchange". "(no region)" for none.
std::string region_name(const Profile &profile, uint32_t region);

}  // namespace mpimon

#endif
