/*
 * The process's and the communicators' beginning and end.
 */
#ifndef MPIMON_HOOKS_HOOK_LIFETIME_H
#define MPIMON_HOOKS_HOOK_LIFETIME_H

#include "hook_environment.h"

/* Begin to count, if the user wants it: the rank is known, no communicator exists yet. */
MPIMON_HIDDEN void mpimon_start(void);

/* Do what the control variables say now; they may be written while the program runs. */
MPIMON_HIDDEN void mpimon_switch(void);

/* Stop counting and write the output; the built-in communicators still work. Collective over the world. */
MPIMON_HIDDEN void mpimon_finish(void);

MPIMON_HIDDEN void mpimon_communicator_commit(MPIR_Comm *comm);
MPIMON_HIDDEN void mpimon_communicator_free(MPIR_Comm *comm);

#define MPIMON_HOOK_SETTINGS() mpimon_check_environment()
#define MPIMON_HOOK_START(error) \
    do {                         \
        if (!(error))            \
            mpimon_start();      \
    } while (0)
#define MPIMON_HOOK_FINISH() mpimon_finish()
#define MPIMON_HOOK_COMM_COMMIT(comm) mpimon_communicator_commit(comm)
#define MPIMON_HOOK_COMM_FREE(comm) mpimon_communicator_free(comm)

#endif
