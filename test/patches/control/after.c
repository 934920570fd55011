/* The two forms, which order rank and communicator differently; data goes by another call. */
int control(void)
{
    int err = 0;
    MPIMON_HOOK_CONTROL(comm, rank, HANDLER, sizeof(header), local);
    CH4_CALL(am_send_hdr(rank, comm, HANDLER, &header, sizeof(header), vni), local, err);
    if (late) {
        MPIMON_HOOK_CONTROL_REPLY(comm, rank, HANDLER, sizeof(header), local);
        CH4_CALL(am_send_hdr_reply(comm, rank, HANDLER, &header, sizeof(header), vni), local, err);
    }
    CH4_CALL(am_isend(rank, comm, HANDLER, &header, sizeof(header), data, count, type, request), local, err);
    return err;
}
