// Which choices are worth a line in a tuning file.
#ifndef MPIMON_ANALYSIS_TUNING_SELECTION_H
#define MPIMON_ANALYSIS_TUNING_SELECTION_H

#include <map>
#include <string>
#include <vector>

#include "analysis/tuning/trials.h"

namespace mpimon::tuning {

struct Selected {
    Point point;
    PointTrials trials;
    std::string best;  // the candidate with the shortest calls, proven or not; empty: the default is, or none was tried
    std::string chosen;  // empty: the default stays
    Difference gain;     // of a call, of the best one
    double share = 0;    // of the time that all collectives took
};

// The probability, over all candidates of a point together, that one is chosen which is no better than the default.
constexpr double kDoubt = 0.05;

// All points that took time, the most of it first.
std::vector<Selected> select(const std::map<Point, PointTrials> &points);

// How much of a job's collective time is that of points at which algorithms were tried.
struct Covered {
    uint64_t tried_ns = 0;
    uint64_t all_ns = 0;  // of all blocking calls of all processes: those on inter-communicators, too
};

// `points`: those of the profile that were to be tuned.
Covered covered(const std::map<Point, PointTrials> &points, const Profile &profile);

// The calls of a nonblocking operation, counted in each process: no time is kept of them.
struct CoveredCalls {
    uint64_t tried = 0;
    uint64_t all = 0;  // those on inter-communicators, too
};

// Of each nonblocking operation that the profile's job has called: for how many of its calls algorithms were tried.
std::map<std::string, CoveredCalls> covered_calls(const std::map<Point, PointTrials> &points, const Profile &profile);

// Whether a second run proves a choice: by its profile, where what is chosen is the default, and `before`, a candidate,
// is what was the default.
Difference proof(const std::map<Point, PointTrials> &points, const Point &point, const std::string &before);

}  // namespace mpimon::tuning

#endif
