/* Starting is counted; making ready, and setting up, is not. */
int start(int near, struct request *request)
{
    int err = 0;
    if (near)
        err = MPIDI_SHM_part_start(request);
    else
        err = MPIDI_NM_part_start(request);
    err = MPIDI_NM_mpi_pready_range(low, high, request);
    err = MPIDI_NM_mpi_psend_init(buf, parts, count, type, rank, tag, comm, info, av, request);
    return err;
}

/* The request of the data completes the one that the user has; the sender's is none of ours. */
static int part_send_data_target_cmpl_cb(struct request *data)
{
    recv_finish(data);
    MPID_Request_complete(data);
    return 0;
}

int part_send_data_origin_cb(struct request *data)
{
    MPID_Request_complete(data);
    return 0;
}
