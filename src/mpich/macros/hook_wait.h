/*
 * Waits (detail `waits`): how long a blocking call waited, and for whom. A function that may wait has a mpimon_waiting
 * of its own. Its loops say each time around that they go on waiting, and for which request, so the clock is read only
 * where a call has to wait. At the end the whole interval counts for the request that completed last.
 */
#ifndef MPIMON_HOOK_WAIT_H
#define MPIMON_HOOK_WAIT_H

extern MPIMON_HIDDEN unsigned char mpimon_waits_on;

/* Count waits from now on, or no more. */
MPIMON_HIDDEN void mpimon_waits_switch(int on);

struct mpimon_waiting {
    uint64_t start;        /* in ticks; 0 while nothing was waited for */
    uint64_t before;       /* what the thread had waited until then, in ticks */
    MPIR_Request *request; /* that was waited for last, or NULL */
};

MPIMON_HIDDEN void mpimon_flush_begin(struct mpimon_waiting *waiting);
MPIMON_HIDDEN void mpimon_wait_goes_on(struct mpimon_waiting *waiting, MPIR_Request *request);
/* `ends`: the function that the program has called has no more to do then but to give the request back. */
MPIMON_HIDDEN void mpimon_waited(struct mpimon_waiting *waiting, int ends);
MPIMON_HIDDEN void mpimon_probed(struct mpimon_waiting *waiting, MPIR_Comm *comm, int source, const MPI_Status *status);
MPIMON_HIDDEN void mpimon_spun(struct mpimon_waiting *waiting, MPIR_Comm *comm, int rank);

/* `rank` is one in the window's communicator, or says that the wait in a one-sided epoch is for one of its group, or
 * for whoever sent the last message of the epoch's beginning or end. */
enum { MPIMON_OF_GROUP = -1, MPIMON_LAST_ARRIVED = -2 };
MPIMON_HIDDEN void mpimon_epoch_waited(struct mpimon_waiting *waiting, MPIR_Win *win, int rank);
MPIMON_HIDDEN void mpimon_epoch_arrived(MPIR_Win *win, int rank);
MPIMON_HIDDEN void mpimon_fence(int enters);

/*
 * A send that was not complete at once: the request carries whom it is for. With UCX the hook knows the request alone:
 * what else it would need the compiler had to keep through UCX's call, on the way of a short message. The hook of the
 * message itself, which then takes the slow path, tells the rest.
 */
MPIMON_HIDDEN void mpimon_send_pending(MPIR_Request *request, int rank, MPIR_Comm *comm,
                                       enum mpimon_class traffic_class);
MPIMON_HIDDEN void mpimon_send_pending_here(MPIR_Request *request);

/* The thread's send: where all messages go to the netmod, its request, if it is pending, comes first, and the message
 * is counted after that; elsewhere it is the other way round. */
struct mpimon_last_send {
    MPIR_Request *request;
    MPIR_Comm *comm;
    int rank;
    enum mpimon_class traffic_class;
    uint32_t switched; /* how often waits were switched until then */
};
extern MPIMON_HIDDEN MPIMON_THREAD struct mpimon_last_send mpimon_last_send;

MPIMON_HIDDEN void mpimon_last_send_seen(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class);
static inline void mpimon_send_seen(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class) {
#ifdef MPIDI_CH4_DIRECT_NETMOD
    if (likely(!mpimon_last_send.request))
        return;
#endif
    mpimon_last_send_seen(comm, rank, traffic_class);
}
#define MPIMON_HOOK_SEND_PENDING(request) MPIMON_IF(mpimon_waits_on, mpimon_send_pending_here(request))
#define MPIMON_SEND_PENDING(request, rank) \
    MPIMON_IF(mpimon_waits_on, mpimon_send_pending(request, rank, comm, mpimon_class_of(context_offset)))
#define MPIMON_HOOK_SEND_PENDING_OFI(request) MPIMON_SEND_PENDING(request, dst_rank)
#define MPIMON_HOOK_SEND_PENDING_AM(request) MPIMON_SEND_PENDING(request, rank)

#define MPIMON_HOOK_WAIT_READY()          \
    struct mpimon_waiting mpimon_waiting; \
    mpimon_waiting.start = 0
#define MPIMON_HOOK_WAITING(request) MPIMON_IF(mpimon_waits_on, mpimon_wait_goes_on(&mpimon_waiting, request))
#define MPIMON_WAITED(ends)                       \
    do {                                          \
        if (unlikely(mpimon_waiting.start != 0))  \
            mpimon_waited(&mpimon_waiting, ends); \
    } while (0)

/* A wait for one request ends its function; one for several goes on with the next ones. */
#define MPIMON_HOOK_WAITED(function) MPIMON_WAITED(MPIMON_WAIT_ENDS_##function)
#define MPIMON_WAIT_ENDS_MPIR_Wait_state 1
#define MPIMON_WAIT_ENDS_MPIR_Waitall_state 0

/* The receive is looked at first: a send is complete at once more often. */
#define MPIMON_HOOK_WAITING_BOTH(send, receive) \
    MPIMON_HOOK_WAITING(MPIR_Request_is_complete(receive) ? (send) : (receive))
