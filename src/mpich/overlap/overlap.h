/*
 * Overlap (MPIR_CVAR_OVERLAP): synchronous calls made asynchronous, by a library of its own that calls these.
 */
#ifndef MPIMON_OVERLAP_H
#define MPIMON_OVERLAP_H

#include <stdint.h>

#include "overlap_counters.h"

/* What that library has counted; NULL without it. */
const uint64_t *mpimon_overlap_counters(void);

/* What follows is for that library. */
#define MPIMON_OVERLAP_EXPORT __attribute__((visibility("default")))

/* The array that it counts in. */
MPIMON_OVERLAP_EXPORT void mpimon_overlap_attach(const uint64_t *counters);

/* What the calling thread calls from now on is part of MPI_Send (0), MPI_Recv (1) or MPI_Sendrecv (2), as if the
 * program had called the library's own; until it leaves. */
MPIMON_OVERLAP_EXPORT void mpimon_overlap_enter(int function);
MPIMON_OVERLAP_EXPORT void mpimon_overlap_leave(void);

/* How deep the calling thread is in MPI functions. While it is raised, calls are no calls of the program's. */
MPIMON_OVERLAP_EXPORT int *mpimon_overlap_depth(void);

#endif
