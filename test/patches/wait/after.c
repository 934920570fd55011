/* A wait for one request, with an end that errors share. */
int MPIR_Wait_state(struct request *request_ptr, struct state *state)
{
    MPIMON_HOOK_WAIT_READY();
    int err = 0;
    while (!MPIR_Request_is_complete(request_ptr)) {
        MPIMON_HOOK_WAITING(request_ptr);
        err = progress(state);
        if (err)
            goto fn_fail;
    }
  fn_exit:
    MPIMON_HOOK_WAITED(MPIR_Wait_state);
    return err;
  fn_fail:
    goto fn_exit;
}

/* For all: each loop waits for its own. */
int MPIR_Waitall_state(int count, struct request *request_ptrs[], struct state *state)
{
    MPIMON_HOOK_WAIT_READY();
    int err = 0;
    for (int i = 0; i < count; i++) {
        while (!MPIR_Request_is_complete(request_ptrs[i])) {
            MPIMON_HOOK_WAITING(request_ptrs[i]);
            err = progress(state);
        }
    }
    MPIMON_HOOK_WAITED(MPIR_Waitall_state);
    return err;
}

/* For any: only the end tells for which. */
int MPIR_Waitany_state(int count, struct request *request_ptrs[], int *indx)
{
    MPIMON_HOOK_WAIT_READY();
    for (;;) {
        for (int i = 0; i < count; i++) {
            if (MPIR_Request_is_complete(request_ptrs[i])) {
                MPIMON_HOOK_WAITED_ANY(request_ptrs[i]);
                *indx = i;
                goto fn_exit;
            }
        }
        MPIMON_HOOK_WAITING_ANY();
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
    }
  fn_exit:
    return 0;
}

int MPIR_Waitsome_state(int incount, struct request *request_ptrs[], int *outcount, int array_of_indices[])
{
    MPIMON_HOOK_WAIT_READY();
    int n_active = look(incount, request_ptrs, array_of_indices);
    while (n_active == 0) {
        MPIMON_HOOK_WAITING_ANY();
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
        n_active = look(incount, request_ptrs, array_of_indices);
    }
    MPIMON_HOOK_WAITED_SOME(array_of_indices[0]);
    *outcount = n_active;
    return 0;
}

int MPIR_Sendrecv_impl(struct request *sreq, struct request *rreq)
{
    MPIMON_HOOK_WAIT_READY();
    int err = 0;
    if (!MPIR_Request_is_complete(sreq) || !MPIR_Request_is_complete(rreq)) {
        while (!MPIR_Request_is_complete(sreq) || !MPIR_Request_is_complete(rreq)) {
            MPIMON_HOOK_WAITING_BOTH(sreq, rreq);
            err = progress(&state);
        }
        MPIMON_HOOK_WAITED_BOTH();
        MPID_Progress_end(&state);
    }
    return err;
}

int MPID_Probe(int source, struct comm *comm, struct status *status)
{
    MPIMON_HOOK_WAIT_READY();
    int err = 0, flag = 0;
    while (!flag) {
        err = look(source, &flag, status);
        MPIMON_HOOK_PROBING(flag);
        MPID_THREAD_CS_YIELD(GLOBAL, mutex);
    }
    MPIMON_HOOK_PROBED();
    return err;
}

/* Epochs: the loops are macros, the modules have loops of their own, and a fence has a barrier. */
int MPIDIG_mpi_win_fence(struct win *win)
{
    MPIMON_HOOK_WAIT_READY();
    int err = 0;
    MPIMON_HOOK_FLUSHING();
    err = MPIDI_NM_rma_win_cmpl_hook(win);
    MPIMON_HOOK_FLUSHED(MPIDI_NM_rma_win_cmpl_hook);
    MPIDIU_PROGRESS_DO_WHILE(left(win) != 0, vci);
    MPIMON_HOOK_EPOCH_WAITED(MPIDIG_mpi_win_fence);
    MPIMON_HOOK_FENCE_ENTER();
    err = MPIR_Barrier(win->comm_ptr, flag);
    MPIMON_HOOK_FENCE_EXIT();
    return err;
}

void win_post_proc(const struct msg *info, struct win *win)
{
    ++MPIDIG_WIN(win, sync).pw.count;
    MPIMON_HOOK_EPOCH_ARRIVED(info, win);
}

/* A send that is complete at once stays as it is. */
int MPIDI_UCX_send(int rank, struct comm *comm, int context_offset, struct request **request)
{
    if (ucp_request) {
        ucp_request->req = req;
        MPIMON_HOOK_SEND_PENDING(req);
    } else {
        req = made_complete();
    }
    return 0;
}

int MPIDI_OFI_send_normal(int dst_rank, struct comm *comm, int context_offset, struct request **request)
{
    MPIDI_OFI_REQUEST_CREATE(*request, MPIR_REQUEST_KIND__SEND, vni_src);
    MPIMON_HOOK_SEND_PENDING_OFI(*request);
    return 0;
}

int MPIDIG_isend_impl(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    if (sync) {
        MPIR_cc_inc(sreq->cc_ptr);
        MPIMON_HOOK_SEND_PENDING_AM(sreq);
    }
    return 0;
}

/* Messages that the receiver may copy out of the sender's memory. */
int MPIDI_IPCI_send_lmt(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    MPIDIG_REQUEST(sreq, u.ipc.peer_rank) = rank;
    MPIMON_HOOK_SEND_PENDING_AM(sreq);
    MPIDIG_REQUEST(sreq, u.ipc.peer_req) = NULL;
    return 0;
}

int MPIDI_IPCI_send_rndv(int rank, struct comm *comm, int context_offset, struct request *sreq)
{
    MPIDIG_REQUEST(sreq, u.send.dest) = rank;
    MPIMON_HOOK_SEND_PENDING_AM(sreq);
    return 0;
}

/* Flags in shared memory. */
void release(struct comm *comm_ptr)
{
    MPIMON_HOOK_SPIN_READY();
    MPIDI_POSIX_RELEASE_GATHER_WAIT_WHILE_LESS_THAN(parent_flag_addr, state);
    MPIMON_HOOK_SPUN(parent_flag_addr);
}
