/*
 * Messages as they leave: sends, partitioned transfers, protocol headers.
 */
#ifndef MPIMON_HOOKS_HOOK_MESSAGE_H
#define MPIMON_HOOKS_HOOK_MESSAGE_H

/* Where 4.0 passes a context offset, later versions pass attributes with the offset in their lowest bit. */
#if MPICH_NUMVERSION >= 40100000
#define MPIMON_CONTEXT attr
#else
#define MPIMON_CONTEXT context_offset
#endif

/* Why a message with this context offset (or these attributes) is sent: the lowest bit is set for collectives. */
static inline enum mpimon_class mpimon_class_of(int context) {
    return (context & 1) ? MPIMON_CLASS_COLL : MPIMON_CLASS_P2P;
}

static inline uint64_t mpimon_data_size(MPI_Aint count, MPI_Datatype datatype) {
    MPI_Aint size;
    MPIR_Datatype_get_size_macro(datatype, size);
    return (uint64_t)count * (uint64_t)size;
}

/*
 * Count a message of a send, by class (p2p, coll) and path. Out of line, and called through a table, for two reasons:
 * the compiler decides what to inline in MPICH's send path as if the hooks were not there, and where threads never
 * count at the same time, functions serve that need not ask for the thread's shard.
 */
typedef void mpimon_sender(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype);
extern MPIMON_HIDDEN mpimon_sender *mpimon_senders[2][MPIMON_PATHS];

/* Not said to be unlikely: out of the way, the call would cost a jump back. */
#define MPIMON_HOOK_SEND(path, buf, count, datatype, rank, tag, comm, context, ...) \
    do {                                                                            \
        if (mpimon_on)                                                              \
            mpimon_senders[(context)&1][path](comm, rank, count, datatype);         \
    } while (0)

#define MPIMON_HOOK_SEND_NET(...) MPIMON_HOOK_SEND(MPIMON_PATH_NET, __VA_ARGS__, 0)
#define MPIMON_HOOK_SEND_SHM(...) MPIMON_HOOK_SEND(MPIMON_PATH_SHM, __VA_ARGS__, 0)
#define MPIMON_HOOK_SEND_IPC(...) MPIMON_HOOK_SEND(MPIMON_PATH_IPC, __VA_ARGS__, 0)
#define MPIMON_HOOK_SEND_SELF(...) MPIMON_HOOK_SEND(MPIMON_PATH_SELF, __VA_ARGS__, 0)

/* A partitioned transfer that starts: one message of the whole buffer, sent or to be received. */
MPIMON_HIDDEN void mpimon_count_partitioned(MPIR_Request *request, enum mpimon_path path);

#define MPIMON_HOOK_PART_NET(request) MPIMON_IF(mpimon_on, mpimon_count_partitioned(request, MPIMON_PATH_NET))
#define MPIMON_HOOK_PART_SHM(request) MPIMON_IF(mpimon_on, mpimon_count_partitioned(request, MPIMON_PATH_SHM))

/* A header without user data. MPIDIG_SEND starts a message that the send hooks have counted. */
MPIMON_HIDDEN void mpimon_count_control(MPIR_Comm *comm, int rank, MPI_Aint bytes, int local);

/* Without shared-memory modules a request does not say whether its peer is local: `local` must not be looked at. */
#ifdef MPIDI_CH4_DIRECT_NETMOD
#define MPIMON_IS_LOCAL(local) 0
#else
#define MPIMON_IS_LOCAL(local) (local)
#endif

#define MPIMON_HOOK_CONTROL(comm, rank, handler, size, local) \
    MPIMON_IF(mpimon_on && (handler) != MPIDIG_SEND, mpimon_count_control(comm, rank, size, MPIMON_IS_LOCAL(local)))
#define MPIMON_HOOK_CONTROL_REPLY(comm, rank, handler, size, local) \
    MPIMON_HOOK_CONTROL(comm, rank, handler, size, local)

#endif
