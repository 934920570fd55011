/*
 * The process's and the communicators' beginning and end.
 */
#ifndef MPIMON_HOOK_LIFETIME_H
#define MPIMON_HOOK_LIFETIME_H

#include "hook_environment.h"

/* Begin to count, if the user wants it: the rank is known, no communicator exists yet. */
MPIMON_HIDDEN void mpimon_start(void);

/* Apply the control variables, which may be written while the program runs. The caller holds MPI_T's lock. */
MPIMON_HIDDEN void mpimon_switch(void);

/* MPI_Finalize begins, and MPICH's locks still work: tools switch nothing from now on. */
MPIMON_HIDDEN void mpimon_closing(void);

/*
 * Stop counting and write the output; the built-in communicators still work. Collective over the world. Attributes of
 * these are deleted first, as MPICH would do next: what a program does then counts. Returns MPICH's error of that.
 */
MPIMON_HIDDEN int mpimon_finish(void);

/* The program ends by MPI_Abort, or by an error that is fatal: nobody expects its counters. The launcher
 * gets `exit_code`. */
MPIMON_HIDDEN void mpimon_aborting(int exit_code);

MPIMON_HIDDEN void mpimon_communicator_commit(MPIR_Comm *comm);
MPIMON_HIDDEN void mpimon_communicator_free(MPIR_Comm *comm);

#define MPIMON_HOOK_SETTINGS() mpimon_check_environment()
#define MPIMON_HOOK_START(error) \
    do {                         \
        if (!(error))            \
            mpimon_start();      \
    } while (0)
#define MPIMON_HOOK_CLOSING() mpimon_closing()
#define MPIMON_HOOK_FINISH(error) \
    do {                          \
        error = mpimon_finish();  \
        MPIR_ERR_CHECK(error);    \
    } while (0)
#define MPIMON_HOOK_ABORT(exit_code) mpimon_aborting(exit_code)
#define MPIMON_HOOK_COMM_COMMIT(comm) mpimon_communicator_commit(comm)
#define MPIMON_HOOK_COMM_FREE(comm) mpimon_communicator_free(comm)

#endif
