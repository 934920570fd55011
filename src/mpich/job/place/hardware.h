/*
 * The node's hardware as hwloc sees it. `topology` is MPICH's, of hwloc's type; without hwloc there is none.
 */
#ifndef MPIMON_HARDWARE_H
#define MPIMON_HARDWARE_H

#include "../../../engine/count.h"
#include "processors.h"

/* Set the objects of the hardware in which all these processors are, and what says that they are known. */
MPIMON_HIDDEN void mpimon_hardware_bind(void *topology, const struct mpimon_processors *processors,
                                        struct mpimon_place *place);

/* A description of the packages, NUMA nodes, third-level caches, cores and processors, in XML as hwloc reads it: to be
 * freed by free(); NULL without hwloc or memory. That of equal hardware is equal. */
MPIMON_HIDDEN char *mpimon_hardware_describe(void *topology);

#endif
