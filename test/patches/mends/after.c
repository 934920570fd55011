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

/* A count that a schedule's callbacks change, and one that they do not. */
int MPIR_Iscatter_intra_sched_binomial(MPIR_Sched_t s)
{
    ss->sendcount = sendcount;
    ss->curr_count = 0;
    MPIMON_MEND_SCHEDULE_STATE(s, ss->curr_count);
    if (rank == root) {
        ss->curr_count = sendcount * comm_size;
        MPIMON_MEND_SCHEDULE_STATE(s, ss->curr_count);
    }
    return mpi_errno;
}

/* A copy when the schedule is made. */
int MPIR_Igather_intra_sched_binomial(MPIR_Sched_t s)
{
    mpi_errno = MPIMON_MEND_SCHEDULE_COPY(sendbuf, sendcount, sendtype,
                                          tmp_buf, nbytes, MPI_BYTE, s);
    return mpi_errno;
}
