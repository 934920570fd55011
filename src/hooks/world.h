/*
 * Collective calls over the world that the library makes for itself at the end, when nothing is counted any more.
 * MPICH's internal signatures differ by version; here is the one place that knows.
 */
#ifndef MPIMON_HOOKS_WORLD_H
#define MPIMON_HOOKS_WORLD_H

#if MPICH_NUMVERSION >= 40200000
#define MPIMON_COLL_ATTRIBUTE 0
#else
#define MPIMON_COLL_ATTRIBUTE \
    &(MPIR_Errflag_t) {       \
        MPIR_ERR_NONE         \
    }
#endif

static inline int mpimon_world_max(int value) {
    int most = value;
    MPIR_Allreduce(&value, &most, 1, MPI_INT, MPI_MAX, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
    return most;
}

static inline uint64_t mpimon_world_sum(uint64_t value) {
    uint64_t sum = value;
    MPIR_Allreduce(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* `values` has one for every rank: the sum of those that are for this one. */
static inline uint64_t mpimon_world_sum_for_me(const uint64_t *values) {
    uint64_t sum = 0;
    MPIR_Reduce_scatter_block(values, &sum, 1, MPI_UINT64_T, MPI_SUM, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* The sum of the values of all lower ranks; *total becomes that of all. */
static inline uint64_t mpimon_world_prefix(uint64_t value, uint64_t *total) {
    uint64_t through = value;
    MPIR_Scan(&value, &through, 1, MPI_UINT64_T, MPI_SUM, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
    *total = through;
    MPIR_Bcast(total, 1, MPI_UINT64_T, MPIR_Process.size - 1, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
    return through - value;
}

static inline void mpimon_world_bcast(void *data, MPI_Aint size) {
    MPIR_Bcast(data, size, MPI_BYTE, 0, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
}

/* One int of every rank to rank 0's array. */
static inline void mpimon_world_gather(int value, int *values) {
    MPIR_Gather(&value, 1, MPI_INT, values, 1, MPI_INT, 0, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
}

enum { MPIMON_TAG = 31 };

static inline void mpimon_world_send(const void *data, MPI_Aint size, int rank) {
    MPIC_Send(data, size, MPI_BYTE, rank, MPIMON_TAG, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
}

static inline void mpimon_world_receive(void *data, MPI_Aint size, int rank) {
#if MPICH_NUMVERSION >= 40200000
    MPIC_Recv(data, size, MPI_BYTE, rank, MPIMON_TAG, MPIR_Process.comm_world, MPI_STATUS_IGNORE);
#else
    MPIC_Recv(data, size, MPI_BYTE, rank, MPIMON_TAG, MPIR_Process.comm_world, MPI_STATUS_IGNORE,
              MPIMON_COLL_ATTRIBUTE);
#endif
}

#endif
