/*
 * What this process has sent, by the ranks of a communicator.
 */
#ifndef MPIMON_OWN_TRAFFIC_H
#define MPIMON_OWN_TRAFFIC_H

#include "traffic_order.h"

/*
 * Bytes to each of the first `size` ranks of `comm`, the most first, of all classes but collectives, over communicators
 * in whose order of ranks this process was the one that it is in `program_comm`. NULL, and *count is 0, where there are
 * none or no memory. The caller frees it.
 */
MPIMON_HIDDEN struct mpimon_traffic *mpimon_own_traffic(MPIR_Comm *comm, MPIR_Comm *program_comm, int size,
                                                        size_t *count);

#endif
