/*
 * Which process gets which rank, so that ranks that send each other much are near to each other. Knows nothing of
 * MPICH.
 */
#ifndef MPIMON_TRAFFIC_ORDER_H
#define MPIMON_TRAFFIC_ORDER_H

#include <stddef.h>

#include "../../engine/count.h"

/* Where processes are. Those of one node and package are equally near to each other; numbers of packages are of a node.
 */
struct mpimon_seats {
    int count;
    const int *node, *package; /* of each process */
};

/* What one rank has sent to another one. */
struct mpimon_traffic {
    int32_t from, to;
    uint64_t bytes;
};

enum mpimon_nearness { MPIMON_SAME_PACKAGE, MPIMON_SAME_NODE, MPIMON_OTHER_NODE, MPIMON_NEARNESSES };

static inline enum mpimon_nearness mpimon_nearness(const struct mpimon_seats *seats, int one, int other) {
    if (seats->node[one] != seats->node[other])
        return MPIMON_OTHER_NODE;
    return seats->package[one] != seats->package[other] ? MPIMON_SAME_NODE : MPIMON_SAME_PACKAGE;
}

/* What a byte costs, as `mpimon place` has it. */
static inline double mpimon_distance(enum mpimon_nearness nearness) {
    return nearness == MPIMON_OTHER_NODE ? 100 : nearness == MPIMON_SAME_NODE ? 10 : 1;
}

/*
 * Fills in which process is to get each rank, such that the sum of bytes times distance is not larger than if each kept
 * the rank that it has: the least of what several starts lead to (the ranks as they are, nodes that grow around their
 * heaviest neighbours, and orders near to the best one) by trading the processes of two ranks as long as that helps.
 * The same arguments give the same order. Amounts of work are limited. Returns whether some process is to get another
 * rank than its own; none is without memory.
 */
MPIMON_HIDDEN int mpimon_order_by_traffic(const struct mpimon_seats *seats, const struct mpimon_traffic *traffic,
                                          size_t count, int *process_of);

#endif
