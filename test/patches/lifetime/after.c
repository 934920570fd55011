/* The first and the last moment, of the process and of a communicator. */
int lifetime(struct comm *comm)
{
    int mpi_errno = 0;
    MPIMON_HOOK_SETTINGS();
    mpi_errno = MPIR_T_env_init();
    mpi_errno = MPIR_pmi_init();
    MPIMON_HOOK_START(mpi_errno);
    mpi_errno = MPIDIG_init_comm(comm);
    MPIMON_HOOK_COMM_COMMIT(comm);
    MPIMON_HOOK_COMM_FREE(comm);
    mpi_errno = MPIDIG_destroy_comm(comm);
    MPIMON_HOOK_CLOSING();
    mpi_errno = MPII_finalize_async();
    MPIMON_HOOK_FINISH(mpi_errno);
    mpi_errno = MPIR_finalize_builtin_comms();
    return mpi_errno;
}

int MPID_Abort(MPIR_Comm *comm, int mpi_errno, int exit_code, const char *error_msg)
{
    if (comm)
        mpi_errno = 0;
    MPIMON_HOOK_ABORT(exit_code);
    MPL_error_printf("%s", error_msg);
    return mpi_errno;
}
