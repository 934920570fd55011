/* Posting is marked after the call, completion counted before it; sends' completions stay as they are. */
int receive(struct request *rreq, struct request *sreq)
{
    int err = 0;
    err = MPIDI_irecv(buf, count, type, rank, tag, comm, offset, av, request);
    MPIMON_HOOK_RECEIVE_POSTED(count, type, comm, offset, request);
    if (self) {
        err = MPIDI_Self_irecv(buf, count, type, rank, tag, comm, offset, request);
        MPIMON_HOOK_RECEIVE_POSTED_SELF(count, type, comm, offset, request);
    }
    err = MPIDI_improbe(source, tag, comm, offset, av, &flag, message, status);
    MPIMON_HOOK_RECEIVE_PROBED(comm, &flag, message);
    if (self) {
        err = MPIDI_Self_improbe(source, tag, comm, offset, flag, message, status);
        MPIMON_HOOK_RECEIVE_PROBED_SELF(comm, flag, message);
    }
    err = MPIDI_imrecv(buf, count, type, message);
    MPIMON_HOOK_RECEIVE_MATCHED(message);
    err = MPIDI_Self_imrecv(buf, count, type, message, request);
    MPIMON_HOOK_RECEIVE_DONE(rreq);
    MPID_Request_complete(rreq);
    if (sreq)
        MPID_Request_complete(sreq);
    if (self) {
        MPIMON_HOOK_RECEIVE_DONE(match_req);
        MPIDIU_request_complete(match_req);
    }
    return err;
}

/* Messages of a process to itself complete by setting the counter. */
void complete_self(struct request *rreq, struct request *sreq)
{
    MPIR_cc_set(&sreq->cc, 0);
    MPIMON_HOOK_RECEIVE_DONE_SELF(rreq);
    MPIR_cc_set(&rreq->cc, 0);
}

/* A cancelled message to oneself is counted while its datatype is there. */
void MPIDI_Self_cancel(struct request *req)
{
    if (found) {
        MPIMON_HOOK_CANCELLED_SELF(req);
        MPIR_Datatype_release_if_not_builtin(req->dev.ch4.self.datatype);
    }
}

/* Later versions complete so what has no active message. */
void complete_fast(struct request *rreq, struct request *am_req, struct request *sreq)
{
    MPIDI_Request_complete_fast(sreq);
    if (am_req) {
        MPIMON_HOOK_RECEIVE_DONE(am_req);
        MPIDI_Request_complete_fast(am_req);
    }
    MPIMON_HOOK_RECEIVE_DONE(rreq);
    MPIDI_Request_complete_fast(rreq);
}

void complete_self_later(struct request *request, struct request *sreq)
{
    MPIR_Request_complete(sreq);
    MPIMON_HOOK_RECEIVE_DONE_SELF(request);
    MPIR_Request_complete(request);
}

/* What the memory of a new request was marked with is gone. */
void made(struct request *req)
{
    MPID_Request_create_hook(req);
    MPIMON_HOOK_REQUEST_MADE(req);
}

void takes_status(struct request *rreq, struct request *partner)
{
    partner->status = rreq->status;
    MPIMON_HOOK_STATUS_TAKEN(partner, rreq);
    *mine = rreq->status;
}
