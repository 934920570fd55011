/*
 * Levels of what MPICH keeps, such as queues, requests and buffers; and what a new request needs. Included by MPICH's
 * headers of requests and of shared-memory cells, before its types are known, and by all others through hooks.h.
 *
 * A level is read from MPICH's own structures when somebody asks. The hooks tell of changes, for watermarks and for the
 * detail `gauges`; only what MPICH does not know itself is counted here.
 */
#ifndef MPIMON_HOOK_GAUGE_H
#define MPIMON_HOOK_GAUGE_H

#include <stdint.h>

#include "switch.h"

enum mpimon_level {
    MPIMON_LEVEL_UNEXPECTED_MESSAGES,
    MPIMON_LEVEL_UNEXPECTED_BYTES,
    MPIMON_LEVEL_POSTED_RECEIVES,
    MPIMON_LEVEL_POSTED_BYTES,
    MPIMON_LEVEL_REQUESTS,
    MPIMON_LEVEL_CELLS,
    MPIMON_LEVEL_PACKET_BUFFERS,
    MPIMON_LEVEL_MEMORY,
    MPIMON_LEVELS
};

/* 1 while somebody wants to know of every change. */
extern MPIMON_HIDDEN unsigned char mpimon_gauges_on;

/* `first` to `last` changed. */
MPIMON_HIDDEN void mpimon_levels_changed(enum mpimon_level first, enum mpimon_level last);
#define MPIMON_LEVEL_CHANGED(level) MPIMON_IF(mpimon_gauges_on, mpimon_levels_changed(level, level))

#define MPIMON_HOOK_REQUEST_TAKEN() MPIMON_LEVEL_CHANGED(MPIMON_LEVEL_REQUESTS)
#define MPIMON_HOOK_REQUEST_RETURNED() MPIMON_HOOK_REQUEST_TAKEN()

/* A request in the memory of an earlier one. Those that send carry nothing. */
#define MPIMON_HOOK_REQUEST_MADE(request)                 \
    do {                                                  \
        if ((request)->kind != MPIR_REQUEST_KIND__SEND) { \
            (request)->dev.monitoring.mark = 0;           \
            (request)->dev.monitoring.sent = 0;           \
        }                                                 \
    } while (0)

/* A queue of messages that have arrived, or of receives; only the first one is of interest. */
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
        MPIMON_LEVEL_CHANGED(MPIMON_LEVEL_PACKET_BUFFERS); \
    } while (0)
#define MPIMON_HOOK_BUFFER_TAKEN(pool) MPIMON_HOOK_BUFFERS(pool, 1)
#define MPIMON_HOOK_BUFFER_RETURNED(pool) MPIMON_HOOK_BUFFERS(pool, -1)

/* A pool of shared-memory cells; other processes return what this one has taken. */
struct MPIDU_genqi_shmem_pool;
MPIMON_HIDDEN void mpimon_cells_made(struct MPIDU_genqi_shmem_pool *pool);
MPIMON_HIDDEN void mpimon_cells_gone(struct MPIDU_genqi_shmem_pool *pool);

#define MPIMON_HOOK_CELLS_MADE(pool) mpimon_cells_made(pool)
#define MPIMON_HOOK_CELLS_GONE(pool) mpimon_cells_gone(pool)
#define MPIMON_HOOK_CELL_TAKEN() MPIMON_LEVEL_CHANGED(MPIMON_LEVEL_CELLS)

#endif
