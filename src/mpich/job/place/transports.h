/*
 * What the network module uses to reach the peers of this process.
 */
#ifndef MPIMON_TRANSPORTS_H
#define MPIMON_TRANSPORTS_H

#include "../../../engine/count.h"

/*
 * Ask for each peer that this process has sent something to by the network module, or read from, and record it. Of very
 * many peers, and where it takes too long, some are not asked for. May be called once in a run, while the network
 * module still works, and nothing is counted any more.
 */
MPIMON_HIDDEN void mpimon_transports_record(void);

#endif
