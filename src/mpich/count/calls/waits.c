/*
 * Detail `waits`: for whom a blocking call has waited.
 */
#include "mpidimpl.h"

#include "../collectives/collectives.h"
#include "../communicators/communicators.h"

unsigned char mpimon_waits_on;

/* Counts how often waits were switched: what a thread has noted of a send before that is void, since the request may be
 * another one's by now. */
static uint32_t waits_switched;

void mpimon_waits_switch(int on) {
    __atomic_add_fetch(&waits_switched, 1, __ATOMIC_RELEASE);
    mpimon_waits_on = on != 0;
}

/* What the thread has waited in all. A wait within another one, such as in what progress calls, is its own alone. */
static MPIMON_THREAD uint64_t waited;

/* When the thread's last wait ended, in ticks. */
static MPIMON_THREAD uint64_t last_end;

/* The thread is in the barrier of a fence. */
static MPIMON_THREAD int in_fence;

/* The last message that has begun, or ended, an epoch of a window here. */
static struct {
    MPIR_Win *win;
    int rank;
} arrived;

static inline void begin(struct mpimon_waiting *waiting, uint64_t now) {
    waiting->start = now ? now : 1;
    waiting->before = waited;
    waiting->request = NULL;
}

/* Most flushes are the first thing that their function does: its reading of the clock is theirs, too. */
void mpimon_flush_begin(struct mpimon_waiting *waiting) {
    const uint64_t start = mpimon_function_start();
    begin(waiting, start > last_end ? start : mpimon_ticks());
}

void mpimon_wait_goes_on(struct mpimon_waiting *waiting, MPIR_Request *request) {
    if (waiting->start == 0)
        begin(waiting, mpimon_ticks());
    waiting->request = request;
}

/* Ends the wait at `now`. Returns what it has taken. */
static inline uint64_t end(struct mpimon_waiting *waiting, uint64_t now) {
    uint64_t took = now - waiting->start;
    const uint64_t within = waited - waiting->before;
    waiting->start = 0;
    last_end = now;
    if (unlikely(took > INT64_MAX || took < within)) /* less than 0: another processor's counter is a little behind */
        took = within;
    took -= within;
    waited += took;
    return took;
}

/* Waits over MPI-IO's own communicators are of its class, as the messages there are. */
static uint8_t class_over(uint32_t index, uint8_t traffic_class) {
    const MPIR_Comm *comm = index == UINT32_MAX ? NULL : mpimon_communicator_live(index);
    return comm ? (uint8_t)mpimon_class_over(comm, (enum mpimon_class)traffic_class) : traffic_class;
}

/* Ends the wait, and counts it for what `item` says. Returns the counters; NULL if it is not counted. */
static struct mpimon_wait *count(struct mpimon_waiting *waiting, struct mpimon_wait *item) {
    const uint64_t took = end(waiting, mpimon_ticks());
    mpimon_function_set_end(0);
    item->traffic_class = class_over(item->part, item->traffic_class);
    struct mpimon_wait *counters = mpimon_waits_on ? mpimon_wait_find(item) : NULL;
    if (counters)
        mpimon_wait_add(counters, took);
    return counters;
}

static uint32_t index_of(MPIR_Comm *comm) {
    return comm ? mpimon_communicator_index(comm) : UINT32_MAX;
}

/* The peer with this rank in the communicator, or in its remote group; one of the group if there is no such rank. */
static uint32_t peer_of(MPIR_Comm *comm, int rank) {
    return comm && rank >= 0 && rank < comm->remote_size ? mpimon_peer(comm, rank) : MPIMON_PEER_UNKNOWN;
}

/* The operation in which a message of class coll is sent: the one that was called, or that the library does for itself.
 */
static uint32_t operation_now(void) {
    const struct mpimon_frame *frame = &mpimon_frame;
    if (frame->switched != mpimon_switched)
        return 0;
    return frame->comm ? frame->call.operation + 1 : frame->last_step ? frame->last_step->operation + 1 : 0;
}

static void set_kind(struct mpimon_wait *item, enum mpimon_class traffic_class, enum mpimon_wait_kind kind) {
    item->traffic_class = (uint8_t)traffic_class;
    item->kind = (uint8_t)kind;
    if (traffic_class != MPIMON_CLASS_COLL)
        return;
    item->kind = in_fence ? MPIMON_WAIT_EPOCH : MPIMON_WAIT_COLLECTIVE;
    item->operation = operation_now();
}

/* The same by the communicator's index. A thread waits for the same peer again and again; as long as a run of the
 * engine goes on, an index and a rank mean the same peer. */
static uint32_t peer_at(uint32_t index, int rank) {
    static MPIMON_THREAD struct {
        uint32_t run, index, peer;
        int rank;
    } last;
    if (unlikely(last.rank != rank || last.index != index || last.run != mpimon_run)) {
        MPIR_Comm *comm = mpimon_communicator_live(index);
        if (!comm)
            return MPIMON_PEER_UNKNOWN;
        last.peer = peer_of(comm, rank);
        last.rank = rank;
        last.index = index;
        last.run = mpimon_run;
    }
    return last.peer;
}

