/* Nobody at either end; packed data is sent as such, other data as before. */
int MPIR_Isendrecv_replace_impl(void *buf, int count, int datatype, int dest, int source)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Sched_pt2pt_send(tmpbuf, count, datatype, sendtag, dest, comm_ptr, s);
    mpi_errno = MPIR_Sched_pt2pt_send(buf, count, datatype, sendtag, dest, comm_ptr, s);
    return mpi_errno;
}
