/*
 * The functions of the same names in struct mpimon_overlap_library, by the one network module that MPICH was built
 * with.
 */
#ifndef MPIMON_OVERLAP_WAKEUP_H
#define MPIMON_OVERLAP_WAKEUP_H

#include "mpidimpl.h"

#include "../count/nodes.h"
#include "connection.h"

#if defined(HAVE_CH4_NETMOD_UCX) && !defined(HAVE_CH4_NETMOD_OFI)
#define MPIMON_WAKEUP_BY_UCX
#elif defined(HAVE_CH4_NETMOD_OFI) && !defined(HAVE_CH4_NETMOD_UCX)
#define MPIMON_WAKEUP_BY_OFI
#endif

MPIMON_HIDDEN int mpimon_wakeup_descriptor(void);
MPIMON_HIDDEN enum mpimon_overlap_armed mpimon_wakeup_arm(void);
MPIMON_HIDDEN void mpimon_wakeup_signal(void);
MPIMON_HIDDEN int mpimon_wakeup_tells_of(int communicator, int rank);

/* It is not for a job on one node: through shared memory, senders would call the system to wake a receiver; and a
 * program that closes all descriptors goes on there, but not with a network module that tells by one. */
static inline int mpimon_wakeup_is_worth_it(void) {
    return mpimon_overlap_is_wanted() && mpimon_are_several_nodes();
}

/* What MPICH's progress holds. */
static inline void mpimon_wakeup_lock(void) {
    MPID_THREAD_CS_ENTER(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
    MPID_THREAD_CS_ENTER(VCI, MPIMON_VCI_LOCK(0));
}

static inline void mpimon_wakeup_unlock(void) {
    MPID_THREAD_CS_EXIT(VCI, MPIMON_VCI_LOCK(0));
    MPID_THREAD_CS_EXIT(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
}

#endif