/* Says whom a request of a message is for, or from, as make_pending() and mpimon_send_pending() have put it into the
 * request. */
static void describe_message(const MPIR_Request *request, int rank, enum mpimon_wait_kind kind,
                             struct mpimon_wait *item) {
    item->part = request->dev.monitoring.from >> 1;
    item->peer = peer_at(item->part, rank);
    set_kind(item, (request->dev.monitoring.from & 1) ? MPIMON_CLASS_COLL : MPIMON_CLASS_P2P, kind);
}

/* A number that says of a request that it is a send which had to wait, since it was last switched. */
static uint64_t pending_send(void) {
    return (uint64_t)mpimon_switched + 1;
}

static void describe_send(const MPIR_Request *request, struct mpimon_wait *item) {
    if (request->dev.monitoring.sent == pending_send()) {
        describe_message(request, (int)request->dev.monitoring.room, MPIMON_WAIT_RECEIVER, item);
        return;
    }
    item->part = index_of(request->comm);
    item->peer =
        request->comm && MPIMON_IS_SELF_COMM(request->comm) ? (uint32_t)MPIR_Process.rank : MPIMON_PEER_UNKNOWN;
    set_kind(item, MPIMON_CLASS_P2P, MPIMON_WAIT_RECEIVER);
}

/* One that carries no key was posted before waits were counted. */
static void describe_receive(const MPIR_Request *request, struct mpimon_wait *item) {
    if (request->dev.monitoring.key != 0) {
        describe_message(request, request->status.MPI_SOURCE, MPIMON_WAIT_SENDER, item);
        return;
    }
    item->part = index_of(request->comm);
    item->peer = peer_of(request->comm, request->status.MPI_SOURCE);
    set_kind(item, MPIMON_CLASS_P2P, MPIMON_WAIT_SENDER);
}

static void describe_partitioned(MPIR_Request *request, struct mpimon_wait *item) {
    const int sends = request->kind == MPIR_REQUEST_KIND__PART_SEND;
    item->part = index_of(request->comm);
    item->peer = peer_of(request->comm, sends ? MPIDI_PART_REQUEST(request, u.send.dest) : MPIMON_PART_SOURCE(request));
    set_kind(item, MPIMON_CLASS_PART, sends ? MPIMON_WAIT_RECEIVER : MPIMON_WAIT_SENDER);
}

/* A nonblocking operation's messages are sent and received within it, so that nobody waits for one of them. */
static void describe_other(MPIR_Request *request, struct mpimon_wait *item) {
    item->part = index_of(request->comm);
    if (request->kind == MPIR_REQUEST_KIND__RMA) {
        set_kind(item, MPIMON_CLASS_RMA, MPIMON_WAIT_EPOCH);
    } else {
        item->traffic_class = MPIMON_CLASS_COLL;
        item->kind = MPIMON_WAIT_COLLECTIVE;
        item->operation = mpimon_frame.comm ? operation_now() : 0;
    }
}

/* A persistent request stands for the one that it has started. */
static MPIR_Request *started(MPIR_Request *request) {
    MPIR_Request *real = NULL;
    if (request->kind == MPIR_REQUEST_KIND__PREQUEST_SEND || request->kind == MPIR_REQUEST_KIND__PREQUEST_RECV)
        real = request->u.persist.real_request;
    else if (request->kind == MPIR_REQUEST_KIND__PREQUEST_COLL)
        real = request->u.persist_coll.real_request;
    return real ? real : request;
}

static void describe(MPIR_Request *request, struct mpimon_wait *item) {
    request = started(request);
    switch (request->kind) {
        case MPIR_REQUEST_KIND__SEND:
        case MPIR_REQUEST_KIND__PREQUEST_SEND:
            describe_send(request, item);
            break;
        case MPIR_REQUEST_KIND__RECV:
        case MPIR_REQUEST_KIND__PREQUEST_RECV:
        case MPIR_REQUEST_KIND__MPROBE:
            describe_receive(request, item);
            break;
        case MPIR_REQUEST_KIND__PART_SEND:
        case MPIR_REQUEST_KIND__PART_RECV:
            describe_partitioned(request, item);
            break;
        default:
            describe_other(request, item);
    }
}

/* The peer that the thread has waited for last, in a receive of a message of the user's: most programs wait for the
 * same one again and again. As long as a run of the engine goes on, the same shard, index and rank have the same
 * counters. */
static MPIMON_THREAD struct {
    struct mpimon_wait *counters;
    const struct mpimon_shard *shard;
    uint32_t run, from;
    int rank;
} last_sender;

