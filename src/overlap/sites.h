// What came of the program's calls, by where in the program they are.
#ifndef MPIMON_OVERLAP_SITES_H
#define MPIMON_OVERLAP_SITES_H

#include <cstdint>

#include "chains/signature.h"
#include "counters.h"
#include "times.h"

namespace mpimon::overlap {

// Times are in nanoseconds; layout/overlap.h says what each number means.
struct Site {
    const void *caller;  // null: no site
    Kind kind;
    std::uint64_t calls;
    std::uint64_t asynchronous;
    std::int64_t in_calls;
    std::int64_t waited;
    std::int64_t meanwhile;
    std::uint64_t broken;
    std::uint64_t synchronous[MPIMON_OVERLAP_REASONS];
    Times times;
};

// A call that the program makes now, its number, and when it began.
struct Call {
    Site *site;
    std::uint64_t number;
    std::int64_t begun;
};
extern Call this_call;
extern std::int64_t waited_in_call;  // for what earlier calls had left under way

// The program makes a call. Those of sites for which there is no room are added up in one.
void begin_call(const void *caller, Kind kind);

// The call stays synchronous.
void count_synchronous(Reason why);

// Hands what is known to the library, which keeps it with its own counters.
void publish_sites();

// The same, if that was not done for a second.
void publish_sites_in_time(std::int64_t now);

// Writes to standard error what came of the calls that took most of the time.
void show_sites(int rank);

}  // namespace mpimon::overlap

#endif
