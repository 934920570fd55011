/* A wait for one request, with an end that errors share. */
int MPIR_Wait_state(struct request *request_ptr, struct state *state)
{
    int err = 0;
    while (!MPIR_Request_is_complete(request_ptr)) {
        err = progress(state);
        if (err)
            goto fn_fail;
    }
  fn_exit:
    return err;
  fn_fail:
    goto fn_exit;
}

/* For all: each loop waits for its own. */
int MPIR_Waitall_state(int count, struct request *request_ptrs[], struct state *state)
{
    int err = 0;
    for (int i = 0; i < count; i++) {
        while (!MPIR_Request_is_complete(request_ptrs[i])) {
            err = progress(state);
        }
    }
    return err;
}

/* For any: only the end tells for which. */
int MPIR_Waitany_state(int count, struct request *request_ptrs[], int *indx)
{
    for (;;) {
        for (int i = 0; i < count; i++) {
            if (MPIR_Request_is_complete(request_ptrs[i])) {
                *indx = i;
                goto fn_exit;
            }
        }
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
    }
  fn_exit:
    return 0;
}

int MPIR_Waitsome_state(int incount, struct request *request_ptrs[], int *outcount, int array_of_indices[])
{
    int n_active = look(incount, request_ptrs, array_of_indices);
    while (n_active == 0) {
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
        n_active = look(incount, request_ptrs, array_of_indices);
    }
    *outcount = n_active;
    return 0;
}

int MPIR_Sendrecv_impl(struct request *sreq, struct request *rreq)
{
    int err = 0;
    if (!MPIR_Request_is_complete(sreq) || !MPIR_Request_is_complete(rreq)) {
        while (!MPIR_Request_is_complete(sreq) || !MPIR_Request_is_complete(rreq)) {
            err = progress(&state);
        }
        MPID_Progress_end(&state);
    }
    return err;
}

int MPID_Probe(int source, struct comm *comm, struct status *status)
{
    int err = 0, flag = 0;
    while (!flag) {
        err = look(source, &flag, status);
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
    }
    return err;
}

/* Epochs: the loops are macros, the modules have loops of their own, and a fence has a barrier. */
int MPIDIG_mpi_win_fence(struct win *win)
{
    int err = 0;
    err = MPIDI_NM_rma_win_cmpl_hook(win);
    MPIDIU_PROGRESS_DO_WHILE(left(win) != 0, vci);
    err = MPIR_Barrier(win->comm_ptr, flag);
    return err;
}

void win_post_proc(const struct msg *info, struct win *win)
{
    ++MPIDIG_WIN(win, sync).pw.count;
}

/* A send that is complete at once stays as it is. */
int MPIDI_UCX_send(int rank, struct comm *comm, int context_offset, struct request **request)
{
    if (ucp_request) {
        ucp_request->req = req;
    } else {
        req = made_complete();
    }
    return 0;
}

int MPIDI_OFI_send_normal(int dst_rank, struct comm *comm, int context_offset, struct request **request)
{
    MPIDI_OFI_REQUEST_CREATE(*request, MPIR_REQUEST_KIND__SEND, vni_src);
    return 0;
}

int MPIDIG_isend_impl(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    if (sync) {
        MPIR_cc_inc(sreq->cc_ptr);
    }
    return 0;
}

/* Messages that the receiver may copy out of the sender's memory. */
int MPIDI_IPCI_send_lmt(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    MPIDIG_REQUEST(sreq, u.ipc.peer_rank) = rank;
    MPIDIG_REQUEST(sreq, u.ipc.peer_req) = NULL;
    return 0;
}

int MPIDI_IPCI_send_rndv(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    MPIDIG_REQUEST(sreq, u.send.dest) = rank;
    return 0;
}

/* Flags in shared memory. */
void release(struct comm *comm_ptr)
{
    MPIDI_POSIX_RELEASE_GATHER_WAIT_WHILE_LESS_THAN(parent_flag_addr, state);
}
