// What each rank sent and received, and how long it was in MPI.
#ifndef MPIMON_ANALYSIS_SUMMARY_RANKS_H
#define MPIMON_ANALYSIS_SUMMARY_RANKS_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/summary/job/participants.h"
#include "analysis/summary/order.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

// Traffic between different ranks of this world; data flows from `sent` to `received`, whoever counted it.
struct RankTotals {
    uint32_t rank = 0;
    Totals sent;
    Totals received;
    double mpi_seconds = 0;   // see MpiTime
    double wall_seconds = 0;  // from its start to its end; 0 if not known
    bool counted = false;     // else it was not to count, or is not in the profile
    bool timed = false;       // mpi_seconds is known
};

// How much of their time the ranks were in MPI.
struct MpiTime {
    enum Source {
        kUnknown,
        kCollectives,  // blocking collectives alone: at least so much
        kFunctions     // all functions, summed over threads
    } source = kUnknown;
    // Parts of the wall time: of all ranks together, and of the ranks with the least and the most.
    double share = 0;
    double least = 0;
    double most = 0;
};

class RankSums {
  public:
    RankSums(const Profile &profile, const Participants &participants);

    // Adds all rows of one source.
    void add(const std::vector<PairTraffic> &rows);

    // How many ranks are in the profile, or are peers of one that is; top() has those that come first.
    size_t size() const { return ranks_.size() + missing_.size(); }
    std::vector<RankTotals> top(size_t count, Order order) const;
    MpiTime mpi_time() const;

  private:
    void add_times(const Participants &participants);
    RankTotals &row_of(uint32_t rank);

    const Profile &profile_;
    std::vector<RankTotals> ranks_;           // as Profile::processes
    std::map<uint32_t, RankTotals> missing_;  // that have no record, by rank
    MpiTime::Source source_ = MpiTime::kUnknown;
};

}  // namespace mpimon

#endif
