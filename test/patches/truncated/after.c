/* The error in a status, in every way that it gets there; sizes that are compared for other reasons. */
static void by_active_message(struct request *rreq, long room, long in_data_sz)
{
    if (in_data_sz > room) {
        MPIMON_HOOK_TRUNCATED(rreq, in_data_sz);
        rreq->status.MPI_ERROR = MPIDIG_ERR_TRUNCATE(room, in_data_sz);
    }
}

static void matched_late(struct request *req, long room, long size)
{
    if (size > room) {
        MPIMON_HOOK_TRUNCATED(req, size);
        req->status.MPI_ERROR = MPIR_Err_create_code(req->status.MPI_ERROR, RECOVERABLE, name, line, MPI_ERR_TRUNCATE,
                                                     "**truncate", "**truncate %d", source, tag, room, size);
    }
}

static void by_ucx(struct request *rreq, int status, const struct info *info, long done)
{
    if (status == UCS_ERR_CANCELED) {
        cancel(rreq);
    } else if (unlikely(status == UCS_ERR_MESSAGE_TRUNCATED)) {
        MPIMON_HOOK_TRUNCATED(rreq, info->length);
        rreq->status.MPI_ERROR = MPI_ERR_TRUNCATE;
        rreq->status.MPI_TAG = tag(info);
    } else {
        rreq->status.MPI_ERROR = MPI_SUCCESS;
        if (done < info->length) {
            MPIMON_HOOK_TRUNCATED(rreq, info->length);
            rreq->status.MPI_ERROR = MPI_ERR_TRUNCATE;
        }
    }
}

static void by_sizes(struct request *rreq, long sent, long room, struct info *info)
{
    if (sent > room) {
        MPIMON_HOOK_TRUNCATED(rreq, sent);
        rreq->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    }
    if (sent > info->room) {
        MPIMON_HOOK_TRUNCATED(rreq, sent);
        rreq->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    }
    if (room < info->length) {
        MPIMON_HOOK_TRUNCATED(rreq, info->length);
        rreq->status.MPI_ERROR = MPI_ERR_TRUNCATE;
        info->length = room;
    }
    if (sent > room) {
        rreq->status.MPI_ERROR = MPI_ERR_OTHER;
    }
}

static void by_libfabric(struct request *req)
{
    struct fi_cq_err_entry e = read_error();
    if (e.err == FI_ETRUNC) {
        MPIMON_HOOK_TRUNCATED(req, MPIMON_OVERFLOW(e.olen));
        req->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    }
}