#define MPIMON_HOOK_WAITED_BOTH() MPIMON_WAITED(0)

/* A wait for any of several requests: only its end tells which one it was for. */
#define MPIMON_HOOK_WAITING_ANY() MPIMON_HOOK_WAITING(NULL)
#define MPIMON_HOOK_WAITED_ANY(request_)           \
    do {                                           \
        if (unlikely(mpimon_waiting.start != 0)) { \
            mpimon_waiting.request = (request_);   \
            mpimon_waited(&mpimon_waiting, 0);     \
        }                                          \
    } while (0)

#define MPIMON_HOOK_WAITED_SOME(first) MPIMON_HOOK_WAITED_ANY(request_ptrs[first])

#define MPIMON_HOOK_PROBING(flag) MPIMON_IF(mpimon_waits_on, if (!(flag)) mpimon_wait_goes_on(&mpimon_waiting, NULL))
#define MPIMON_HOOK_PROBED()                                      \
    do {                                                          \
        if (unlikely(mpimon_waiting.start != 0))                  \
            mpimon_probed(&mpimon_waiting, comm, source, status); \
    } while (0)

/* Stands in the condition of a loop, after what the loop waits for. */
static inline __attribute__((always_inline)) int mpimon_goes_on(struct mpimon_waiting *waiting) {
    MPIMON_IF(mpimon_waits_on, mpimon_wait_goes_on(waiting, NULL));
    return 1;
}
#define MPIMON_HOOK_EPOCH_WAITING() mpimon_goes_on(&mpimon_waiting)
#define MPIMON_HOOK_EPOCH_WAITED(function)                                           \
    do {                                                                             \
        if (unlikely(mpimon_waiting.start != 0))                                     \
            mpimon_epoch_waited(&mpimon_waiting, win, MPIMON_EPOCH_RANK_##function); \
    } while (0)
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_start MPIMON_LAST_ARRIVED
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_wait MPIMON_LAST_ARRIVED
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_complete group->size == 1 ? ranks_in_win_grp[0] : MPIMON_OF_GROUP
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_lock rank
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_unlock rank
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_flush rank
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_flush_local rank
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_fence MPIMON_OF_GROUP
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_flush_all MPIMON_OF_GROUP
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_flush_local_all MPIMON_OF_GROUP
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_lock_all MPIMON_OF_GROUP
#define MPIMON_EPOCH_RANK_MPIDIG_mpi_win_unlock_all MPIMON_OF_GROUP

/* The netmod and the shared-memory module complete what they have begun, with loops of their own. */
#define MPIMON_HOOK_FLUSHING() MPIMON_IF(mpimon_waits_on, mpimon_flush_begin(&mpimon_waiting))
#define MPIMON_HOOK_FLUSHED(function)                                                \
    do {                                                                             \
        if (unlikely(mpimon_waiting.start != 0))                                     \
            mpimon_epoch_waited(&mpimon_waiting, win, MPIMON_FLUSH_RANK_##function); \
    } while (0)
#define MPIMON_FLUSH_RANK_MPIDI_NM_rma_win_cmpl_hook MPIMON_OF_GROUP
#define MPIMON_FLUSH_RANK_MPIDI_NM_rma_win_local_cmpl_hook MPIMON_OF_GROUP
#define MPIMON_FLUSH_RANK_MPIDI_NM_rma_target_cmpl_hook rank
#define MPIMON_FLUSH_RANK_MPIDI_NM_rma_target_local_cmpl_hook rank
#define MPIMON_FLUSH_RANK_MPIDI_SHM_rma_win_cmpl_hook MPIMON_OF_GROUP
#define MPIMON_FLUSH_RANK_MPIDI_SHM_rma_win_local_cmpl_hook MPIMON_OF_GROUP
#define MPIMON_FLUSH_RANK_MPIDI_SHM_rma_target_cmpl_hook rank
#define MPIMON_FLUSH_RANK_MPIDI_SHM_rma_target_local_cmpl_hook rank

#define MPIMON_HOOK_EPOCH_ARRIVED(info, win) \
    MPIMON_IF(mpimon_waits_on, mpimon_epoch_arrived(win, (int)(info)->origin_rank))
#define MPIMON_HOOK_FENCE_ENTER() MPIMON_IF(mpimon_waits_on, mpimon_fence(1))
#define MPIMON_HOOK_FENCE_EXIT() MPIMON_IF(mpimon_waits_on, mpimon_fence(0))

/* Flags of shared-memory collectives: where a flag lies tells whose it is. */
#define MPIMON_HOOK_SPIN_READY() MPIMON_HOOK_WAIT_READY()
#define MPIMON_HOOK_SPINNING() MPIMON_HOOK_WAITING(NULL)
#define MPIMON_HOOK_SPUN(flag)                                                                 \
    do {                                                                                       \
        if (unlikely(mpimon_waiting.start != 0))                                               \
            mpimon_spun(&mpimon_waiting, comm_ptr,                                             \
                        (int)(((char *)(flag) - (char *)release_gather_info_ptr->flags_addr) / \
                              MPIDI_POSIX_RELEASE_GATHER_FLAG_SPACE_PER_RANK));                \
    } while (0)

#endif
