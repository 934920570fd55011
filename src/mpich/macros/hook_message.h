/*
 * Messages as they leave: sends, partitioned transfers, protocol headers.
 */
#ifndef MPIMON_HOOK_MESSAGE_H
#define MPIMON_HOOK_MESSAGE_H

/* Why a message with this context offset (or these attributes) is sent: the lowest bit is set for collectives. */
static inline enum mpimon_class mpimon_class_of(int context) {
    return (context & 1) ? MPIMON_CLASS_COLL : MPIMON_CLASS_P2P;
}

/* Handles of built-in datatypes are the positive ones, with the size in their second byte. */
static inline uint64_t mpimon_builtin_size(MPI_Datatype datatype) {
#ifdef MPIMON_ASSEMBLY
    uint64_t size; /* the compiler would shift and then widen, and free a register by moving what is in it */
    __asm__("movl %1, %k0\n\tmovzbl %h0, %k0" : "=Q"(size) : "r"(datatype));
    return size;
#else
    return (uint8_t)((unsigned)datatype >> 8);
#endif
}

static inline int mpimon_is_builtin(MPI_Datatype datatype) {
    return likely((int)datatype >= 0);
}

static inline uint64_t mpimon_data_size(MPI_Aint count, MPI_Datatype datatype) {
    MPI_Aint size;
    if (mpimon_is_builtin(datatype))
        return (uint64_t)count * mpimon_builtin_size(datatype);
    MPIR_Datatype_get_size_macro(datatype, size);
    return (uint64_t)count * (uint64_t)size;
}

/* Counts messages of datatypes that are not built in, and of flows that are not in the cache. The kind is
 * class * MPIMON_PATHS + path. */
MPIMON_HIDDEN void mpimon_send_slow(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype, unsigned kind);
MPIMON_PRESERVING_FUNCTION(mpimon_send_slow)

/* Count a message of class p2p or coll. */
static inline __attribute__((always_inline)) void mpimon_send(enum mpimon_path path, enum mpimon_class traffic_class,
                                                              MPI_Aint count, MPI_Datatype datatype, int rank,
                                                              MPIR_Comm *comm) {
    struct mpimon_shard *shard = mpimon_shard_now();
    uint64_t key = mpimon_key(comm->dev.ch4.monitoring.base[traffic_class][path], rank);
    unsigned slot = mpimon_cache_slot(key);
    if (unlikely(!mpimon_is_builtin(datatype) || shard->keys[slot] != key)) {
        MPIMON_PRESERVING_CALL_5(mpimon_send_slow, comm, rank, count, datatype,
                                 (unsigned)traffic_class * MPIMON_PATHS + path);
    } else {
        mpimon_add_sent(shard, shard->flows[slot], traffic_class, (uint64_t)count * mpimon_builtin_size(datatype));
    }
}

#define MPIMON_HOOK_SEND(path, buf, count, datatype, rank, tag, comm, context, ...) \
    MPIMON_IF(mpimon_on, mpimon_send(path, mpimon_class_of(context), count, datatype, rank, comm))

/* Without shared-memory modules every message that is not to the process itself passes the first of these, which comes
 * after the netmod's call: the message is on its way while it is counted. */
#ifdef MPIDI_CH4_DIRECT_NETMOD
#define MPIMON_HOOK_SEND_DIRECT(buf, count, datatype, rank, tag, comm, context) \
    MPIMON_IF_AT_BRANCH(mpimon_on, mpimon_send(MPIMON_PATH_NET, mpimon_class_of(context), count, datatype, rank, comm))
#define MPIMON_HOOK_SEND_NET(...)
#else
#define MPIMON_HOOK_SEND_DIRECT(...)
#define MPIMON_HOOK_SEND_NET(...) MPIMON_HOOK_SEND(MPIMON_PATH_NET, __VA_ARGS__, 0)
#endif
#define MPIMON_HOOK_SEND_SHM(...) MPIMON_HOOK_SEND(MPIMON_PATH_SHM, __VA_ARGS__, 0)
#define MPIMON_HOOK_SEND_IPC(...) MPIMON_HOOK_SEND(MPIMON_PATH_IPC, __VA_ARGS__, 0)
#define MPIMON_HOOK_SEND_SELF(...) MPIMON_HOOK_SEND(MPIMON_PATH_SELF, __VA_ARGS__, 0)

/* A partitioned transfer: one message of the whole buffer, sent when it is started; `data` receives what was sent. */
MPIMON_HIDDEN void mpimon_partitioned_started(MPIR_Request *request, enum mpimon_path path);
MPIMON_HIDDEN void mpimon_partitioned_received(MPIR_Request *data);

#define MPIMON_HOOK_PART_NET(request) MPIMON_IF(mpimon_on, mpimon_partitioned_started(request, MPIMON_PATH_NET))
#define MPIMON_HOOK_PART_SHM(request) MPIMON_IF(mpimon_on, mpimon_partitioned_started(request, MPIMON_PATH_SHM))
#define MPIMON_HOOK_PART_RECEIVED(data) MPIMON_IF(mpimon_receives_on, mpimon_partitioned_received(data))

/* A header without user data. MPIDIG_SEND starts a message that the send hooks have counted. */
MPIMON_HIDDEN void mpimon_count_control(MPIR_Comm *comm, int rank, MPI_Aint bytes, int local);

/* Without shared-memory modules a request does not say whether its peer is local: `local` must not be looked at. */
#ifdef MPIDI_CH4_DIRECT_NETMOD
#define MPIMON_IS_LOCAL(local) 0
#else
#define MPIMON_IS_LOCAL(local) (local)
#endif

#define MPIMON_HOOK_CONTROL(comm, rank, handler, size, local) \
    MPIMON_IF(mpimon_on, if ((handler) != MPIDIG_SEND) mpimon_count_control(comm, rank, size, MPIMON_IS_LOCAL(local)))
#define MPIMON_HOOK_CONTROL_REPLY(comm, rank, handler, size, local) \
    MPIMON_HOOK_CONTROL(comm, rank, handler, size, local)

#endif
