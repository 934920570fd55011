/*
 * What patches/mpit.cocci places in MPICH's MPI_T: our variables go to our functions, MPICH's own stay with MPICH's,
 * and its faults are mended.
 */
#ifndef MPIMON_VARIABLES_H
#define MPIMON_VARIABLES_H

/* Once, when MPI_T's tables are made. */
MPIMON_HIDDEN void mpimon_register_variables(void);
#define MPIMON_HOOK_VARIABLES() mpimon_register_variables()

/*
 * Instead of MPIR_T_pvar_ACTION_impl: our variables are ours to serve, the others go on to MPICH. Handles of another
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

/* Before the counters go: handles keep what they have counted, and go on from zero if counters come again. */
MPIMON_HIDDEN void mpimon_pvar_settle(void);

/*
 * MPI_T's lock. MPICH takes it only if the tool that began MPI_T last wanted MPI_THREAD_MULTIPLE, whatever others
 * wanted, and makes it only if the first one did. Here it is made once, stays, and is always taken.
 */
MPIMON_HIDDEN int mpimon_tools_make_lock(void);
#define MPIMON_MEND_ALWAYS_LOCK() (MPIR_T_is_threaded = mpimon_tools_make_lock())
#define MPIMON_MEND_KEEP_LOCK() (void)0

/* From one to the other, tools that call MPI_T wait. */
MPIMON_HIDDEN void mpimon_tools_hold(void);
MPIMON_HIDDEN void mpimon_tools_release(void);
#define MPIMON_MEND_HOLD_TOOLS() mpimon_tools_hold()
#define MPIMON_MEND_RELEASE_TOOLS() mpimon_tools_release()

/* Tools may end MPI_T at the same time. */
#define MPIMON_MEND_LEAVE_TOOLS() __atomic_sub_fetch(&MPIR_T_init_balance, 1, __ATOMIC_ACQ_REL)

/* Before a control variable is read: MPICH keeps a copy of a string, made before the environment was looked at. */
MPIMON_HIDDEN void mpimon_cvar_refresh(MPI_T_cvar_handle handle);
#define MPIMON_MEND_CVAR_READ(handle, buffer) (mpimon_cvar_refresh(handle), MPIR_T_cvar_read_impl(handle, buffer))

/* Strings, and variables of ours, take effect. Returns an MPI error class. */
MPIMON_HIDDEN int mpimon_cvar_write(MPI_T_cvar_handle handle, const void *buffer);
#define MPIMON_MEND_CVAR_WRITE(handle, buffer) mpimon_cvar_write(handle, buffer)

/* MPI_T's tables stay: MPI may still use the control variables, and MPI_T may be initialized again (issue 7954). */
#define MPIMON_MEND_KEEP_TABLES() (void)0

/* So does the table of tools in a row (QMPI): MPI_Finalized and MPI_T may still be called, and look there. */
#define MPIMON_MEND_KEEP_LAYERS() (void)0

/* MPICH reads what it allocated as zeros without making it so. */
#define MPIMON_MEND_CALLOC(size, memory_class) MPL_calloc(1, size, memory_class)

/* A bad index is an error, not a crash. */
#define MPIMON_MEND_PVAR_INDEX(index)                                      \
    do {                                                                   \
        if ((index) < 0 || (unsigned)(index) >= utarray_len(pvar_table)) { \
            mpi_errno = MPI_T_ERR_INVALID_INDEX;                           \
            goto fn_fail;                                                  \
        }                                                                  \
    } while (0)

#endif
