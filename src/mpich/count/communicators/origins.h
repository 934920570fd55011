#ifndef MPIMON_ORIGINS_H
#define MPIMON_ORIGINS_H

/* A communicator that the program asked for before has its context now, and is registered if messages are counted. */
MPIMON_HIDDEN void mpimon_origin_committed(MPIR_Comm *comm);

/* Whether the program has ever duplicated a communicator without waiting for it. */
extern MPIMON_HIDDEN int mpimon_has_idups;

/* Forget communicators that were asked for and never came. */
MPIMON_HIDDEN void mpimon_origins_finish(void);

#endif
