/*
 * What the processes of the world tell each other at the end, when nothing is counted any more. They send messages of
 * their own: MPICH's algorithms for shared memory would first make files, for which there may be no room. Who waits
 * for a message gives up the processor meanwhile: processes that share a core would otherwise wait for each other to
 * use up their time.
 */
#ifndef MPIMON_WORLD_H
#define MPIMON_WORLD_H

#include "../fixes/node_words.h"

/* With sessions and no communicator of all processes yet, each of them is alone, as one that is the whole world, or one
 * that began to count when others had left. */
static inline int mpimon_world_is_alone(void) {
    return !MPIR_Process.comm_world || MPIR_Process.size == 1 || mpimon_node_words_are_left();
}

static inline int mpimon_world_rank(void) {
    return mpimon_world_is_alone() ? 0 : MPIR_Process.rank;
}

static inline int mpimon_world_size(void) {
    return mpimon_world_is_alone() ? 1 : MPIR_Process.size;
}

/* UCX sends messages up to this size without further memory. For longer ones it attaches memory of the receiver, and
 * where the address space is used up, both wait for ever. */
enum { MPIMON_SHORT_MESSAGE = 64 };

MPIMON_HIDDEN void mpimon_world_send(const void *data, MPI_Aint size, int rank);
MPIMON_HIDDEN void mpimon_world_receive(void *data, MPI_Aint size, int rank);

/* Whether `value` is not 0 in any rank; 1 also where that cannot be found out without asking all by messages. */
MPIMON_HIDDEN int mpimon_world_any(int value);

struct mpimon_tree {
    int parent; /* -1 at the root */
    int children[48], count;
};
/* A position's neighbours in a tree of `size` positions, of which 0 is the root. */
MPIMON_HIDDEN struct mpimon_tree mpimon_tree_at(int position, int size);
/* This rank's in that of all processes. The first one is `root`; the others follow in their order, and round to those
 * below. */
MPIMON_HIDDEN struct mpimon_tree mpimon_world_tree(int root);

MPIMON_HIDDEN void mpimon_world_bcast(void *data, MPI_Aint size, int root);

/* `data` begins with `fixed` bytes, fewer than a short message; a text follows, with room up to `size`. */
MPIMON_HIDDEN void mpimon_world_bcast_text(void *data, size_t fixed, size_t size, int root);

/* Each of the values becomes the largest of all ranks, at the root only. */
MPIMON_HIDDEN void mpimon_world_max_at(int *values, int count, int root);

/* The largest value of all ranks, on all ranks. */
MPIMON_HIDDEN int mpimon_world_max(int value);

static inline uint64_t mpimon_world_sum(uint64_t value) {
    uint64_t sum = value;
    if (mpimon_world_is_alone())
        return sum;
    MPIR_Allreduce_intra_recursive_doubling(&value, &sum, 1, MPIMON_UINT64, MPI_SUM, MPIR_Process.comm_world,
                                            MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* `values` has one for every rank: the sum of those that are for this one. There are several ranks. */
static inline uint64_t mpimon_world_sum_for_me(const uint64_t *values) {
    uint64_t sum = 0;
    MPIR_Reduce_scatter_block_intra_recursive_doubling(values, &sum, 1, MPIMON_UINT64, MPI_SUM, MPIR_Process.comm_world,
                                                       MPIMON_COLL_ATTRIBUTE);
    return sum;
}

/* Brings one int of every rank to the root's array. There are several ranks. */
static inline void mpimon_world_gather(int value, int *values, int root) {
    MPIR_Gather_intra_binomial(&value, 1, MPIMON_INT, values, 1, MPIMON_INT, root, MPIR_Process.comm_world,
                               MPIMON_COLL_ATTRIBUTE);
}

#endif
