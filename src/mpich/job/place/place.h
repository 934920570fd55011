/*
 * Where the process is.
 */
#ifndef MPIMON_PLACE_H
#define MPIMON_PLACE_H

#include "../../../engine/count.h"

/*
 * Record where the process is now, if it is elsewhere than was recorded last: its node, and the processors on which the
 * calling thread may run, which a program may set for itself. The first time, also the node's hardware, if this is the
 * process of the node that does so. It does nothing without a segment.
 */
MPIMON_HIDDEN void mpimon_place_record(void);

/* MPI ends, and what MPICH knows of the hardware goes with it. */
MPIMON_HIDDEN void mpimon_place_forget(void);

#endif
