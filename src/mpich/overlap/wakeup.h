/*
 * The functions of the same names in struct mpimon_overlap_library.
 */
#ifndef MPIMON_OVERLAP_WAKEUP_H
#define MPIMON_OVERLAP_WAKEUP_H

#include "mpidimpl.h"

#include "connection.h"

MPIMON_HIDDEN int mpimon_wakeup_descriptor(void);
MPIMON_HIDDEN enum mpimon_overlap_armed mpimon_wakeup_arm(void);
MPIMON_HIDDEN void mpimon_wakeup_signal(void);
MPIMON_HIDDEN int mpimon_wakeup_tells_of(int communicator, int rank);

#endif
