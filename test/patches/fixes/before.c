/* Nobody at either end; packed data is sent as such, other data as before. */
int MPIR_Isendrecv_replace_impl(void *buf, int count, int datatype, int dest, int source)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Sched_pt2pt_send(tmpbuf, count, datatype, sendtag, dest, comm_ptr, s);
    mpi_errno = MPIR_Sched_pt2pt_send(buf, count, datatype, sendtag, dest, comm_ptr, s);
    return mpi_errno;
}

/* A count that a schedule's callbacks change, and one that they do not. */
int MPIR_Iscatter_intra_sched_binomial(MPIR_Sched_t s)
{
    ss->sendcount = sendcount;
    ss->curr_count = 0;
    if (rank == root) {
        ss->curr_count = sendcount * comm_size;
    }
    return mpi_errno;
}

/* A copy when the schedule is made. */
int MPIR_Igather_intra_sched_binomial(MPIR_Sched_t s)
{
    mpi_errno = MPIR_Localcopy(sendbuf, sendcount, sendtype, tmp_buf, nbytes, MPI_BYTE);
    return mpi_errno;
}

int MPIDI_UCX_mpi_finalize_hook(void)
{
    int mpi_errno = MPI_SUCCESS;
    for (int i = 0; i < n; i++) {
        request = ucp_disconnect_nb(endpoints[i]);
        if (request != UCS_OK)
            pending[p++] = request;
    }
    mpi_errno = MPIR_pmi_barrier();
    MPIR_ERR_CHECK(mpi_errno);
    ucp_worker_destroy(worker);
    return mpi_errno;
}

/* What MPICH has fixed itself stays as it is: the check of both ends, counts that are set whenever it
 * starts, the barrier before the connections are closed. */
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

int MPIDI_UCX_mpi_finalize_hook(void)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_pmi_barrier();
    MPIR_ERR_CHECK(mpi_errno);
    for (int i = 0; i < n; i++) {
        request = ucp_disconnect_nb(endpoints[i]);
        if (request != UCS_OK)
            pending[p++] = request;
    }
    ucp_worker_destroy(worker);
    return mpi_errno;
}

int MPIR_Algo_calculate_pipeline_chunk_info(MPI_Aint chunk_size, MPI_Aint type_size, MPI_Aint count)
{
    if (count == 0 || type_size == 0)
        goto fn_exit;
    maxelems = chunk_size / type_size;
    if (chunk_size <= 0 || maxelems >= count)
        goto fn_exit;
    *segsize_ceil = maxelems;
  fn_exit:
    return MPI_SUCCESS;
}

/* A copy within the buffer, and one from elsewhere. */
int MPIR_Reduce_scatter_intra_pairwise(const void *sendbuf, void *recvbuf)
{
    mpi_errno = MPIR_Localcopy(((char *) sendbuf + first * extent), n, datatype, recvbuf, n, datatype);
    if ((sendbuf == MPI_IN_PLACE) && (rank != 0)) {
        mpi_errno = MPIR_Localcopy(((char *) recvbuf +
                                    first * extent),
                                   n, datatype, recvbuf, n, datatype);
    }
    return mpi_errno;
}

int MPIR_Ireduce_scatter_intra_sched_pairwise(const void *sendbuf, void *recvbuf, MPIR_Sched_t s)
{
    if ((sendbuf == MPI_IN_PLACE) && (rank != 0)) {
        mpi_errno = MPIR_Sched_copy(((char *) recvbuf + first * extent),
                                    n, datatype, recvbuf, n, datatype,
                                    s);
    }
    return mpi_errno;
}

/* The first one lets unsigned datatypes pass; those of 4.1 and of 5.0 do not. */
int MPIR_Typerep_reduce_is_supported(MPI_Op op, MPI_Datatype datatype)
{
    yaksa_op_t yaksa_op;
    if (!MPIR_CVAR_ENABLE_YAKSA_REDUCTION)
        return 0;
    yaksa_op = MPII_Typerep_get_yaksa_op(op);
    if (yaksa_op == YAKSA_OP__LAST)
        return 0;
    return 1;
}

int MPIR_Typerep_reduce_is_supported(MPI_Op op, MPI_Datatype datatype)
{
    yaksa_op_t yaksa_op;
    if (datatype == MPI_UNSIGNED_CHAR || datatype == MPI_UNSIGNED)
        return 0;
    yaksa_op = MPII_Typerep_get_yaksa_op(op);
    return 1;
}

int MPIR_Typerep_reduce_is_supported(MPI_Op op, MPI_Aint count, MPI_Datatype datatype)
{
    yaksa_op_t yaksa_op;
    int mpir_type = datatype & MPIR_TYPE_TYPE_MASK;
    if (mpir_type == MPIR_TYPE_UNSIGNED)
        return 0;
    yaksa_op = MPII_Typerep_get_yaksa_op(op);
    return 1;
}

/* The first two receive from the first neighbour on, as in 4.0; the third one does not, since 4.1. */
int MPIR_Ineighbor_alltoallv_allcomm_sched_linear(const void *sendbuf, MPIR_Comm *comm_ptr, MPIR_Sched_t s)
{
    int k, l;
    for (k = 0; k < outdegree; ++k) {
        mpi_errno = MPIR_Sched_send(sb, sendcounts[k], sendtype, dsts[k], comm_ptr, s);
        MPIR_ERR_CHECK(mpi_errno);
    }
    for (l = 0; l < indegree; ++l) {
        char *rb = ((char *) recvbuf) + rdispls[l] * recvtype_extent;
        mpi_errno = MPIR_Sched_recv(rb, recvcounts[l], recvtype, srcs[l], comm_ptr, s);
        MPIR_ERR_CHECK(mpi_errno);
    }
    return mpi_errno;
}

int MPIR_TSP_Ineighbor_alltoallw_sched_allcomm_linear(const void *sendbuf, MPIR_Comm *comm_ptr, MPIR_TSP_sched_t sched)
{
    int k, l;
    for (l = 0; l < indegree; ++l) {
        mpi_errno = MPIR_TSP_sched_irecv(rb, recvcounts[l], recvtypes[l], srcs[l], tag, comm_ptr, sched);
    }
    return mpi_errno;
}

int MPIR_TSP_Ineighbor_alltoallv_sched_allcomm_linear(const void *sendbuf, MPIR_Comm *comm_ptr, MPIR_TSP_sched_t sched)
{
    int l;
    for (l = indegree - 1; l >= 0; l--) {
        mpi_errno = MPIR_TSP_sched_irecv(rb, recvcounts[l], recvtype, srcs[l], tag, comm_ptr, sched);
    }
    return mpi_errno;
}
