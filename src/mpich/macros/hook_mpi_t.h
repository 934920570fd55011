/*
 * The hooks that patches/mpit.cocci puts into MPICH's MPI_T: calls for our variables go to our functions, those for
 * MPICH's own stay with MPICH's. The fixes of MPI_T's faults are in fixes/mpi_t.h.
 */
#ifndef MPIMON_HOOK_MPI_T_H
#define MPIMON_HOOK_MPI_T_H

/* Called once, when MPI_T's tables are made. */
MPIMON_HIDDEN void mpimon_register_variables(void);
#define MPIMON_HOOK_VARIABLES() mpimon_register_variables()

/*
 * MPICH calls these; they call MPIR_T_pvar_ACTION_impl for variables that are not ours. Handles of another
 * session, and MPI_T_PVAR_ALL_HANDLES where it does not belong, are errors, which MPICH does not see everywhere.
 */
MPIMON_HIDDEN int mpimon_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object,
                                           MPI_T_pvar_handle *handle, int *count);
MPIMON_HIDDEN int mpimon_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle);
MPIMON_HIDDEN int mpimon_pvar_session_free(MPI_T_pvar_session *session);
MPIMON_HIDDEN int mpimon_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
MPIMON_HIDDEN int mpimon_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
MPIMON_HIDDEN int mpimon_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer);
MPIMON_HIDDEN int mpimon_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer);
MPIMON_HIDDEN int mpimon_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
MPIMON_HIDDEN int mpimon_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buffer);

#define MPIMON_HOOK_PVAR_BIND(...) mpimon_pvar_handle_alloc(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_FREE(...) mpimon_pvar_handle_free(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_SESSION_FREE(session) mpimon_pvar_session_free(session)
#define MPIMON_HOOK_PVAR_START(...) mpimon_pvar_start(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_STOP(...) mpimon_pvar_stop(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_READ(...) mpimon_pvar_read(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_READRESET(...) mpimon_pvar_readreset(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_RESET(...) mpimon_pvar_reset(__VA_ARGS__)
#define MPIMON_HOOK_PVAR_WRITE(...) mpimon_pvar_write(__VA_ARGS__)

/* Called before the counters go: handles keep what they have counted, and go on from zero if counters come again. */
MPIMON_HIDDEN void mpimon_pvars_keep(void);

/* Called before a control variable is read: MPICH's copy of a string was made before the environment was looked at. */
MPIMON_HIDDEN void mpimon_cvar_refresh(MPI_T_cvar_handle handle);
#define MPIMON_FIX_CVAR_READ(handle, buffer) (mpimon_cvar_refresh(handle), MPIR_T_cvar_read_impl(handle, buffer))

/* Makes strings, and variables of ours, take effect. Returns an MPI error class. */
MPIMON_HIDDEN int mpimon_cvar_write(MPI_T_cvar_handle handle, const void *buffer);
#define MPIMON_FIX_CVAR_WRITE(handle, buffer) mpimon_cvar_write(handle, buffer)

#endif
