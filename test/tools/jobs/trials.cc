// Jobs in which mpimon tune has tried algorithms, and those of its second run.
#include "jobs.h"

namespace mpimon::test {

namespace {

constexpr uint32_t kRanks = 2;

enum Name : uint32_t {
    kBcast,
    kAllreduce,
    kBarrier,
    kScan,
    kDefault,
    kBefore,
    kRing,
    kBinomial,
    kBcastNb,
    kDoubling,
    kAllreduceNb,
    kDissemination,
    kBeta,
    kScanDoubling,
    kIbcastBinomial,
    kIbcastRing,
    kExscan,
};

const std::vector<mpimon_name> &all_names() {
    static const std::vector<mpimon_name> kNames = {name("Bcast"),
                                                    name("Allreduce"),
                                                    name("Barrier"),
                                                    name("Scan"),
                                                    name("default"),
                                                    name("before"),
                                                    name("MPIR_Bcast_intra_scatter_ring_allgather"),
                                                    name("MPIR_Bcast_intra_binomial"),
                                                    name("MPIR_Bcast_allcomm_nb"),
                                                    name("MPIR_Allreduce_intra_recursive_doubling"),
                                                    name("MPIR_Allreduce_allcomm_nb"),
                                                    name("MPIR_Barrier_intra_dissemination"),
                                                    name("MPIDI_Barrier_intra_composition_beta"),
                                                    name("MPIR_Scan_intra_recursive_doubling"),
                                                    name("MPIR_Ibcast_intra_sched_binomial"),
                                                    name("MPIR_Ibcast_intra_sched_scatter_ring_allgather"),
                                                    name("Exscan")};
    return kNames;
}

// Eleven calls that take as long as this on average; rank 0 is quicker, so that what it takes does not count.
mpimon_trial trial(uint32_t rank, uint32_t operation, uint8_t bin, uint32_t algorithm, uint32_t candidate,
                   double mean_ns, double deviation_ns) {
    mpimon_trial trial = {};
    trial.operation = operation;
    trial.algorithm = algorithm;
    trial.candidate = candidate;
    trial.bin = bin;
    trial.calls = 11;
    trial.mean = rank == 0 ? mean_ns / 2 : mean_ns;
    trial.squares = 10 * deviation_ns * deviation_ns;
    return trial;
}

mpimon_collective_size size_of(uint32_t operation, uint8_t bin, uint32_t algorithm, uint64_t bytes, uint64_t time_ns,
                               uint8_t mode = MPIMON_BLOCKING) {
    return {0, operation, algorithm, mode, 0, bin, 0, 100, 100 * bytes, time_ns};
}

// These calls, and these timed ones of each rank.
template <class TrialsOf>
std::vector<SegmentBuilder> job_that_calls(const std::vector<mpimon_collective_size> &sizes, TrialsOf trials_of) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, kRanks);
        segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(kRanks, static_cast<int32_t>(rank))});
        segment.add(MPIMON_BLOCK_NAMES, all_names());
        mpimon_place place = {};
        set_text(place.node, "n1");
        place.by_name = 1;
        segment.add(MPIMON_BLOCK_PLACES, std::vector{place});
        segment.add(MPIMON_BLOCK_COLLECTIVE_SIZES, sizes);
        segment.add(MPIMON_BLOCK_TRIALS, trials_of(rank));
    }
    return segments;
}

// A hundred calls of each operation.
template <class TrialsOf>
std::vector<SegmentBuilder> job_with(TrialsOf trials_of) {
    return job_that_calls(
        {size_of(kBcast, 11, kRing, 1024, 4000000), size_of(kAllreduce, 4, kAllreduceNb, 8, 3000000),
         size_of(kBarrier, 0, kDissemination, 0, 2000000), size_of(kScan, 3, kScanDoubling, 4, 1000000)},
        trials_of);
}

// The second run, in which the broadcasts' and the reductions' former default takes so much longer than what was
// chosen, 10 µs each.
std::vector<SegmentBuilder> rerun(double bcast_ns, double allreduce_ns) {
    return job_with([=](uint32_t rank) {
        return std::vector{trial(rank, kBcast, 11, kBinomial, kDefault, 10000, 1000),
                           trial(rank, kBcast, 11, kRing, kBefore, 10000 + bcast_ns, 1000),
                           trial(rank, kAllreduce, 4, kDoubling, kDefault, 10000, 1000),
                           trial(rank, kAllreduce, 4, kAllreduceNb, kBefore, 10000 + allreduce_ns, 1000)};
    });
}

}  // namespace

std::vector<SegmentBuilder> explored() {
    return job_with([](uint32_t rank) {
        return std::vector{trial(rank, kBcast, 11, kRing, kDefault, 20000, 1000),
                           trial(rank, kBcast, 11, kBinomial, kBinomial, 10000, 1000),
                           trial(rank, kBcast, 11, kBcastNb, kBcastNb, 15000, 1000),
                           trial(rank, kAllreduce, 4, kAllreduceNb, kDefault, 12000, 1000),
                           trial(rank, kAllreduce, 4, kDoubling, kDoubling, 10000, 1000),
                           trial(rank, kBarrier, 0, kDissemination, kDefault, 5000, 1000),
                           trial(rank, kBarrier, 0, kDissemination, kBeta, 4900, 1000)};
    });
}

std::vector<SegmentBuilder> proven() {
    return rerun(9000, 2000);
}

// Welch's test with 20 degrees of freedom asks for 2.086 * sqrt(2 / 11) * 1 µs = 889 ns.
std::vector<SegmentBuilder> proven_in_part() {
    return rerun(900, 880);
}

std::vector<SegmentBuilder> unproven() {
    return rerun(-9000, 0);
}

// Broadcasts, and a scan of which MPICH 4.0 has a single algorithm.
std::vector<SegmentBuilder> called_nonblocking() {
    return job_that_calls({size_of(kBcast, 11, kIbcastRing, 1024, 0, MPIMON_NONBLOCKING),
                           size_of(kExscan, 3, kScanDoubling, 4, 0, MPIMON_NONBLOCKING)},
                          [](uint32_t) { return std::vector<mpimon_trial>(); });
}

// The sweep, whose blocking calls take the nonblocking forms.
std::vector<SegmentBuilder> explored_nonblocking() {
    return job_that_calls({size_of(kBcast, 11, kIbcastRing, 1024, 4000000)}, [](uint32_t rank) {
        return std::vector{trial(rank, kBcast, 11, kIbcastRing, kDefault, 20000, 1000),
                           trial(rank, kBcast, 11, kIbcastBinomial, kIbcastBinomial, 10000, 1000)};
    });
}

std::vector<SegmentBuilder> proven_nonblocking() {
    return job_that_calls({size_of(kBcast, 11, kIbcastRing, 1024, 4000000)}, [](uint32_t rank) {
        return std::vector{trial(rank, kBcast, 11, kIbcastBinomial, kDefault, 10000, 1000),
                           trial(rank, kBcast, 11, kIbcastRing, kBefore, 19000, 1000)};
    });
}

}  // namespace mpimon::test
