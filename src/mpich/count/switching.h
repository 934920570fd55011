#ifndef MPIMON_SWITCHING_H
#define MPIMON_SWITCHING_H

/* Set what the hooks look at: by the control variables, or, with `enable` 0, all off. With MPI_T's lock held. */
MPIMON_HIDDEN void mpimon_switches_set(int enable);

/* From now on variables that are written take effect. Who first has something to count gets a segment by
 * `make_segment(1)`. NULL: no more. */
MPIMON_HIDDEN void mpimon_switching_open(int (*make_segment)(int counting));

#endif
