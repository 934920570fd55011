/*
 * Gauges of what MPICH keeps, such as queues, requests and buffers; and what a new request needs. MPICH's header of
 * requests, mpir_request.h, includes it before MPICH's types are known; all other files get it by that and by hooks.h.
 *
 * A gauge is read from MPICH's own structures when somebody asks. The hooks tell of changes, for watermarks and for the
 * detail `gauges`; only what MPICH does not know itself is counted here.
 */
#ifndef MPIMON_HOOK_GAUGE_H
#define MPIMON_HOOK_GAUGE_H

#include <stdint.h>

#include "switch.h"

enum mpimon_gauge_kind {
    MPIMON_GAUGE_UNEXPECTED_MESSAGES,
    MPIMON_GAUGE_UNEXPECTED_BYTES,
    MPIMON_GAUGE_POSTED_RECEIVES,
    MPIMON_GAUGE_POSTED_BYTES,
    MPIMON_GAUGE_REQUESTS,
    MPIMON_GAUGE_CELLS,
    MPIMON_GAUGE_PACKET_BUFFERS,
    MPIMON_GAUGE_MEMORY,
    MPIMON_GAUGES
};

/* It is not 0 while somebody wants to know of every change: then hooks tell of them, for the detail, for watermarks. */
enum { MPIMON_GAUGES_TOLD = 1, MPIMON_GAUGES_DETAIL = 2, MPIMON_GAUGES_WATCHED = 4 };
extern MPIMON_HIDDEN unsigned char mpimon_gauges_on;

MPIMON_HIDDEN void mpimon_gauge_changed(enum mpimon_gauge_kind kind);
#define MPIMON_GAUGE_CHANGED(kind) MPIMON_IF(mpimon_gauges_on, mpimon_gauge_changed(kind))

MPIMON_HIDDEN void mpimon_request_taken(void);
MPIMON_HIDDEN void mpimon_request_returned(void);
#define MPIMON_HOOK_REQUEST_TAKEN() MPIMON_IF(mpimon_gauges_on, mpimon_request_taken())
#define MPIMON_HOOK_REQUEST_RETURNED() MPIMON_IF(mpimon_gauges_on, mpimon_request_returned())

/* A pool of objects, such as requests, has got memory for more. */
#define MPIMON_HOOK_OBJECTS_GROWN() MPIMON_GAUGE_CHANGED(MPIMON_GAUGE_MEMORY)

/*
 * What a request carries, as patches/rules.yaml declares it in MPICH's own structure: of a posted receive, the `key` of
 * its flow until the message is counted, without rank and path, which are known only when the message is there; of a
 * persistent collective operation, the number of its call. `room`: bytes that the receive has room for, or that a
 * probed message has. `sent`: bytes of a message that is longer than the room (see MPIMON_OVERFLOW), else 0.
 * `comm`: the communicator, if it may not go before the message is counted and the request does not hold it; else
 * NULL. `is_probed`: a matched probe found the message, and no receive is posted. `from`: the communicator's index * 2,
 * + 1 in class coll, of a receive that has or had a key. A send that was not complete at once has the receiver's rank
 * in `room`, a number that says so in `sent` (waits.c), and `from`.
 */

/* A new request may lie in the memory of an earlier one, so what that one carried is removed. Sends carry nothing. */
#define MPIMON_HOOK_REQUEST_MADE(request)                 \
    do {                                                  \
        if ((request)->kind != MPIR_REQUEST_KIND__SEND) { \
            (request)->dev.monitoring.key = 0;            \
            (request)->dev.monitoring.sent = 0;           \
        }                                                 \
    } while (0)

/* MPICH has a queue of messages that have arrived, and one of receives; only the first is a gauge. */
struct MPIR_Request;
MPIMON_HIDDEN void mpimon_unexpected_changed(const struct MPIR_Request *request, int by);
#define MPIMON_HOOK_QUEUE_IN(request, queue) \
    MPIMON_IF(mpimon_gauges_on, if ((queue) == MPIDIG_PT2PT_UNEXP) mpimon_unexpected_changed(request, 1))
#define MPIMON_HOOK_QUEUE_OUT(request, queue) \
    MPIMON_IF(mpimon_gauges_on, if ((queue) == MPIDIG_PT2PT_UNEXP) mpimon_unexpected_changed(request, -1))

/* A pool of packet buffers of one process: MPICH counts its blocks, the hooks the buffers in use. */
struct mpimon_buffers {
    const intptr_t *blocks;
    intptr_t in_block;
    intptr_t buffer_size; /* bytes */
    int64_t in_use;
    struct mpimon_buffers *next;
};

MPIMON_HIDDEN void mpimon_buffers_made(struct mpimon_buffers *pool, const intptr_t *blocks, intptr_t in_block,
                                       intptr_t buffer_size);
MPIMON_HIDDEN void mpimon_buffers_gone(struct mpimon_buffers *pool);

#define MPIMON_HOOK_BUFFERS_MADE(pool) \
    mpimon_buffers_made(&(pool)->monitoring, &(pool)->num_blocks, (pool)->num_cells_in_block, (pool)->cell_size)
#define MPIMON_HOOK_BUFFERS_GONE(pool) mpimon_buffers_gone(&(pool)->monitoring)
#define MPIMON_HOOK_BUFFERS(pool, by)                      \
    do {                                                   \
        (pool)->monitoring.in_use += (by);                 \
        MPIMON_GAUGE_CHANGED(MPIMON_GAUGE_PACKET_BUFFERS); \
    } while (0)
#define MPIMON_HOOK_BUFFER_TAKEN(pool) MPIMON_HOOK_BUFFERS(pool, 1)
#define MPIMON_HOOK_BUFFER_RETURNED(pool) MPIMON_HOOK_BUFFERS(pool, -1)

/* A pool of shared-memory cells; other processes return what this one has taken. */
struct MPIDU_genqi_shmem_pool;
MPIMON_HIDDEN void mpimon_cells_made(struct MPIDU_genqi_shmem_pool *pool);
MPIMON_HIDDEN void mpimon_cells_gone(struct MPIDU_genqi_shmem_pool *pool);

#define MPIMON_HOOK_CELLS_MADE(pool) mpimon_cells_made(pool)
#define MPIMON_HOOK_CELLS_GONE(pool) mpimon_cells_gone(pool)
#define MPIMON_HOOK_CELL_TAKEN() MPIMON_GAUGE_CHANGED(MPIMON_GAUGE_CELLS)

#endif
