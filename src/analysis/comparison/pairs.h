// What is counted between two processes in several runs, side by side, without holding the pairs of a large job in
// memory.
#ifndef MPIMON_ANALYSIS_COMPARISON_PAIRS_H
#define MPIMON_ANALYSIS_COMPARISON_PAIRS_H

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/comparison/positions.h"
#include "analysis/comparison/subjects.h"
#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

// The numbers of the measures of one subject, in the order of all_measures().
using PairNumbers = std::array<uint64_t, 2>;

// What one process has counted with one peer.
struct PairInRuns {
    Position counted_by;
    Position peer;
    uint32_t what = 0;              // class, size or kind, as the subject goes by
    std::vector<PairNumbers> runs;  // as the profiles

    bool is_equal_in_all() const;
};

// A subject of pairs.
struct PairSubject {
    Subject subject;
    Subject whole;  // the first measures of which are the sums of this one's over all pairs

    // The names for a message, in the direction of the data: "0", "1", and "p2p", "rma" or "rma read".
    Identity (*identity)(const PairInRuns &);

    // Calls add() for all that a process has counted.
    using Add = std::function<void(uint32_t peer, uint32_t what, const PairNumbers &numbers)>;
    using RowsOfProcess = std::function<void(uint32_t process, const Add &add)>;
    RowsOfProcess (*rows)(const Profile &, ClassSet);
};

const PairSubject &pair_subject(Subject subject);

// Calls visit() for each pair with anything in any of the profiles, process by process. The object is used again.
void each_pair(const std::vector<const Profile *> &profiles, const PairSubject &subject, MatchRanks match,
               ClassSet classes, const std::function<void(const PairInRuns &)> &visit);

}  // namespace mpimon

#endif
