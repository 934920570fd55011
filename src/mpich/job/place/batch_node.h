/*
 * The batch system's name of the node. Knows nothing of MPICH.
 */
#ifndef MPIMON_BATCH_NODE_H
#define MPIMON_BATCH_NODE_H

#include <stddef.h>

#include "../../../engine/count.h"

/*
 * Put Slurm's name of the node that this process is on into `name`, cut to fit. Returns 0, and an empty name, if Slurm
 * has not started it, be it by another process.
 */
MPIMON_HIDDEN int mpimon_batch_node(char *name, size_t room);

#endif
