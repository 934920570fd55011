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
