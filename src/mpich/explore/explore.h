#ifndef MPIMON_EXPLORE_H
#define MPIMON_EXPLORE_H

/* Try nothing any more, from the same call of all processes on. */
MPIMON_HIDDEN void mpimon_explore_finish(void);

#endif
