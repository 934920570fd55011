#ifndef MPIMON_STEER_H
#define MPIMON_STEER_H

/* See the order of collective calls, before counting is switched on; and answer requests from now on, if the segment is
 * a file in memory, in this folder. */
MPIMON_HIDDEN void mpimon_steer_start(const char *folder);

/* Answer none any more. */
MPIMON_HIDDEN void mpimon_steer_stop(void);

/* Has to be called when the segment goes. */
MPIMON_HIDDEN void mpimon_steer_forget(void);

#endif
