/*
 * Levels as they stand, and who is told when they change.
 */
#ifndef MPIMON_LEVELS_H
#define MPIMON_LEVELS_H

#include "../macros/hook_gauge.h"

/* The level at this moment. Takes the locks of MPICH's queues. */
MPIMON_HIDDEN uint64_t mpimon_level_now(enum mpimon_level level);

/* The same without locks; those of unexpected messages are right only while gauges are on. */
MPIMON_HIDDEN uint64_t mpimon_level_counted(enum mpimon_level level);

/* See how long the queues of unexpected messages are, and whether to go on counting: then gauges are on. Takes the
 * locks of MPICH's queues. Where MPICH has none, below MPI_THREAD_MULTIPLE and in MPI_Finalize, only the thread that
 * begins or ends MPI may look; for another one the queues count as empty now. */
MPIMON_HIDDEN void mpimon_unexpected_look(int go_on);

/* Shared-memory cells that are this process's to send with, and packet buffers; in use or not. */
MPIMON_HIDDEN uint64_t mpimon_cells_allocated(void);
MPIMON_HIDDEN uint64_t mpimon_buffers_allocated(void);

/* Parts of MPIMON_LEVEL_MEMORY, in bytes. */
MPIMON_HIDDEN uint64_t mpimon_object_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_buffer_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_cell_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_segment_bytes(void);

/* This thread begins MPI, or ends it: then MPICH's locks work no more. With MPI_T's lock held. */
MPIMON_HIDDEN void mpimon_levels_own(int locks_work);

/* A receive was posted, or is complete, that has room for so many bytes. */
MPIMON_HIDDEN void mpimon_posted_changed(int by, uint64_t bytes);
MPIMON_HIDDEN void mpimon_posted_forget(void);

/* How high or low a level gets from when the mark is set until it is taken away. The caller's; it must not move. */
struct mpimon_mark {
    enum mpimon_level level;
    int high;
    uint64_t value;
    struct mpimon_mark *next;
};

/* From the level at this moment. */
MPIMON_HIDDEN void mpimon_mark_reset(struct mpimon_mark *mark);
/* Goes on from mark->value. */
MPIMON_HIDDEN void mpimon_mark_set(struct mpimon_mark *mark);
MPIMON_HIDDEN void mpimon_mark_take(struct mpimon_mark *mark);
/* Of a mark that is set. */
MPIMON_HIDDEN uint64_t mpimon_mark_read(struct mpimon_mark *mark);

/* The most since somebody began to watch, or the level at this moment if nobody does. */
MPIMON_HIDDEN uint64_t mpimon_level_highest(enum mpimon_level level);

/* Detail `gauges`. */
MPIMON_HIDDEN void mpimon_gauges_switch(int on);

#endif
