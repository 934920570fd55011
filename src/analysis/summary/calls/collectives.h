// Collectives of a job, by operation and algorithm, and by kind and communicator.
#ifndef MPIMON_ANALYSIS_SUMMARY_COLLECTIVES_H
#define MPIMON_ANALYSIS_SUMMARY_COLLECTIVES_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/summary/order.h"
#include "profile/format/operations.h"
#include "profile/read/profile.h"

namespace mpimon {

// One operation by one algorithm, over all ranks and communicators.
struct AlgorithmTotals {
    std::string operation;  // "Ibcast"
    std::string algorithm;
    bool step = false;
    std::string parent;  // of a step: what the user called, "Ibcast"; empty if the library itself needed it
    bool shared_memory = false;
    bool timed = false;  // blocking: the times below are known
    uint64_t calls = 0;
    uint64_t bytes = 0;
    uint64_t ranks = 0;
    // Seconds that a single rank spent in it.
    double longest = 0;
    double mean = 0;
    double shortest = 0;
};

// The user's calls of one kind on one communicator, as the Open MPI monitoring guide groups them (its table 2).
struct KindTotals {
    uint32_t communicator = 0;  // index into Profile::communicators
    mpimon_operation_kind kind = MPIMON_ONE_TO_ALL;
    uint64_t operations = 0;  // calls of roots; for all-to-all, of the rank that called most
    uint64_t bytes = 0;       // exchanged with others: as kept with each of them, or by mpimon_exchanged_bytes()
    bool estimated = false;   // with calls whose counts may differ from process to process and were not kept
};

struct CollectiveSummary {
    // Steps after what they are a part of, the library's own last.
    std::vector<AlgorithmTotals> algorithms;
    std::vector<KindTotals> kinds;  // the most bytes first, or operations for kMessages
};

// The operation of a row, named by its mode: "Ibcast". A step is named as if it were blocking.
std::string operation_of(const Profile &profile, const Collective &row);
// The operation that a step is a part of, named by its mode; empty if it is a part of none.
std::string parent_of(const Profile &profile, const Collective &row);

// Algorithms are ordered by operation, unless an order is asked for: kMessages goes by calls there.
CollectiveSummary summarize_collectives(const Profile &profile, std::optional<Order> order = std::nullopt);

}  // namespace mpimon

#endif
