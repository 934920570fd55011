/* Posting is marked after the call, completion counted before it; sends' completions stay as they are. */
int receive(struct request *rreq, struct request *sreq)
{
    int err = 0;
    err = MPIDI_irecv(buf, count, type, rank, tag, comm, offset, av, request);
    if (self)
        err = MPIDI_Self_irecv(buf, count, type, rank, tag, comm, offset, request);
    err = MPIDI_improbe(source, tag, comm, offset, av, &flag, message, status);
    if (self)
        err = MPIDI_Self_improbe(source, tag, comm, offset, flag, message, status);
    err = MPIDI_imrecv(buf, count, type, message);
    err = MPIDI_Self_imrecv(buf, count, type, message, request);
    MPID_Request_complete(rreq);
    if (sreq)
        MPID_Request_complete(sreq);
    if (self)
        MPIDIU_request_complete(match_req);
    return err;
}

/* Messages of a process to itself complete by setting the counter. */
void complete_self(struct request *rreq, struct request *sreq)
{
    MPIR_cc_set(&sreq->cc, 0);
    MPIR_cc_set(&rreq->cc, 0);
}

/* A cancelled message to oneself is counted while its datatype is there. */
void MPIDI_Self_cancel(struct request *req)
{
    if (found)
        MPIR_Datatype_release_if_not_builtin(req->dev.ch4.self.datatype);
}

/* Later versions complete so what has no active message. */
void complete_fast(struct request *rreq, struct request *am_req, struct request *sreq)
{
    MPIDI_Request_complete_fast(sreq);
    if (am_req)
        MPIDI_Request_complete_fast(am_req);
    MPIDI_Request_complete_fast(rreq);
}

void complete_self_later(struct request *request, struct request *sreq)
{
    MPIR_Request_complete(sreq);
    MPIR_Request_complete(request);
}

/* What the memory of a new request was marked with is gone. */
void made(struct request *req)
{
    MPID_Request_create_hook(req);
}

void takes_status(struct request *rreq, struct request *partner)
{
    partner->status = rreq->status;
    *mine = rreq->status;
}
