#ifndef MPIMON_REORDER_H
#define MPIMON_REORDER_H

/* Tell the other ranks how this one is to reorder ranks. MPI_Init has not had them wait for each other yet. */
MPIMON_HIDDEN void mpimon_reorder_announce(void);

#endif
