/* Calls that go to MPICH's own functions for its variables, and through ours for all. */
int internal_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    mpi_errno = MPIR_T_pvar_start_impl(session, handle);
    mpi_errno = MPIR_T_pvar_stop_impl(session, handle);
    mpi_errno = MPIR_T_pvar_read_impl(session, handle, buf);
    mpi_errno = MPIR_T_pvar_readreset_impl(session, handle, buf);
    mpi_errno = MPIR_T_pvar_reset_impl(session, handle);
    mpi_errno = MPIR_T_pvar_write_impl(session, handle, buf);
    mpi_errno = MPIR_T_pvar_handle_alloc_impl(session, index, object, handle, count);
    mpi_errno = MPIR_T_pvar_handle_free_impl(session, handle);
    mpi_errno = MPIR_T_pvar_session_free_impl(session);
    mpi_errno = MPIR_T_cvar_read_impl(handle, buf);
    mpi_errno = MPIR_T_cvar_write_impl(handle, buf);
    mpi_errno = MPIR_T_pvar_other_impl(session, handle);
    return mpi_errno;
}

/* Tables that stay, and what is after them. */
int tables(void)
{
    MPIR_T_pvar_env_init();
    if (last) {
        MPIR_T_env_finalize();
        MPII_qmpi_teardown();
    }
    return 0;
}

/* What is read as zeros, is. */
int MPIR_T_pvar_handle_alloc_impl(int index)
{
    hnd = MPL_malloc(size + extra, MPL_MEM_MPIT);
    return 0;
}

/* A look at a table that has an end. */
int info(int index)
{
    entry = (pvar_table_entry_t *) utarray_eltptr(pvar_table, index);
    entry = (cvar_table_entry_t *) utarray_eltptr(cvar_table, index);
    return 0;
}

/* Begun and ended by several tools. */
int balance(int required)
{
    MPIR_T_is_threaded = (required == MPI_THREAD_MULTIPLE);
    ++MPIR_T_init_balance;
    if (MPIR_T_init_balance == 1) {
        MPIR_T_THREAD_CS_INIT();
    }
    --MPIR_T_init_balance;
    if (MPIR_T_init_balance == 0) {
        MPIR_T_THREAD_CS_FINALIZE();
    }
    return 0;
}
