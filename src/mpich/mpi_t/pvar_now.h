#ifndef MPIMON_PVAR_NOW_H
#define MPIMON_PVAR_NOW_H

/*
 * The present values of one of our performance variables, without a handle: what was counted since MPI_Init, of one
 * that is bound to a communicator over MPI_COMM_WORLD. At most `room` are stored. Returns how many it has; -1 if there
 * is no such, or if it is a text, a watermark, or of a window; or a
 * gauge, with MPI_THREAD_MULTIPLE. With MPI_T's lock held.
 */
MPIMON_HIDDEN int mpimon_pvar_now(const char *name, double *values, int room);

#endif
