/* Nobody at either end; packed data is sent as such, other data as before. */
int MPIR_Isendrecv_replace_impl(void *buf, int count, int datatype, int dest, int source)
{
    int mpi_errno = MPI_SUCCESS;
    MPIMON_MEND_ISENDRECV_NULL(source, dest, p_req);
    mpi_errno = MPIR_Sched_pt2pt_send(tmpbuf,
                                      MPIMON_MEND_PACKED_SIZE(count, datatype),
                                      MPI_PACKED, sendtag, dest, comm_ptr, s);
    mpi_errno = MPIR_Sched_pt2pt_send(buf, count, datatype, sendtag, dest, comm_ptr, s);
    return mpi_errno;
}
