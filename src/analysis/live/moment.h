// What a running job has counted up to a moment, and how fast it counts between two moments.
#ifndef MPIMON_ANALYSIS_LIVE_MOMENT_H
#define MPIMON_ANALYSIS_LIVE_MOMENT_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

using RankPair = std::pair<uint32_t, uint32_t>;  // source and target, as in PairTraffic

struct CallTotals {
    uint64_t calls = 0;
    uint64_t time_ns = 0;  // in all processes

    void add(const CallTotals &other) {
        calls += other.calls;
        time_ns += other.time_ns;
    }
};

// Sums that only grow while the job counts.
struct Moment {
    double seconds = 0;  // on any clock that all moments of one job are told by
    std::map<mpimon_class, Totals> classes;
    std::map<RankPair, Totals> pairs;               // of different processes
    std::map<uint32_t, Totals> ranks;               // what each has sent
    std::map<std::string, CallTotals> collectives;  // the user's calls, by operation: "Ibcast"
    std::map<uint32_t, uint64_t> waited_ns;         // by the waiting rank
    std::map<std::string, CallTotals> waits;        // by what was waited for: "p2p late sender"
};

Moment moment_of(const Profile &profile, double seconds);
// What other processes of the same job have counted, who are on another node; the time stays.
void add(Moment &sum, const Moment &other);

// A sum, and by how much it grows in a second.
struct Growth {
    Totals total;
    double messages_per_second = 0;
    double bytes_per_second = 0;
};
struct CallGrowth {
    CallTotals total;
    double calls_per_second = 0;
    double share = 0;  // of the time of one process that goes to it: 0.5 for half of it
};

struct Rates {
    double seconds = 0;  // between the two moments; 0: there was none before
    std::map<mpimon_class, Growth> classes;
    std::map<RankPair, Growth> pairs;
    std::map<uint32_t, Growth> ranks;
    std::map<std::string, CallGrowth> collectives;
    std::map<uint32_t, double> waiting;  // share of the time that a rank waits
    std::map<std::string, CallGrowth> waits;
    Growth all;
};

// `processes` that count at the second moment. Where something has become less, since a process went away, its growth
// is 0.
Rates rates_between(const Moment &before, const Moment &after, size_t processes);
// The sums alone.
Rates sums_of(const Moment &moment);

}  // namespace mpimon

#endif
