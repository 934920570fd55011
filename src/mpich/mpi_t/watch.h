/*
 * What a watermark handle needs: MPICH's tool interface page, section "Pvar Handles".
 */
#ifndef MPIMON_WATCH_H
#define MPIMON_WATCH_H

#include "../count/levels.h"

struct mpimon_watch {
    struct mpimon_mark mark;
    int started, once_started;
};

/* NULL without memory. */
MPIMON_HIDDEN struct mpimon_watch *mpimon_watch_make(long level, int high);
MPIMON_HIDDEN void mpimon_watch_free(struct mpimon_watch *watch);
/* From the level at this moment, unless it goes on after a stop. */
MPIMON_HIDDEN void mpimon_watch_start(struct mpimon_watch *watch);
MPIMON_HIDDEN void mpimon_watch_stop(struct mpimon_watch *watch);
/* From the level at this moment; a stopped one is as if never started. */
MPIMON_HIDDEN void mpimon_watch_reset(struct mpimon_watch *watch);
/* MPI_T_ERR_INVALID if it was never started. */
MPIMON_HIDDEN int mpimon_watch_read(struct mpimon_watch *watch, uint64_t *value);

#endif
