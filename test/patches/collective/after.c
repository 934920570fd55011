/* A binding's call is surrounded, its early end for one process noted; other functions stay as they are. */
int internal_Bcast(void *buffer, int count, struct comm *comm_ptr)
{
    int mpi_errno = 0;
    if (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM && comm_ptr->remote_size == 1) {
        MPIMON_HOOK_COLL_ALONE(internal_Bcast);
        mpi_errno = nothing();
        goto fn_exit;
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Bcast, buffer, count, comm_ptr);
    mpi_errno = MPIR_Bcast(buffer, count, comm_ptr);
    MPIMON_HOOK_COLL_EXIT(MPIR_Bcast, buffer, count, comm_ptr);
    if (mpi_errno) {
        MPIMON_HOOK_COLL_ENTER(MPIR_Ibcast, buffer, count, comm_ptr, request);
        mpi_errno = MPIR_Ibcast(buffer, count, comm_ptr, request);
        MPIMON_HOOK_COLL_EXIT(MPIR_Ibcast, buffer, count, comm_ptr, request);
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Bcast_init, buffer, count, comm_ptr, info,
                           request);
    mpi_errno = MPIR_Bcast_init(buffer, count, comm_ptr, info, request);
    MPIMON_HOOK_COLL_EXIT(MPIR_Bcast_init, buffer, count, comm_ptr, info,
                          request);
    mpi_errno = MPIR_Bcast_impl(buffer, count, comm_ptr);
    MPIMON_HOOK_COLL_ENTER(MPIR_Neighbor_alltoallw, buffer, count, comm_ptr);
    mpi_errno = MPIR_Neighbor_alltoallw(buffer, count, comm_ptr);
    MPIMON_HOOK_COLL_EXIT(MPIR_Neighbor_alltoallw, buffer, count, comm_ptr);
  fn_exit:
    return mpi_errno;
}

int start(struct request *preq)
{
    int mpi_errno = 0;
    if (preq) {
        MPIMON_HOOK_PERSISTENT_START(preq);
        mpi_errno = MPIR_Persist_coll_start(preq);
    }
    return mpi_errno;
}

/* The same early end, asked for the other way round and left from two branches. */
int internal_Reduce(void *buffer, int count, struct comm *comm_ptr)
{
    int mpi_errno = 0;
    if ((comm_ptr->remote_size == 1 || count == 0) && comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM) {
        MPIMON_HOOK_COLL_ALONE(internal_Reduce);
        mpi_errno = nothing();
        if (mpi_errno) {
            goto fn_fail;
        } else {
            goto fn_exit;
        }
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Reduce, buffer, count, comm_ptr);
    mpi_errno = MPIR_Reduce(buffer, count, comm_ptr);
    MPIMON_HOOK_COLL_EXIT(MPIR_Reduce, buffer, count, comm_ptr);
fn_exit:
    return mpi_errno;
fn_fail:
    goto fn_exit;
}

/* From 4.2 on, a process alone is asked for by a name of its own. */
int internal_Barrier(struct comm *comm_ptr)
{
    int mpi_errno = 0;
    if (MPIR_is_self_comm(comm_ptr)) {
        MPIMON_HOOK_COLL_ALONE(internal_Barrier);
        goto fn_exit;
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Barrier, comm_ptr, 0);
    mpi_errno = MPIR_Barrier(comm_ptr, 0);
    MPIMON_HOOK_COLL_EXIT(MPIR_Barrier, comm_ptr, 0);
  fn_exit:
    return mpi_errno;
}

/* Nothing to send, or nobody to send it to: of 4.1, and of later ones. */
int internal_Ibcast(void *buffer, int count, struct comm *comm_ptr)
{
    int mpi_errno = 0;
    if (count == 0 || (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM && MPIR_Comm_size(comm_ptr) == 1)) {
        MPIMON_HOOK_COLL_ALONE(internal_Ibcast);
        mpi_errno = nothing();
        goto fn_exit;
    }
    if (count == 0 || MPIR_is_self_comm(comm_ptr)) {
        MPIMON_HOOK_COLL_ALONE(internal_Ibcast);
        goto fn_exit;
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Ibcast, buffer, count, comm_ptr, request);
    mpi_errno = MPIR_Ibcast(buffer, count, comm_ptr, request);
    MPIMON_HOOK_COLL_EXIT(MPIR_Ibcast, buffer, count, comm_ptr, request);
  fn_exit:
    return mpi_errno;
}

/* Empty parts end the call early, errors do so, too. */
int internal_Gather(int sendcount, int recvcount, struct comm *comm_ptr)
{
    int mpi_errno = 0;
    if (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM) {
        if (recvcount < 0) {
            goto fn_fail;
        }
    }
    if (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM) {
        if (sendcount == 0 || recvcount == 0) {
            MPIMON_HOOK_COLL_ALONE(internal_Gather);
            goto fn_exit;
        }
    }
    MPIMON_HOOK_COLL_ENTER(MPIR_Gather, sendcount, recvcount, comm_ptr);
    mpi_errno = MPIR_Gather(sendcount, recvcount, comm_ptr);
    MPIMON_HOOK_COLL_EXIT(MPIR_Gather, sendcount, recvcount, comm_ptr);
  fn_exit:
    return mpi_errno;
  fn_fail:
    goto fn_exit;
}

/* A check of the arguments with a call of its own. */
int internal_Intercomm_merge(int high, struct comm *comm_ptr)
{
    int mpi_errno = 0, accumulated;
    mpi_errno = MPIR_Allreduce(&high, &accumulated, comm_ptr);
    return mpi_errno;
}
