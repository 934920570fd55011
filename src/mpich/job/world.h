/*
 * Collective calls over the world that the library makes for itself at the end, when nothing is counted any more. They
 * send messages: MPICH's algorithms for shared memory would first make files, for which there may be no room.
 */
#ifndef MPIMON_WORLD_H
#define MPIMON_WORLD_H

/* With sessions and no communicator of all processes yet, each of them is alone, as one that is the whole world. */
static inline int mpimon_world_is_alone(void) {
    return !MPIR_Process.comm_world || MPIR_Process.size == 1;
}

static inline int mpimon_world_rank(void) {
    return mpimon_world_is_alone() ? 0 : MPIR_Process.rank;
}

static inline int mpimon_world_size(void) {
    return mpimon_world_is_alone() ? 1 : MPIR_Process.size;
}

/* Each of the values becomes the largest of all ranks. */
static inline void mpimon_world_max_of_each(int *values, int count) {
    if (mpimon_world_is_alone())
        return;
    MPIR_Allreduce_intra_recursive_doubling(MPI_IN_PLACE, values, count, MPIMON_INT, MPI_MAX, MPIR_Process.comm_world,
                                            MPIMON_COLL_ATTRIBUTE);
}

static inline int mpimon_world_max(int value) {
    mpimon_world_max_of_each(&value, 1);
    return value;
}

static inline uint64_t mpimon_world_sum(uint64_t value) {
    uint64_t sum = value;
    if (mpimon_world_is_alone())
        return sum;
    MPIR_Allreduce_intra_recursive_doubling(&value, &sum, 1, MPIMON_UINT64, MPI_SUM, MPIR_Process.comm_world,
                                            MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* `values` has one for every rank: the sum of those that are for this one. Not alone. */
static inline uint64_t mpimon_world_sum_for_me(const uint64_t *values) {
    uint64_t sum = 0;
    MPIR_Reduce_scatter_block_intra_recursive_doubling(values, &sum, 1, MPIMON_UINT64, MPI_SUM, MPIR_Process.comm_world,
                                                       MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* The sum of the values of all lower ranks. */
static inline uint64_t mpimon_world_prefix(uint64_t value) {
    uint64_t through = value;
    if (mpimon_world_is_alone())
        return 0;
    MPIR_Scan_intra_recursive_doubling(&value, &through, 1, MPIMON_UINT64, MPI_SUM, MPIR_Process.comm_world,
                                       MPIMON_COLL_ATTRIBUTE);
    return through - value;
}

static inline void mpimon_world_bcast(void *data, MPI_Aint size) {
    if (mpimon_world_is_alone())
        return;
    MPIR_Bcast_intra_binomial(data, size, MPIMON_BYTE, 0, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
}

enum { MPIMON_TEXT_PIECE = 64 };

/* A text of rank 0's. In pieces as short as UCX sends without more: for longer ones it attaches memory of the receiver,
 * and where the address space is used up, both wait for ever. */
static inline void mpimon_world_bcast_text(char *text, size_t room) {
    size_t size;
    do {
        size = MPL_MIN(room, (size_t)MPIMON_TEXT_PIECE);
        mpimon_world_bcast(text, (MPI_Aint)size);
        text += size;
        room -= size;
    } while (room > 0 && !memchr(text - size, '\0', size));
}

/* One int of every rank to rank 0's array. Not alone. */
static inline void mpimon_world_gather(int value, int *values) {
    MPIR_Gather_intra_binomial(&value, 1, MPIMON_INT, values, 1, MPIMON_INT, 0, MPIR_Process.comm_world,
                               MPIMON_COLL_ATTRIBUTE);
}

enum { MPIMON_TAG = 31 };

static inline void mpimon_world_send(const void *data, MPI_Aint size, int rank) {
    MPIC_Send(data, size, MPIMON_BYTE, rank, MPIMON_TAG, MPIR_Process.comm_world, MPIMON_COLL_ATTRIBUTE);
}

static inline void mpimon_world_receive(void *data, MPI_Aint size, int rank) {
    MPIC_Recv(data, size, MPIMON_BYTE, rank, MPIMON_TAG, MPIR_Process.comm_world, MPIMON_RECEIVE_STATUS);
}

#endif
