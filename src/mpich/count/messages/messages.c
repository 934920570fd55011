/*
 * What is counted besides sends: one-sided operations, partitioned transfers, control headers, receives.
 */
#include "mpidimpl.h"

#include "../communicators/communicators.h"
#include "../gauges/watermarks.h"
#include "flows.h"

/* With the details `sizes` and `waits`, all messages come here. */
static inline __attribute__((always_inline)) void count_sent_slow(MPIR_Comm *comm, int rank,
                                                                  enum mpimon_class traffic_class,
                                                                  enum mpimon_path path, uint64_t bytes) {
    struct mpimon_flow *flow = likely(mpimon_sizes_on)
                                   ? mpimon_sized_flow(mpimon_flow_key(comm, rank, traffic_class, path, MPIMON_SENT))
                                   : NULL;
    if (unlikely(!flow))
        flow = mpimon_flow_slow(comm, rank, traffic_class, path, MPIMON_SENT);
    mpimon_add_sent(mpimon_shard_now(), flow, traffic_class, bytes);
    if (mpimon_sizes_on & MPIMON_SIZES_COUNTED)
        mpimon_count_size(flow, mpimon_bin(bytes));
    if (mpimon_waits_on && traffic_class <= MPIMON_CLASS_COLL)
        mpimon_send_seen(comm, rank, traffic_class);
}

void mpimon_count_sent_slow(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class, enum mpimon_path path,
                            uint64_t bytes) {
    count_sent_slow(comm, rank, traffic_class, path, bytes);
}

/* How the data of a message lies in memory that is sent and counted; the datatype is not built in. Nothing lies apart
 * where there is nothing. */
static void count_layout(enum mpimon_class traffic_class, MPI_Aint count, MPI_Datatype datatype) {
    const MPIR_Datatype *type;
    MPIR_Datatype_get_ptr(datatype, type);
    if (!type->is_contig && count > 0 && type->size > 0)
        mpimon_count_noncontiguous(traffic_class, (uint64_t)count * (uint64_t)type->size,
                                   (uint64_t)count * (uint64_t)type->typerep.num_contig_blocks);
}

/* Apart from what is built in, which must not be slower for it. */
static __attribute__((noinline)) void send_derived(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype,
                                                   enum mpimon_class traffic_class, enum mpimon_path path) {
    mpimon_count_sent(comm, rank, traffic_class, path, mpimon_data_size(count, datatype));
    if (mpimon_functions_on)
        count_layout(traffic_class, count, datatype);
}

void mpimon_send_slow(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype, unsigned kind) {
    const enum mpimon_class traffic_class = mpimon_class_over(comm, (enum mpimon_class)(kind / MPIMON_PATHS));
    const enum mpimon_path path = (enum mpimon_path)(kind % MPIMON_PATHS);
    if (!mpimon_is_builtin(datatype))
        send_derived(comm, rank, count, datatype, traffic_class, path);
    else if (mpimon_sizes_on)
        count_sent_slow(comm, rank, traffic_class, path, (uint64_t)count * mpimon_builtin_size(datatype));
    else
        mpimon_count_sent(comm, rank, traffic_class, path, (uint64_t)count * mpimon_builtin_size(datatype));
}
MPIMON_PRESERVING_BODY(mpimon_send_slow)

/* Rare work is called last, here and below, so that no register is saved for it. */
void mpimon_count_put(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, int target, MPIR_Win *win) {
    struct mpimon_flow *flow = mpimon_flow_fast(win->comm_ptr, target, MPIMON_CLASS_RMA, path, MPIMON_SENT);
    if (likely(flow != NULL) && mpimon_is_builtin(datatype))
        mpimon_add_sent(mpimon_shard_now(), flow, MPIMON_CLASS_RMA, (uint64_t)count * mpimon_builtin_size(datatype));
    else
        mpimon_send_slow(win->comm_ptr, target, count, datatype, MPIMON_CLASS_RMA * MPIMON_PATHS + path);
}

static __attribute__((noinline)) void get_slow(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, int target,
                                               MPIR_Win *win) {
    mpimon_count_received(win->comm_ptr, target, MPIMON_CLASS_RMA, path, mpimon_data_size(count, datatype));
}

