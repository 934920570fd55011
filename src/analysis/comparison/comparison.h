// What differs between two jobs, or between two sets of runs of them.
#ifndef MPIMON_ANALYSIS_COMPARISON_COMPARISON_H
#define MPIMON_ANALYSIS_COMPARISON_COMPARISON_H

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/comparison/judge.h"
#include "analysis/comparison/measures.h"
#include "analysis/comparison/positions.h"

namespace mpimon {

struct ComparedNumber {
    const Measure *measure = nullptr;
    Verdict verdict;
    double weight = 0;  // the change, as a part of all that the measure counts in the job
};

struct ComparedThing {
    Identity identity;
    std::vector<ComparedNumber> numbers;  // that are not the same in A and B

    bool differs() const;
    double weight() const;  // of the largest change, of those that differ if there are any
};

struct ComparedTable {
    Subject subject = Subject::kRun;
    bool is_recorded = false;         // anything of it, in any profile
    size_t things = 0;                // that are in A or B
    size_t differing = 0;             // of these
    std::vector<ComparedThing> rows;  // with any change; those that differ first, and the largest first
};

// What was not compared, since not all profiles have it.
struct Unrecorded {
    std::string detail;
    std::vector<size_t> profiles;  // without it: A's from 0 on, then B's
};

struct ComparisonOptions {
    MatchRanks match = MatchRanks::kByRank;
    ClassSet classes = ClassSet::all();
    JudgeOptions judge;
    std::vector<Subject> subjects;  // empty: all
    size_t most_pairs = 10;         // rows of pairs at most
};

struct ComparedJobs {
    bool per_rank = false;  // the jobs have different numbers of ranks: sums are divided by these, and pairs left out
    std::vector<ComparedTable> tables;
    std::vector<Unrecorded> unrecorded;
    bool times_judged = false;

    size_t things() const;
    size_t differing() const;
};

// Either side has one profile or more, with the same number of ranks each.
ComparedJobs compare(const std::vector<const Profile *> &a, const std::vector<const Profile *> &b,
                     const ComparisonOptions &options);

}  // namespace mpimon

#endif