static __attribute__((noinline)) void waited_for_another(struct mpimon_waiting *waiting) {
    struct mpimon_wait item = {.part = UINT32_MAX, .peer = MPIMON_PEER_UNKNOWN};
    const MPIR_Request *request = waiting->request;
    if (request)
        describe(waiting->request, &item);
    struct mpimon_wait *counters = count(waiting, &item);
    if (!counters || !request || request->kind != MPIR_REQUEST_KIND__RECV || item.traffic_class != MPIMON_CLASS_P2P ||
        !request->dev.monitoring.key || !mpimon_shard_now()->owner)
        return;
    last_sender.counters = counters;
    last_sender.shard = mpimon_shard_now();
    last_sender.run = mpimon_run;
    last_sender.from = request->dev.monitoring.from;
    last_sender.rank = request->status.MPI_SOURCE;
}

/* Where the wait ends the function, the clock is not read again at its end. Of a receive that failed, an error handler
 * of the user's may run before. */
void mpimon_waited(struct mpimon_waiting *waiting, int ends) {
    const MPIR_Request *request = waiting->request;
    if (unlikely(!request || request->kind != MPIR_REQUEST_KIND__RECV || !mpimon_waits_on ||
                 request->dev.monitoring.key == 0 || request->dev.monitoring.from != last_sender.from ||
                 request->status.MPI_SOURCE != last_sender.rank || mpimon_shard_now() != last_sender.shard ||
                 mpimon_run != last_sender.run)) {
        waited_for_another(waiting);
        return;
    }
    const uint64_t now = mpimon_ticks();
    mpimon_wait_add(last_sender.counters, end(waiting, now));
    mpimon_function_set_end(ends && request->status.MPI_ERROR == MPI_SUCCESS ? now : 0);
}

void mpimon_probed(struct mpimon_waiting *waiting, MPIR_Comm *comm, int source, const MPI_Status *status) {
    struct mpimon_wait item = {.part = index_of(comm)};
    if (source == MPI_ANY_SOURCE && status != MPI_STATUS_IGNORE)
        source = status->MPI_SOURCE;
    item.peer = peer_of(comm, source);
    set_kind(&item, MPIMON_CLASS_P2P, MPIMON_WAIT_SENDER);
    count(waiting, &item);
}

void mpimon_spun(struct mpimon_waiting *waiting, MPIR_Comm *comm, int rank) {
    struct mpimon_wait item = {.part = index_of(comm), .peer = peer_of(comm, rank)};
    set_kind(&item, MPIMON_CLASS_COLL, MPIMON_WAIT_COLLECTIVE);
    count(waiting, &item);
}

void mpimon_epoch_waited(struct mpimon_waiting *waiting, MPIR_Win *win, int rank) {
    struct mpimon_wait item = {.part = index_of(win->comm_ptr)};
    if (rank == MPIMON_LAST_ARRIVED)
        rank = arrived.win == win ? arrived.rank : MPIMON_OF_GROUP;
    item.peer = peer_of(win->comm_ptr, rank);
    set_kind(&item, MPIMON_CLASS_RMA, MPIMON_WAIT_EPOCH);
    count(waiting, &item);
}

void mpimon_epoch_arrived(MPIR_Win *win, int rank) {
    arrived.win = win;
    arrived.rank = rank;
}

void mpimon_fence(int enters) {
    in_fence = enters;
}

void mpimon_send_pending(MPIR_Request *request, int rank, MPIR_Comm *comm, enum mpimon_class traffic_class) {
    request->dev.monitoring.from = mpimon_communicator_index(comm) << 1 | (traffic_class == MPIMON_CLASS_COLL);
    request->dev.monitoring.room = (uint64_t)rank;
    request->dev.monitoring.sent = pending_send();
}

MPIMON_THREAD struct mpimon_last_send mpimon_last_send;

static uint32_t switched_now(void) {
    return __atomic_load_n(&waits_switched, __ATOMIC_ACQUIRE);
}

#ifdef MPIDI_CH4_DIRECT_NETMOD
void mpimon_send_pending_here(MPIR_Request *request) {
    mpimon_last_send.request = request;
    mpimon_last_send.switched = switched_now();
}

void mpimon_last_send_seen(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class) {
    if (mpimon_last_send.request && mpimon_last_send.switched == switched_now() &&
        mpimon_last_send.request->kind == MPIR_REQUEST_KIND__SEND)
        mpimon_send_pending(mpimon_last_send.request, rank, comm, traffic_class);
    mpimon_last_send.request = NULL;
}
#else
void mpimon_send_pending_here(MPIR_Request *request) {
    if (mpimon_last_send.comm && mpimon_last_send.switched == switched_now())
        mpimon_send_pending(request, mpimon_last_send.rank, mpimon_last_send.comm, mpimon_last_send.traffic_class);
    mpimon_last_send.comm = NULL;
}

void mpimon_last_send_seen(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class) {
    mpimon_last_send.comm = comm;
    mpimon_last_send.rank = rank;
    mpimon_last_send.traffic_class = traffic_class;
    mpimon_last_send.switched = switched_now();
}
#endif
