/*
 * When the network module has something to do, as UCX tells by a descriptor. It does so only where it was asked when
 * its context was made, since it may then choose other transports, and some of them do more for each message. A job on
 * one node does not ask: through shared memory, senders would call the system to wake a receiver; and a program that
 * closes all descriptors goes on there, but not with UCX that tells by one. Libfabric is not asked: MPICH opens its
 * queues without an object to wait for.
 */
#include "wakeup.h"

#include "../macros/hook_overlap.h"

#if defined(HAVE_CH4_NETMOD_UCX) && !defined(HAVE_CH4_NETMOD_OFI)

#include <ucp/api/ucp.h>

static int is_asked_for;

/* The one of all messages, as long as there is one virtual interface. */
static ucp_worker_h worker(void) {
    return MPIDI_UCX_global.ctx[0].worker;
}

void mpimon_overlap_ask_for_wakeup(uint64_t *features) {
    is_asked_for = mpimon_overlap_is_wanted() && MPIR_Process.num_nodes > 1;
    if (is_asked_for)
        *features |= UCP_FEATURE_WAKEUP;
}

int mpimon_wakeup_descriptor(void) {
    int descriptor;
    return is_asked_for && ucp_worker_get_efd(worker(), &descriptor) == UCS_OK ? descriptor : -1;
}

/* UCX itself does not lock its worker against other threads. */
enum mpimon_overlap_armed mpimon_wakeup_arm(void) {
    MPID_THREAD_CS_ENTER(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
    MPID_THREAD_CS_ENTER(VCI, MPIMON_VCI_LOCK(0));
    const ucs_status_t status = ucp_worker_arm(worker());
    MPID_THREAD_CS_EXIT(VCI, MPIMON_VCI_LOCK(0));
    MPID_THREAD_CS_EXIT(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
    return status == UCS_OK         ? MPIMON_OVERLAP_ARMED
           : status == UCS_ERR_BUSY ? MPIMON_OVERLAP_BUSY
                                    : MPIMON_OVERLAP_FAILED;
}

void mpimon_wakeup_signal(void) {
    ucp_worker_signal(worker());
}

int mpimon_wakeup_tells_of(int communicator, int rank) {
    MPIR_Comm *comm;
    if (rank < 0)
        return 1; /* complete at once */
    MPIR_Comm_get_ptr((MPI_Comm)communicator, comm);
    return MPIMON_VCIS == 1 && !MPIDI_av_is_local(MPIDIU_comm_rank_to_av(comm, rank));
}

#else

void mpimon_overlap_ask_for_wakeup(uint64_t *features) {
    (void)features;
}

int mpimon_wakeup_descriptor(void) {
    return -1;
}

enum mpimon_overlap_armed mpimon_wakeup_arm(void) {
    return MPIMON_OVERLAP_FAILED;
}

void mpimon_wakeup_signal(void) {}

int mpimon_wakeup_tells_of(int communicator, int rank) {
    (void)communicator, (void)rank;
    return 0;
}

#endif
