/*
 * When UCX has something to do, it tells by a descriptor. It does so only where it was asked when its context was made,
 * since it may then choose other transports, and some of them do more for each message.
 */
#include "wakeup.h"

#ifdef MPIMON_WAKEUP_BY_UCX

#include <ucp/api/ucp.h>

static int is_asked_for;

/* The one of all messages, as long as there is one virtual interface. */
static ucp_worker_h worker(void) {
    return MPIDI_UCX_global.ctx[0].worker;
}

void mpimon_overlap_ask_for_wakeup(uint64_t *features) {
    is_asked_for = mpimon_wakeup_is_worth_it();
    if (is_asked_for)
        *features |= UCP_FEATURE_WAKEUP;
}

int mpimon_wakeup_descriptor(void) {
    int descriptor;
    return is_asked_for && ucp_worker_get_efd(worker(), &descriptor) == UCS_OK ? descriptor : -1;
}

/* UCX itself does not lock its worker against other threads. */
enum mpimon_overlap_armed mpimon_wakeup_arm(void) {
    mpimon_wakeup_lock();
    const ucs_status_t status = ucp_worker_arm(worker());
    mpimon_wakeup_unlock();
    return status == UCS_OK         ? MPIMON_OVERLAP_ARMED
           : status == UCS_ERR_BUSY ? MPIMON_OVERLAP_BUSY
                                    : MPIMON_OVERLAP_FAILED;
}

void mpimon_wakeup_signal(void) {
    ucp_worker_signal(worker());
}

#endif
