#include "tuning/collectives.h"

#include <algorithm>

namespace mpimon::tuning {

namespace {

// The collectives of which each kind of condition can be told: those whose arguments MPICH's functions look into.
constexpr std::string_view kOperations =
    "allreduce iallreduce reduce ireduce reduce_scatter ireduce_scatter reduce_scatter_block ireduce_scatter_block";
constexpr std::string_view kBuiltIns = "allreduce iallreduce reduce ireduce";
constexpr std::string_view kInplaces = "alltoall ialltoall alltoallv ialltoallv alltoallw ialltoallw";
constexpr std::string_view kRegulars = "reduce_scatter ireduce_scatter";
constexpr std::string_view kAverages = "allreduce iallreduce bcast ibcast reduce ireduce alltoall ialltoall";
constexpr std::string_view kCounts =
    "bcast allreduce iallreduce reduce ireduce allgather allgatherv reduce_scatter reduce_scatter_block iallgather "
    "iallgatherv ireduce_scatter ireduce_scatter_block";
constexpr std::string_view kTotals =
    "allreduce bcast reduce alltoall alltoallv alltoallw allgather allgatherv gather scatter reduce_scatter "
    "reduce_scatter_block iallreduce ibcast ireduce ialltoall ialltoallv ialltoallw iallgather iallgatherv "
    "ireduce_scatter ireduce_scatter_block igather iscatter";

bool is_flag_told(Flag flag, std::string_view collective) {
    switch (flag) {
        case kCommutative:
            return has_word(kOperations, collective);
        case kBuiltIn:
            return has_word(kBuiltIns, collective);
        case kInplace:
            return has_word(kInplaces, collective);
        case kRegular:
            return has_word(kRegulars, collective);
        default:
            return true;
    }
}

}  // namespace

bool is_known_of(const Condition &condition, std::string_view collective) {
    switch (condition.what) {
        case Operator::kAverage:
            return has_word(kAverages, collective);
        case Operator::kTotal:
            return has_word(kTotals, collective);
        case Operator::kCount:
        case Operator::kCountBelowPow2:
            return has_word(kCounts, collective);
        case Operator::kFlag:
            return is_flag_told(condition.flag, collective);
        default:
            return true;
    }
}

bool may_differ(const Condition &condition, std::string_view collective, const Calls &calls) {
    // Of these MPICH adds up the process's own counts.
    constexpr std::string_view kOwnCounts = "alltoallv alltoallw ialltoallv ialltoallw";
    // Within one group, a root that is in place has no count.
    constexpr std::string_view kRootInPlace = "gather scatter igather iscatter";
    constexpr std::string_view kAllInPlace = "alltoall ialltoall";
    const bool has_intra = (calls.kinds & kIntra) != 0;
    const bool is_size = condition.what == Operator::kTotal || condition.what == Operator::kAverage;
    if (is_size && has_word(kAllInPlace, collective))
        return has_intra && calls.flags[kInplace].value_or(true);
    switch (condition.what) {
        case Operator::kTotal:
            return has_word(kOwnCounts, collective) || (has_intra && has_word(kRootInPlace, collective));
        case Operator::kCount:
        case Operator::kCountBelowPow2:
            return !has_word(kOperations, collective);  // others may take one datatype here, and several there
        default:
            return false;
    }
}

const std::array<std::string_view, kCollectiveCount> &collectives() {
    static constexpr std::array<std::string_view, kCollectiveCount> kCollectives = {"allgather",
                                                                                    "allgatherv",
                                                                                    "allreduce",
                                                                                    "alltoall",
                                                                                    "alltoallv",
                                                                                    "alltoallw",
                                                                                    "barrier",
                                                                                    "bcast",
                                                                                    "exscan",
                                                                                    "gather",
                                                                                    "gatherv",
                                                                                    "neighbor_allgather",
                                                                                    "neighbor_allgatherv",
                                                                                    "neighbor_alltoall",
                                                                                    "neighbor_alltoallv",
                                                                                    "neighbor_alltoallw",
                                                                                    "reduce",
                                                                                    "reduce_scatter",
                                                                                    "reduce_scatter_block",
                                                                                    "scan",
                                                                                    "scatter",
                                                                                    "scatterv",
                                                                                    "iallgather",
                                                                                    "iallgatherv",
                                                                                    "iallreduce",
                                                                                    "ialltoall",
                                                                                    "ialltoallv",
                                                                                    "ialltoallw",
                                                                                    "ibarrier",
                                                                                    "ibcast",
                                                                                    "iexscan",
                                                                                    "igather",
                                                                                    "igatherv",
                                                                                    "ineighbor_allgather",
                                                                                    "ineighbor_allgatherv",
                                                                                    "ineighbor_alltoall",
                                                                                    "ineighbor_alltoallv",
                                                                                    "ineighbor_alltoallw",
                                                                                    "ireduce",
                                                                                    "ireduce_scatter",
                                                                                    "ireduce_scatter_block",
                                                                                    "iscan",
                                                                                    "iscatter",
                                                                                    "iscatterv"};
    return kCollectives;
}

size_t collective_number(std::string_view name) {
    return static_cast<size_t>(std::find(collectives().begin(), collectives().end(), name) - collectives().begin());
}

bool has_inter(std::string_view collective) {
    return collective.find("scan") == std::string_view::npos && collective.find("neighbor") == std::string_view::npos;
}

}  // namespace mpimon::tuning
