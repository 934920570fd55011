/*
 * Changes of control variables that are asked for from outside, through the segment's control block (layout/control.h).
 * The process looks at it where it makes a collective call, and where MPICH makes progress: so also while it waits.
 */
#ifndef MPIMON_HOOK_STEER_H
#define MPIMON_HOOK_STEER_H

/* Who may ask, if anybody: somebody from outside; a plugin, for what must be equal in all ranks, which then meet. */
enum { MPIMON_STEERED_BY_REQUESTS = 1, MPIMON_STEERED_BY_PLUGINS = 2 };
extern MPIMON_HIDDEN unsigned char mpimon_steered;

/* Look whether somebody asks, and answer. */
MPIMON_HIDDEN void mpimon_steer_look(void);

/* The same at the beginning of a collective call, which is one that the processes may have agreed on. */
MPIMON_HIDDEN void mpimon_steer_collective(MPIR_Comm *comm, enum mpimon_mode mode);

#endif
