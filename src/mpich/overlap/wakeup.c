/*
 * Which messages the network module tells of; and that it tells of none, where there is none of those that can.
 */
#include "wakeup.h"

int mpimon_wakeup_tells_of(int communicator, int rank) {
    MPIR_Comm *comm;
    if (rank < 0)
        return 1; /* complete at once */
    MPIR_Comm_get_ptr((MPI_Comm)communicator, comm);
    return MPIMON_VCIS == 1 && !mpimon_is_on_own_node(comm, rank);
}

#if !defined(MPIMON_WAKEUP_BY_UCX) && !defined(MPIMON_WAKEUP_BY_OFI)

int mpimon_wakeup_descriptor(void) {
    return -1;
}

enum mpimon_overlap_armed mpimon_wakeup_arm(void) {
    return MPIMON_OVERLAP_FAILED;
}

void mpimon_wakeup_signal(void) {}

#endif
