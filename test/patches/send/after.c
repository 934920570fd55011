/* Each family once; brace-less branches; look-alikes that stay as they are. */
int send(int near, int rank)
{
    int err = 0;
    if (near) {
        MPIMON_HOOK_SEND_SHM(buf, count, datatype, rank, tag, comm,
                             context_offset, av, request);
        err = MPIDI_POSIX_mpi_isend(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    }
    else {
        MPIMON_HOOK_SEND_NET(buf, count, datatype, rank, tag, comm,
                             context_offset, av, request);
        err = MPIDI_NM_mpi_isend(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    }
    MPIMON_HOOK_SEND_SHM(buf, count, datatype, rank, tag, comm,
                         context_offset, av, request, flag);
    err = MPIDI_POSIX_isend_coll(buf, count, datatype, rank, tag, comm, context_offset, av, request, flag);
    MPIMON_HOOK_SEND_SHM(buf, count, datatype, rank, tag, comm,
                         context_offset, av, request);
    err = MPIDI_POSIX_mpi_issend(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    MPIMON_HOOK_SEND_NET(buf, count, datatype, rank, tag, comm,
                         context_offset, av, request, flag);
    err = MPIDI_NM_isend_coll(buf, count, datatype, rank, tag, comm, context_offset, av, request, flag);
    MPIMON_HOOK_SEND_NET(buf, count, datatype, rank, tag, comm,
                         context_offset, av, request);
    err = MPIDI_NM_mpi_issend(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    MPIMON_HOOK_SEND_SELF(buf, count, datatype, rank, tag, comm,
                          context_offset, request);
    err = MPIDI_Self_isend(buf, count, datatype, rank, tag, comm, context_offset, request);
    MPIMON_HOOK_SEND_SHM(buf, count, datatype, rank, tag, comm,
                         context_offset, av, request, flag);
    err = MPIDI_IPCI_send_rndv(buf, count, datatype, rank, tag, comm, context_offset, av, request, flag);
    MPIMON_HOOK_SEND_IPC(buf, count, datatype, rank, tag, comm,
                         MPIMON_CONTEXT);
    err = MPIDI_IPCI_send_lmt(buf, count, datatype, size, attributes, rank, tag, comm, request);
    err = MPIDI_NM_mpi_isend_later(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    err = MPIDI_NM_mpi_irecv(buf, count, datatype, rank, tag, comm, context_offset, av, request);
    return err;
}

/* Where all messages go to the netmod, the hook behind the call counts; else that before it. */
int MPIDI_isend(const void *buf, int count)
{
    *(req) = NULL;
    MPIMON_HOOK_SEND_NET(buf, count, datatype, rank, tag, comm,
                         context_offset, av, req);
    err = MPIDI_NM_mpi_isend(buf, count, datatype, rank, tag, comm, context_offset, av, req);
    MPIR_ERR_CHECK(err);
    MPIMON_HOOK_SEND_DIRECT(buf, count, datatype, rank, tag, comm,
                            MPIMON_CONTEXT);

  fn_exit:
    return err;
  fn_fail:
    goto fn_exit;
}