void mpimon_count_get(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, int target, MPIR_Win *win) {
    struct mpimon_flow *flow = mpimon_flow_fast(win->comm_ptr, target, MPIMON_CLASS_RMA, path, MPIMON_RECEIVED);
    if (likely(flow != NULL) && mpimon_is_builtin(datatype))
        mpimon_add(flow, (uint64_t)count * mpimon_builtin_size(datatype));
    else
        get_slow(path, count, datatype, target, win);
}

void mpimon_count_fetch(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, MPI_Aint result_count,
                        MPI_Datatype result_datatype, int target, MPI_Op op, MPIR_Win *win) {
    if (op == MPI_NO_OP)
        mpimon_count_put(path, 0, MPI_BYTE, target, win);
    else
        mpimon_count_put(path, count, datatype, target, win);
    mpimon_count_get(path, result_count, result_datatype, target, win);
}

void mpimon_partitioned_started(MPIR_Request *request, enum mpimon_path path) {
    if (request->kind != MPIR_REQUEST_KIND__PART_SEND)
        return;
    MPI_Datatype datatype = MPIDI_PART_REQUEST(request, datatype);
    MPI_Aint count = MPIDI_PART_REQUEST(request, count) * request->u.part.partitions;
    mpimon_count_sent(request->comm, MPIDI_PART_REQUEST(request, u.send.dest), MPIMON_CLASS_PART, path,
                      mpimon_data_size(count, datatype));
    if (mpimon_functions_on && !mpimon_is_builtin(datatype))
        count_layout(MPIMON_CLASS_PART, count, datatype);
}

void mpimon_partitioned_received(MPIR_Request *data) {
    if (!(mpimon_receives_on & MPIMON_RECEIVES_COUNTED))
        return;
    MPIR_Request *request = MPIDIG_REQUEST(data, req->part_am_req.part_req_ptr);
    enum mpimon_path path = MPIMON_IS_LOCAL(MPIDI_REQUEST(request, is_local)) ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
    mpimon_count_received(request->comm, MPIMON_PART_SOURCE(request), MPIMON_CLASS_PART, path,
                          (uint64_t)MPIDIG_PART_REQUEST(request, u.recv).sdata_size);
}

void mpimon_count_control(MPIR_Comm *comm, int rank, MPI_Aint bytes, int local) {
    mpimon_count_sent(comm, rank, MPIMON_CLASS_CTRL, local ? MPIMON_PATH_SHM : MPIMON_PATH_NET, (uint64_t)bytes);
}

/* Rank and path of the sender are known only when the message is there. The key is valid even where there was no memory
 * for the communicator. */
static inline uint64_t pending_key(MPIR_Comm *comm, uint32_t index, enum mpimon_class traffic_class) {
    traffic_class = mpimon_class_over(comm, traffic_class);
    if (unlikely(index == UINT32_MAX))
        return mpimon_key_base(index, traffic_class, MPIMON_PATH_SELF, MPIMON_RECEIVED);
    return mpimon_flow_key(comm, 0, traffic_class, MPIMON_PATH_SELF, MPIMON_RECEIVED);
}

/* The message's size, even where there was room for less. With libfabric a matched probe has found it already; UCX does
 * not tell it there. */
static uint64_t message_size(const MPIR_Request *request) {
    const struct mpimon_pending *pending = &request->dev.monitoring;
    if (pending->sent & MPIMON_OVERFLOW(0))
        return pending->room + (pending->is_probed ? 0 : pending->sent & ~MPIMON_OVERFLOW(0));
    return pending->sent ? pending->sent : (uint64_t)MPIR_STATUS_GET_COUNT(request->status);
}

/* Keeps the communicator until the message is there, since a program may free it before. A netmod need not have it in
 * the request, and putting it there would change whose error handler MPI_Wait calls. */
static inline void hold_communicator(MPIR_Request *request, MPIR_Comm *comm) {
    request->dev.monitoring.comm = request->comm ? NULL : comm;
    if (!request->comm)
        MPIR_Comm_add_ref(comm);
}

/* Gives the communicator back, since MPI_Comm_disconnect waits for that. One that the program has freed goes with the
 * request, as with netmods that keep it there: it must not be freed here, within MPICH's progress. */
static inline void release_communicator(MPIR_Request *request, MPIR_Comm *comm) {
    if (likely(MPIR_Object_get_ref(comm) > 1))
        MPIR_Comm_release(comm);
    else
        request->comm = comm;
}

