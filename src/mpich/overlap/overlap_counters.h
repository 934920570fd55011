/*
 * What libmpimon_overlap.so counts, by index in one array; libmpi shows it.
 */
#ifndef MPIMON_OVERLAP_COUNTERS_H
#define MPIMON_OVERLAP_COUNTERS_H

#include "../../engine/layout/overlap.h"

enum mpimon_overlap_counter {
    MPIMON_OVERLAP_SENDS,
    MPIMON_OVERLAP_RECEIVES,
    MPIMON_OVERLAP_FAULTS,       /* accesses of the program that had to wait, or came after the end */
    MPIMON_OVERLAP_SYSTEM_CALLS, /* before which all was completed */
    MPIMON_OVERLAP_COPIED_BYTES,
    MPIMON_OVERLAP_MOVED_PAGES,
    MPIMON_OVERLAP_CHAINED,      /* sends and receives within chains */
    MPIMON_OVERLAP_OPEN,         /* of these, after which the program was seen to go straight on to the next call */
    MPIMON_OVERLAP_CHAINS,       /* that were recognized */
    MPIMON_OVERLAP_BROKEN,       /* chains that did not go on as they had */
    MPIMON_OVERLAP_WAITS_SAVED,  /* messages that were complete before the program needed them */
    MPIMON_OVERLAP_WAKEUPS,      /* of the helper, since the network module had something to do */
    MPIMON_OVERLAP_SLEEPS,       /* of the helper, that ended by time */
    MPIMON_OVERLAP_FIRST_REASON, /* from here on calls that stayed synchronous, by enum mpimon_overlap_reason */
    MPIMON_OVERLAP_COUNTERS = MPIMON_OVERLAP_FIRST_REASON + MPIMON_OVERLAP_REASONS
};

#endif
