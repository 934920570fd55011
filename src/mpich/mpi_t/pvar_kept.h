#ifndef MPIMON_PVAR_KEPT_H
#define MPIMON_PVAR_KEPT_H

/*
 * Values of performance variables that need a handle: watermarks, since they count from its start on, texts, and
 * MPICH's own. The handle is made and started when the variable is read for the first time, over MPI_COMM_WORLD if it
 * is bound to a communicator, and kept. The caller does not hold MPI_T's lock, nor has it MPI_THREAD_MULTIPLE: a
 * tool that has the lock may wait for one of MPICH's that the calling thread has.
 *
 * Returns how many numbers the variable has, of which at most `room` are stored; -1 if there is none such, or if it
 * is a text, or one that is bound to something else.
 */
MPIMON_HIDDEN int mpimon_pvar_kept(const char *name, double *values, int room);

/* The same of a text, which is cut where it is longer. Returns 0, or -1. */
MPIMON_HIDDEN int mpimon_pvar_kept_text(const char *name, char *text, size_t room);

/* Ends all handles. */
MPIMON_HIDDEN void mpimon_pvar_kept_free(void);

#endif
