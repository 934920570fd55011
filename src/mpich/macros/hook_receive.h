/*
 * Messages as they arrive (detail `receives`). A receive that is posted and does not complete at once carries the key
 * of its flow in the request (struct mpimon_pending); whoever completes it takes the key out and counts.
 */
#ifndef MPIMON_HOOK_RECEIVE_H
#define MPIMON_HOOK_RECEIVE_H

MPIMON_HIDDEN void mpimon_receive_posted(MPI_Aint count, MPI_Datatype datatype, MPIR_Comm *comm,
                                         enum mpimon_class traffic_class, MPIR_Request *request);
MPIMON_HIDDEN void mpimon_receive_probed(MPIR_Comm *comm, MPIR_Request *message);
MPIMON_HIDDEN void mpimon_receive_matched(MPIR_Request *message);
MPIMON_HIDDEN void mpimon_receive_done(MPIR_Request *request);

/* Keeps the size in bytes, never 0, of a message that is too long for its receive, since no status has it. Messages of
 * a process to itself are copied where only the request's status is known. */
#define MPIMON_HOOK_TRUNCATED(request, bytes) ((void)((request)->dev.monitoring.sent = (uint64_t)(bytes)))
#define MPIMON_HOOK_TRUNCATED_SELF(status_, bytes) \
    MPIMON_HOOK_TRUNCATED((MPIR_Request *)(void *)((char *)&(status_)-offsetof(MPIR_Request, status)), bytes)

/* Of libfabric's providers, some tell how long the message is and some how much of it was received, but most how much
 * was beyond the receive's room. `shm` and the newer `tcp` tell nothing: then it counts as the room. */
#define MPIMON_OVERFLOW(bytes) (UINT64_C(1) << 63 | (uint64_t)(bytes))

/* Of a receive from anybody, the netmod's half gives its status to the half that the user has; and the size, too. */
#define MPIMON_HOOK_STATUS_TAKEN(request, from) ((void)((request)->dev.monitoring.sent = (from)->dev.monitoring.sent))

/* A send of a process to itself was cancelled; its datatype is still there. */
MPIMON_HIDDEN void mpimon_send_cancelled_self(MPIR_Request *request);

/* There is no request if the receive could not be posted. */
#define MPIMON_HOOK_RECEIVE_POSTED(count, datatype, comm, context, request) \
    MPIMON_IF(mpimon_receives_on,                                           \
              if (*(request)) mpimon_receive_posted(count, datatype, comm, mpimon_class_of(context), *(request)))

#define MPIMON_HOOK_RECEIVE_POSTED_SELF(...) MPIMON_HOOK_RECEIVE_POSTED(__VA_ARGS__)

/* A matched probe's message can only be the user's; the request that holds it is the one that receives it. */
#define MPIMON_HOOK_RECEIVE_PROBED(comm, flag, message) \
    MPIMON_IF(mpimon_receives_on, if (*(flag)) mpimon_receive_probed(comm, *(message)))
#define MPIMON_HOOK_RECEIVE_PROBED_SELF(comm, flag, message) MPIMON_HOOK_RECEIVE_PROBED(comm, flag, message)
#define MPIMON_HOOK_RECEIVE_MATCHED(message) MPIMON_IF(mpimon_receives_on, mpimon_receive_matched(message))

#define MPIMON_HOOK_RECEIVE_DONE(request) MPIMON_IF(mpimon_receives_due, mpimon_receive_done(request))
#define MPIMON_HOOK_RECEIVE_DONE_SELF(request) \
    MPIMON_IF(mpimon_receives_due, if ((request)->kind != MPIR_REQUEST_KIND__SEND) mpimon_receive_done(request))

/* Only sends to oneself can be cancelled: CH4 says of all others that they cannot. */
#define MPIMON_HOOK_CANCELLED_SELF(request) \
    MPIMON_IF(mpimon_receives_on, if ((request)->kind == MPIR_REQUEST_KIND__SEND) mpimon_send_cancelled_self(request))

#endif
