/* The first and the last moment, of the process and of a communicator. */
int lifetime(struct comm *comm)
{
    int mpi_errno = 0;
    mpi_errno = MPIR_T_env_init();
    mpi_errno = MPIR_pmi_init();
    mpi_errno = MPIDIG_init_comm(comm);
    mpi_errno = MPIDIG_destroy_comm(comm);
    MPL_error_printf("%s", "Abort");
    mpi_errno = MPII_finalize_async();
    mpi_errno = MPIR_finalize_builtin_comms();
    return mpi_errno;
}
