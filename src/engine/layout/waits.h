/* What blocking calls waited for. */
#ifndef MPIMON_LAYOUT_WAITS_H
#define MPIMON_LAYOUT_WAITS_H

#include "block.h"

/* What a blocking call waited for. */
enum mpimon_wait_kind {
    MPIMON_WAIT_SENDER,     /* a message that was not there yet */
    MPIMON_WAIT_RECEIVER,   /* a receiver that had not taken the message yet */
    MPIMON_WAIT_EPOCH,      /* the other side of a one-sided epoch */
    MPIMON_WAIT_COLLECTIVE, /* another process in a collective operation */
    MPIMON_WAIT_KINDS
};

/* Detail `waits`: how long calls of one context waited for one peer, over one communicator. */
struct mpimon_wait {
    uint32_t communicator; /* index of an mpimon_communicator, or NONE */
    uint32_t peer;         /* whose message, receive or call ended the wait; UNKNOWN: one of the group */
    uint8_t traffic_class; /* enum mpimon_class; COLL of an EPOCH: a collective operation within it */
    uint8_t kind;          /* enum mpimon_wait_kind */
    uint16_t reserved;
    uint32_t operation; /* of a collective operation: 1 + index of its mpimon_name; 0: of none */
    uint32_t context;   /* index of an mpimon_context */
    uint32_t part;      /* index of the communicator that was waited on, which may be a part of `communicator` */
    uint64_t waits;
    uint64_t time; /* this and the next one are in ticks */
    uint64_t longest;
};
MPIMON_PIN(wait, 48,
           MPIMON_AT(wait, communicator, 0) && MPIMON_AT(wait, peer, 4) && MPIMON_AT(wait, traffic_class, 8) &&
               MPIMON_AT(wait, kind, 9) && MPIMON_AT(wait, operation, 12) && MPIMON_AT(wait, context, 16) &&
               MPIMON_AT(wait, part, 20) && MPIMON_AT(wait, waits, 24) && MPIMON_AT(wait, time, 32) &&
               MPIMON_AT(wait, longest, 40));

#endif
