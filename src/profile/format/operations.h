/*
 * The collective operations, and what is known of each. Part of libmpi, called from C.
 */
#ifndef MPIMON_PROFILE_OPERATIONS_H
#define MPIMON_PROFILE_OPERATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Open MPI monitoring guide (Inria RR-9038), table 2. */
enum mpimon_operation_kind { MPIMON_ONE_TO_ALL, MPIMON_ALL_TO_ONE, MPIMON_ALL_TO_ALL, MPIMON_OPERATION_KINDS };

/* What the recorded bytes of a call (docs/counters.md) say of the bytes that go to, or come from, one other process. */
enum mpimon_share {
    MPIMON_SHARE_EACH,   /* as many to each of the others */
    MPIMON_SHARE_SPLIT,  /* divided over all processes, the own one included */
    MPIMON_SHARE_HIGHER, /* as many to each process of a higher rank */
    MPIMON_SHARE_UNKNOWN /* to the neighbours of a topology, which are not recorded */
};

/* What mpimon_exchanged_bytes tells: of some operations it assumes that all processes have as much where they need not.
 */
enum mpimon_exchange { MPIMON_EXACT, MPIMON_ESTIMATED };

/*
 * The one table of them: X(name, kind, share, exchange), by names as in MPI_Bcast and sorted. The hooks' macros and the
 * performance variables are made from it, too (maint/variables/operations.py).
 */
#define MPIMON_OPERATIONS(X)                           \
    X(Allgather, ALL_TO_ALL, EACH, EXACT)              \
    X(Allgatherv, ALL_TO_ALL, EACH, EXACT)             \
    X(Allreduce, ALL_TO_ALL, EACH, EXACT)              \
    X(Alltoall, ALL_TO_ALL, SPLIT, EXACT)              \
    X(Alltoallv, ALL_TO_ALL, SPLIT, ESTIMATED)         \
    X(Alltoallw, ALL_TO_ALL, SPLIT, ESTIMATED)         \
    X(Barrier, ALL_TO_ALL, EACH, EXACT)                \
    X(Bcast, ONE_TO_ALL, EACH, EXACT)                  \
    X(Exscan, ALL_TO_ALL, HIGHER, EXACT)               \
    X(Gather, ALL_TO_ONE, EACH, EXACT)                 \
    X(Gatherv, ALL_TO_ONE, EACH, ESTIMATED)            \
    X(Neighbor_allgather, ALL_TO_ALL, UNKNOWN, EXACT)  \
    X(Neighbor_allgatherv, ALL_TO_ALL, UNKNOWN, EXACT) \
    X(Neighbor_alltoall, ALL_TO_ALL, UNKNOWN, EXACT)   \
    X(Neighbor_alltoallv, ALL_TO_ALL, UNKNOWN, EXACT)  \
    X(Neighbor_alltoallw, ALL_TO_ALL, UNKNOWN, EXACT)  \
    X(Reduce, ALL_TO_ONE, EACH, EXACT)                 \
    X(Reduce_scatter, ALL_TO_ALL, SPLIT, ESTIMATED)    \
    X(Reduce_scatter_block, ALL_TO_ALL, SPLIT, EXACT)  \
    X(Scan, ALL_TO_ALL, HIGHER, EXACT)                 \
    X(Scatter, ONE_TO_ALL, SPLIT, EXACT)               \
    X(Scatterv, ONE_TO_ALL, SPLIT, ESTIMATED)

/* A number for each: MPIMON_OPERATION_Bcast. */
#define MPIMON_OPERATION_NUMBER(name, ...) MPIMON_OPERATION_##name,
enum mpimon_operation_number { MPIMON_OPERATIONS(MPIMON_OPERATION_NUMBER) MPIMON_KNOWN_OPERATIONS };
#undef MPIMON_OPERATION_NUMBER

struct mpimon_operation {
    enum mpimon_operation_kind kind;
    enum mpimon_share share;
    enum mpimon_exchange exchange;
};

/* Names that are in no table count as all-to-all with an unknown share. */
struct mpimon_operation mpimon_operation_of(const char *name);

/*
 * The guide's size of a communicator's one-to-all, all-to-one or all-to-all operations (its section 8.3.3): bytes sent
 * to, or for all-to-one received from, the other processes, none to the process itself. `bytes` are those recorded in
 * the calls that count (at the root alone for kinds that have one); `others` is the number of other processes: size -
 * 1, or remote_size on an inter-communicator; `rank` is the process's own.
 */
uint64_t mpimon_exchanged_bytes(struct mpimon_operation operation, uint64_t bytes, uint32_t others, int inter,
                                uint32_t rank);

#ifdef __cplusplus
}
#endif

#endif
