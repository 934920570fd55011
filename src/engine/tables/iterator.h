/*
 * Reading a segment, one's own while it counts or a copy: the items of one kind, block after block.
 *
 *     struct mpimon_cursor cursor = {0};
 *     for (const struct mpimon_flow *flow; (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
 *         sum += mpimon_read(&flow->messages);
 */
#ifndef MPIMON_ENGINE_ITERATOR_H
#define MPIMON_ENGINE_ITERATOR_H

#include <stddef.h>

#include "../layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the next item is; all zero at first. */
struct mpimon_cursor {
    uint64_t block;
    uint32_t item;
};

/* A counter as it stands, which its thread may be increasing. Counters are the fields that change in an item that is
 * counted; the others are there before it is. */
static inline uint64_t mpimon_read(const uint64_t *counter) {
    return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

/* The next item of this kind, or NULL after the last one. */
static inline void *mpimon_next_item(const struct mpimon_header *segment, enum mpimon_block_kind kind,
                                     struct mpimon_cursor *cursor) {
    const uint64_t used = __atomic_load_n(&segment->used, __ATOMIC_ACQUIRE);
    if (cursor->block == 0)
        cursor->block = segment->header_size;
    while (cursor->block < used) {
        struct mpimon_block *block = (struct mpimon_block *)((char *)(uintptr_t)segment + cursor->block);
        /* The count is acquired, so that the items that it counts are there. */
        if (block->kind == (uint32_t)kind && cursor->item < __atomic_load_n(&block->count, __ATOMIC_ACQUIRE))
            return (char *)(block + 1) + (size_t)block->item_size * cursor->item++;
        cursor->block += block->size;
        cursor->item = 0;
    }
    return NULL;
}

#ifdef __cplusplus
}
#endif

#endif
