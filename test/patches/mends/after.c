/* Nobody at either end; packed data is sent as such, other data as before. */
int MPIR_Isendrecv_replace_impl(void *buf, int count, int datatype, int dest, int source)
{
    int mpi_errno = MPI_SUCCESS;
    MPIMON_MEND_ISENDRECV_NULL(source, dest, p_req);
    mpi_errno = MPIR_Sched_pt2pt_send(tmpbuf,
                                      MPIMON_MEND_PACKED_SIZE(count, datatype),
                                      MPIMON_BYTE, sendtag, dest, comm_ptr, s);
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

/* What MPICH has mended itself stays as it is: the check of both ends, and counts that are set whenever it starts. */
int MPIR_Isendrecv_impl(void *buf, int count, int datatype, int dest, int source)
{
    int mpi_errno = MPI_SUCCESS;
    if (unlikely(dest == MPI_PROC_NULL && source == MPI_PROC_NULL)) {
        goto fn_exit;
    }
    mpi_errno = MPID_Isend(buf, count, datatype, dest);
  fn_exit:
    return mpi_errno;
}

int MPIR_Iallgather_intra_sched_recursive_doubling(MPIR_Sched_t s)
{
    ss->curr_count = recvcount;
    mpi_errno = MPIR_Sched_cb(&get_count, ss, s);
    mpi_errno = MPIR_Sched_cb(reset_shared_state, ss, s);
    return mpi_errno;
}

int MPIR_Iscatter_intra_sched_binomial(MPIR_Sched_t s)
{
    ss->curr_count = 0;
    if (rank == root) {
        MPIR_Sched_cb2(&init_curr_count, ss, total_count, s);
    }
    return mpi_errno;
}
