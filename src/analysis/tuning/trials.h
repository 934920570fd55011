// What the timed calls of a profile say of each candidate.
#ifndef MPIMON_ANALYSIS_TUNING_TRIALS_H
#define MPIMON_ANALYSIS_TUNING_TRIALS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/tuning/spread.h"
#include "profile/read/profile.h"

namespace mpimon::tuning {

// Times of calls, in ns.
struct Estimate {
    uint64_t calls = 0;
    double mean = 0;
    double squares = 0;  // sum of the squares of the distances from the mean

    void add(const Estimate &other);
    double variance_of_mean() const;  // infinite for fewer than two calls
};

// How much longer `before` takes than `after`, and what of that may be noise.
struct Difference {
    double ns = 0;
    double of_ns = 0;     // what `before` takes
    double noise_ns = 0;  // half of the interval in which the difference is by Welch's t test

    bool is_proven() const { return ns > noise_ns; }
};

// `doubt`: the probability, both tails together, that the difference is not within the interval.
Difference difference(const Estimate &before, const Estimate &after, double doubt);

// Calls that one choice is made for: of a collective, on intra-communicators of one size that are spread over nodes
// alike, with sizes of one bin.
struct Point {
    std::string operation;  // "Bcast"
    uint32_t processes = 0;
    int bin = 0;  // kAnyBin: no key tells the size
    Spread spread = Spread::kUnknown;

    bool operator<(const Point &other) const;
};

struct PointTrials {
    uint64_t calls = 0;             // of one form, each counted once
    uint64_t size = 0;              // mean
    uint64_t time_ns = 0;           // of these, in all processes
    Estimate standard;              // what MPICH chooses by itself
    std::string algorithm;          // what that is, as the most of these calls have it
    std::vector<uint32_t> members;  // world ranks of the communicator with the most time; empty: the first ones
    std::map<std::string, Estimate> candidates;
};

constexpr const char *kDefault = "default";

// The calls of nonblocking operations, of which nothing is timed: how long one takes, its program decides. They are
// told apart as the blocking ones are, and named by the same operation.
std::map<Point, PointTrials> summarize_nonblocking_calls(const Profile &profile);

// A call takes as long as in the process that is slowest on average: of each communicator, the times of that one are
// taken.
std::map<Point, PointTrials> summarize_trials(const Profile &profile);

}  // namespace mpimon::tuning

#endif
