/* Calls that go to MPICH's own functions for its variables, and through ours for all. */
int internal_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    mpi_errno = MPIMON_HOOK_PVAR_START(session, handle);
    mpi_errno = MPIMON_HOOK_PVAR_STOP(session, handle);
    mpi_errno = MPIMON_HOOK_PVAR_READ(session, handle, buf);
    mpi_errno = MPIMON_HOOK_PVAR_READRESET(session, handle, buf);
    mpi_errno = MPIMON_HOOK_PVAR_RESET(session, handle);
    mpi_errno = MPIMON_HOOK_PVAR_WRITE(session, handle, buf);
    mpi_errno = MPIMON_HOOK_PVAR_BIND(session, index, object, handle, count);
    mpi_errno = MPIMON_HOOK_PVAR_FREE(session, handle);
    mpi_errno = MPIMON_HOOK_PVAR_SESSION_FREE(session);
    mpi_errno = MPIMON_FIX_CVAR_READ(handle, buf);
    mpi_errno = MPIMON_FIX_CVAR_WRITE(handle, buf);
    mpi_errno = MPIR_T_pvar_other_impl(session, handle);
    return mpi_errno;
}

/* Tables that stay, and what is after them. */
int tables(void)
{
    MPIR_T_pvar_env_init();
    MPIMON_HOOK_VARIABLES();
    if (last) {
        MPIMON_FIX_KEEP_TABLES();
        MPIMON_FIX_KEEP_LAYERS();
    }
    return 0;
}

/* What is read as zeros, is. */
int MPIR_T_pvar_handle_alloc_impl(int index)
{
    hnd = MPIMON_FIX_CALLOC(size + extra, MPL_MEM_MPIT);
    return 0;
}

/* A look at a table that has an end. */
int info(int index)
{
    MPIMON_FIX_PVAR_INDEX(index);
    entry = (pvar_table_entry_t *) utarray_eltptr(pvar_table, index);
    entry = (cvar_table_entry_t *) utarray_eltptr(cvar_table, index);
    return 0;
}

/* Begun and ended by several tools. */
int balance(int required)
{
    MPIMON_FIX_ALWAYS_LOCK();
    MPIMON_FIX_LOCK_TOOLS();
    ++MPIR_T_init_balance;
    if (MPIR_T_init_balance == 1) {
        MPIMON_FIX_KEEP_LOCK();
    }
    MPIMON_FIX_UNLOCK_TOOLS();
    MPIMON_FIX_LEAVE_TOOLS();
    if (MPIR_T_init_balance == 0) {
        MPIMON_FIX_KEEP_LOCK();
    }
    return 0;
}
