#ifndef MPIMON_EXPLORE_H
#define MPIMON_EXPLORE_H

/* Tell the other ranks that this one is to try algorithms. MPI_Init has not had them wait for each other yet. */
MPIMON_HIDDEN void mpimon_explore_announce(void);

/* Try nothing any more, from the same call of all processes on. */
MPIMON_HIDDEN void mpimon_explore_finish(void);

#endif
