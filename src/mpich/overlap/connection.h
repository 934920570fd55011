/*
 * The connection with libmpimon_overlap.so.
 */
#ifndef MPIMON_OVERLAP_CONNECTION_H
#define MPIMON_OVERLAP_CONNECTION_H

#include "../../engine/count.h"
#include "overlap.h"

/* Hands the library what it needs of this one. 0 where it is not loaded. */
MPIMON_HIDDEN int mpimon_overlap_is_connected(void);

/* Whether the user has set MPIR_CVAR_OVERLAP to something else than off. */
MPIMON_HIDDEN int mpimon_overlap_is_set(void);

/* Whether the user wants overlap, and its library is loaded. */
MPIMON_HIDDEN int mpimon_overlap_is_wanted(void);

/* What it has counted; NULL without it. */
MPIMON_HIDDEN const uint64_t *mpimon_overlap_counters(void);

#endif
