/*
 * When libfabric has something to do, its completion queue tells by a descriptor, where it was opened so. MPICH opens
 * it without, and so it is opened where the provider has none.
 */
#include "wakeup.h"

#ifdef MPIMON_WAKEUP_BY_OFI

#include <rdma/fi_domain.h>
#include <rdma/fi_eq.h>

/* The one of all messages, as long as there is one virtual interface. NULL: it tells nothing. */
static struct fid_cq *queue;

int mpimon_overlap_open_queue(struct fid_domain *domain, struct fi_cq_attr *attributes, struct fid_cq **opened,
                              void *context) {
    struct fi_cq_attr telling = *attributes;
    telling.wait_obj = FI_WAIT_FD;
    if (queue || !mpimon_wakeup_is_worth_it() || fi_cq_open(domain, &telling, opened, context) != 0)
        return fi_cq_open(domain, attributes, opened, context);
    queue = *opened;
    return 0;
}

int mpimon_wakeup_descriptor(void) {
    int descriptor;
    return queue && fi_control(&queue->fid, FI_GETWAIT, &descriptor) == 0 ? descriptor : -1;
}

enum mpimon_overlap_armed mpimon_wakeup_arm(void) {
    struct fid *waited = &queue->fid;
    mpimon_wakeup_lock();
    const int status = fi_trywait(MPIDI_OFI_global.fabric, &waited, 1);
    mpimon_wakeup_unlock();
    return status == 0 ? MPIMON_OVERLAP_ARMED : status == -FI_EAGAIN ? MPIMON_OVERLAP_BUSY : MPIMON_OVERLAP_FAILED;
}

void mpimon_wakeup_signal(void) {
    fi_cq_signal(queue);
}

#endif
