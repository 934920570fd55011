#ifndef MPIMON_PVAR_NOW_H
#define MPIMON_PVAR_NOW_H

/*
 * The present values of one of our performance variables, without a handle: what was counted since MPI_Init, and over
 * MPI_COMM_WORLD if the variable is bound to a communicator. At most `room` are stored. Returns how many it has; -1 if
 * there is no such one, or if it is a text, a watermark, bound to a window, or, with MPI_THREAD_MULTIPLE, a gauge. The
 * caller holds MPI_T's lock.
 */
MPIMON_HIDDEN int mpimon_pvar_now(const char *name, double *values, int room);

#endif
