// What a report says, computed from a profile.
#ifndef MPIMON_ANALYSIS_SUMMARY_SUMMARY_H
#define MPIMON_ANALYSIS_SUMMARY_SUMMARY_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/place/where.h"
#include "analysis/summary/calls/collective_sizes.h"
#include "analysis/summary/calls/collectives.h"
#include "analysis/summary/files.h"
#include "analysis/summary/gauges.h"
#include "analysis/summary/job/participants.h"
#include "analysis/summary/noncontiguous.h"
#include "analysis/summary/order.h"
#include "analysis/summary/ranks.h"
#include "analysis/traffic/traffic.h"
#include "analysis/waiting/waiting.h"
#include "profile/read/profile.h"

namespace mpimon {

// Traffic of one class on one path; one-sided writes and reads apart.
struct PathTotals {
    std::optional<mpimon_class> traffic_class;  // nothing: classes are not told apart
    bool read = false;                          // one-sided, from target to origin
    mpimon_path path = MPIMON_PATH_SELF;
    Totals totals;
};

struct PairTotals {
    uint32_t source = 0;
    uint32_t target = 0;
    Totals totals;
};

struct ClassHistogram {
    std::optional<mpimon_class> traffic_class;
    Bins bins = {};
};

// What all ranks sent of a class beside what all received of it. One-sided traffic and headers have no second count.
struct Comparison {
    std::optional<mpimon_class> traffic_class;
    Totals sent;
    Totals received;
    Totals undelivered;            // cancelled, or left unreceived at the end
    uint64_t differing_pairs = 0;  // in which something sent is neither
};

struct CommunicatorTotals {
    uint32_t communicator = 0;  // index into Profile::communicators
    Totals totals;
};

// How unevenly the ranks send.
struct Imbalance {
    uint32_t busiest_rank = 0;
    uint64_t busiest_bytes = 0;
    double mean_bytes = 0;
};

struct Summary {
    bool merged = false;  // classes are not told apart
    int64_t start_time_ns = 0;
    double seconds = 0;     // from the first start to the last end; 0 if not known
    size_t incomplete = 0;  // processes that did not get to MPI_Finalize
    // What the processes of one job may differ in.
    std::vector<RankGroup> programs;
    std::vector<RankGroup> details;
    std::vector<uint32_t> without_counts;  // ranks

    std::vector<PathTotals> paths;  // between different ranks of this world
    Totals all;                     // the sum of these
    Totals self;                    // of ranks to themselves
    Totals to_foreign;
    Totals from_foreign;
    Totals from_unknown;  // received, and nobody knows from whom

    std::vector<PairTotals> top_pairs;  // by bytes or messages, then the other
    size_t pairs = 0;                   // that exchanged anything
    std::vector<ClassHistogram> histograms;
    CollectiveSummary collectives;
    std::vector<CommunicatorTotals> communicators;  // those with traffic, the most bytes or messages first
    Imbalance imbalance;
    std::vector<RankTotals> top_ranks;
    size_t ranks = 0;  // that are in the profile, or of which others tell something
    MpiTime mpi_time;
    std::vector<GaugeTotals> gauges;
    std::vector<FileTotals> files;
    std::vector<NoncontiguousTotals> noncontiguous;
    std::optional<Waiting> waiting;       // nothing: no waits were recorded
    std::vector<Comparison> comparisons;  // empty if receives were not recorded
    Where where;
    Totals counted_once;  // two-sided, and in none of these: one side was not to count it
};

struct SummaryOptions {
    ClassSet classes = ClassSet::all();
    bool classes_named = false;  // then they are kept apart, even if the job asked for them merged (enable 1)
    size_t top = 10;             // pairs and ranks to list at most
    std::optional<Order> order;  // of ranks, pairs, communicators and collectives; bytes if nothing is asked for
    std::optional<size_t> top_ranks = std::nullopt;  // where that is another number than of pairs
};

Summary summarize(const Profile &profile, const SummaryOptions &options);

}  // namespace mpimon

#endif