static inline void count_received(MPIR_Request *request, MPIR_Comm *comm, uint64_t key) {
    if (!request->dev.monitoring.is_probed)
        mpimon_posted_no_more(request->dev.monitoring.room);
    if (mpimon_receives_due != MPIMON_RECEIVES_COUNT)
        return;
    int source = request->status.MPI_SOURCE;
    if (!comm || source < 0 || MPIR_STATUS_GET_CANCEL_BIT(request->status))
        return;
    mpimon_count_received(comm, source, (enum mpimon_class)((key >> MPIMON_KEY_CLASS) & 7),
                          mpimon_path_from(comm, source), message_size(request));
}

/* An atomic exchange is dear, and below MPI_THREAD_MULTIPLE nobody else is here. */
static uint64_t exchange_key(MPIR_Request *request, uint64_t key) {
    uint64_t *now = &request->dev.monitoring.key;
    if (MPIR_IS_THREADED)
        return __atomic_exchange_n(now, key, __ATOMIC_ACQ_REL);
    uint64_t before = *now;
    *now = key;
    return before;
}

/* The pending key becomes this when the message is there before the receive has its key. */
enum { ARRIVED = 1 };

/* Gives the request what it carries until its message is counted. Returns whether the message is there already. */
static inline int make_pending(MPIR_Request *request, MPIR_Comm *comm, enum mpimon_class traffic_class, uint64_t room,
                               int is_probed) {
    struct mpimon_pending *pending = &request->dev.monitoring;
    const uint32_t index = mpimon_communicator_index(comm);
    const uint64_t key = pending_key(comm, index, traffic_class);
    pending->from = index << 1 | (traffic_class == MPIMON_CLASS_COLL);
    pending->room = room;
    pending->is_probed = is_probed != 0;
    if (!is_probed) /* nor is there a receive yet */
        mpimon_posted(room);
    hold_communicator(request, comm);
    return exchange_key(request, key) == ARRIVED;
}

void mpimon_receive_posted(MPI_Aint count, MPI_Datatype datatype, MPIR_Comm *comm, enum mpimon_class traffic_class,
                           MPIR_Request *request) {
    int arrived = make_pending(request, comm, traffic_class, mpimon_data_size(count, datatype), 0);
    if (arrived || MPIR_Request_is_complete(request))
        mpimon_receive_done(request);
}

void mpimon_receive_probed(MPIR_Comm *comm, MPIR_Request *message) {
    make_pending(message, comm, MPIMON_CLASS_P2P, (uint64_t)MPIR_STATUS_GET_COUNT(message->status), 1);
}

void mpimon_receive_matched(MPIR_Request *message) {
    if (MPIR_Request_is_complete(message))
        mpimon_receive_done(message);
}

/* Whether this is only half of a receive from anybody. It waits in shared memory and in the netmod: the first half is
 * cancelled when the message comes to the other one, which then completes the request. From 5.0 on, the status of the
 * first half does not say that it was cancelled. */
static int goes_on(MPIR_Request *request) {
    int nothing_came = MPIR_STATUS_GET_CANCEL_BIT(request->status) || request->status.MPI_SOURCE == MPI_ANY_SOURCE;
    return nothing_came && MPIR_cc_get(*request->cc_ptr) > 1;
}

/*
 * The thread that posted the receive and one that makes progress may both come here: the one that takes the pending key
 * out counts. Where the message is there before the key, ARRIVED tells the one that posts.
 */
void mpimon_receive_done(MPIR_Request *request) {
    if (goes_on(request))
        return;
    uint64_t key = exchange_key(request, ARRIVED);
    if (!((key >> MPIMON_KEY_VALID) & 1))
        return;
    MPIR_Comm *held = request->dev.monitoring.comm;
    count_received(request, held ? held : request->comm, key);
    if (held)
        release_communicator(request, held);
}

void mpimon_send_cancelled_self(MPIR_Request *request) {
    if (!(mpimon_receives_on & MPIMON_RECEIVES_COUNTED))
        return;
    struct mpimon_flow *flow =
        mpimon_flow_of(request->comm, request->comm->rank, MPIMON_CLASS_P2P, MPIMON_PATH_SELF, MPIMON_CANCELLED);
    mpimon_add(flow, mpimon_data_size(request->dev.ch4.self.count, request->dev.ch4.self.datatype));
}
