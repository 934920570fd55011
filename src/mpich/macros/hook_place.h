/*
 * The node's hardware, when MPICH has looked at it.
 */
#ifndef MPIMON_HOOK_PLACE_H
#define MPIMON_HOOK_PLACE_H

#include "hook_environment.h"

/* `topology` is hwloc's; it stays until MPI ends. */
MPIMON_HIDDEN void mpimon_topology(void *topology);

#define MPIMON_HOOK_TOPOLOGY(topology) (mpimon_topology(topology), (topology))

#endif
