/*
 * Levels that rise and fall, and what watches how high or low they were.
 */
#ifndef MPIMON_MPIT_WATCH_H
#define MPIMON_MPIT_WATCH_H

enum mpimon_level { MPIMON_LEVEL_POSTED_RECEIVES, MPIMON_LEVELS };

/* What a watermark handle needs: MPICH's tool interface page, section "Pvar Handles". */
struct mpimon_watch;

/* NULL without memory. */
MPIMON_HIDDEN struct mpimon_watch *mpimon_watch_make(long level, int high);
MPIMON_HIDDEN void mpimon_watch_free(struct mpimon_watch *watch);
/* From the level at this moment, unless it goes on after a stop. */
MPIMON_HIDDEN void mpimon_watch_start(struct mpimon_watch *watch);
MPIMON_HIDDEN void mpimon_watch_stop(struct mpimon_watch *watch);
/* From the level at this moment; a stopped one is as if never started. */
MPIMON_HIDDEN void mpimon_watch_reset(struct mpimon_watch *watch);
/* MPI_T_ERR_INVALID if it was never started. */
MPIMON_HIDDEN int mpimon_watch_read(struct mpimon_watch *watch, MPI_Datatype datatype, void *buffer);

MPIMON_HIDDEN void mpimon_level_change(enum mpimon_level level, int by);
MPIMON_HIDDEN uint64_t mpimon_level_now(enum mpimon_level level);

#endif
