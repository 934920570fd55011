/* A shared-memory algorithm that gives up. */
int MPIDI_POSIX_mpi_bcast_release_gather(void *buffer, int count, struct comm *comm)
{
    int mpi_errno = 0;
    if (!room) {
        MPIMON_HOOK_ALGORITHM_FALLBACK();
        mpi_errno = MPIR_Bcast_impl(buffer, count, comm);
    }
    else
        mpi_errno = release(buffer, count, comm);
    return mpi_errno;
}

/* One that exchanges handles first, which is a step of its own, and one that is not there in this build. */
int MPIDI_POSIX_mpi_alltoall_gpu_ipc_read(void *buffer, int count, struct comm *comm)
{
    int mpi_errno = 0;
    mpi_errno = MPIR_Allgather_impl(&handle, sizeof handle, MPI_BYTE, handles, comm);
    if (!room) {
        MPIMON_HOOK_ALGORITHM_FALLBACK();
        mpi_errno = MPIR_Alltoall_impl(buffer, count, comm);
    }
    return mpi_errno;
}

int MPIDI_POSIX_mpi_allgatherv_gpu_ipc_read(void *buffer, int count, struct comm *comm)
{
    MPIMON_HOOK_ALGORITHM_FALLBACK();
    return MPIR_Allgatherv_impl(buffer, count, comm);
}
