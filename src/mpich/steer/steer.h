#ifndef MPIMON_STEER_H
#define MPIMON_STEER_H

/* Answer requests from now on, if the segment is a file in memory, in this folder; before counting is switched on. */
MPIMON_HIDDEN void mpimon_steer_start(const char *folder);

/* Answer none any more. */
MPIMON_HIDDEN void mpimon_steer_stop(void);

/* To be called when the segment goes. */
MPIMON_HIDDEN void mpimon_steer_forget(void);

#endif
