/* A shared-memory algorithm that gives up. */
int MPIDI_POSIX_mpi_bcast_release_gather(void *buffer, int count, struct comm *comm)
{
    int mpi_errno = 0;
    if (!room)
        mpi_errno = MPIR_Bcast_impl(buffer, count, comm);
    else
        mpi_errno = release(buffer, count, comm);
    return mpi_errno;
}
