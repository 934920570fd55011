/*
 * Overlap (MPIR_CVAR_OVERLAP): synchronous calls made asynchronous, by a library of its own that calls these. libmpi
 * hands them over, and exports no symbol for it. Whatever changes here or in what these headers include, the number in
 * the name of the function that connects them grows.
 */
#ifndef MPIMON_OVERLAP_H
#define MPIMON_OVERLAP_H

#include <stdint.h>

#include "overlap_counters.h"

/* Whether the network module will tell when it has something to do. */
enum mpimon_overlap_armed {
    MPIMON_OVERLAP_ARMED,
    MPIMON_OVERLAP_BUSY,  /* it has already: make progress, and ask again */
    MPIMON_OVERLAP_FAILED /* it never will */
};

struct mpimon_overlap_library {
    /* What the calling thread calls from now on is part of MPI_Send (0), MPI_Recv (1) or MPI_Sendrecv (2), as if the
     * program had called the library's own; until it leaves. */
    void (*enter)(int function);
    void (*leave)(void);

    /* How deep the calling thread is in MPI functions. While it is raised, calls are no calls of the program's. */
    int *(*depth)(void);

    /* Keeps what came of the calls at one site, from the first one on; at the same index what is new of the same. */
    void (*keep_site)(uint32_t index, const struct mpimon_overlap_site *site);

    /* A descriptor that can be read when the network module has something to do; -1 where there is none. It tells once
     * each time that it was asked by `arm`; or when `signal` is called, by any thread. */
    int (*descriptor)(void);
    enum mpimon_overlap_armed (*arm)(void);
    void (*signal)(void);

    /* Whether it tells of messages to and from this rank, too; it does not where they go through shared memory. */
    int (*tells_of)(int communicator, int rank);
};

/* The symbol by which libmpi knows that libmpimon_overlap.so is there: the function returns the array that it counts
 * in. */
#define MPIMON_OVERLAP_CONNECT "mpimon_overlap_connect_4"
typedef const uint64_t *mpimon_overlap_connect_fn(const struct mpimon_overlap_library *);

#endif
