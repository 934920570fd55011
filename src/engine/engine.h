/*
 * The engine: the segment and the tables that lead into it. C interface for the hooks; knows nothing of MPI.
 *
 * All functions may be called by several threads at once, except mpimon_engine_start() and mpimon_engine_stop(). None
 * throws, and none ends the process: when memory runs out, counting goes on into a spare place that no reader sees, and
 * mpimon_engine_lost() says so.
 */
#ifndef MPIMON_ENGINE_ENGINE_H
#define MPIMON_ENGINE_ENGINE_H

#include <stddef.h>

#include "count.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Make the segment; its header is filled by the caller. `path`: a file to back it with, which must not exist yet, or
 * NULL for private memory. `one_shard`: threads never count at the same time, so they share one shard. Returns 0, or an
 * errno value, after which nothing else may be called.
 */
MPIMON_HIDDEN int mpimon_engine_start(const char *path, int one_shard);

/* Give all memory back. No thread may count any more. */
MPIMON_HIDDEN void mpimon_engine_stop(void);

/* The segment's start, or NULL while the engine is not started. */
MPIMON_HIDDEN struct mpimon_header *mpimon_segment(void);

/* 1 if something could not be counted for want of memory. */
MPIMON_HIDDEN int mpimon_engine_lost(void);

/* The flow with this key if the calling thread has counted to it before, now in its cache; else NULL. Takes no lock. */
MPIMON_HIDDEN struct mpimon_flow *mpimon_known_flow(uint64_t key);

/* Set every counter to zero; what they belong to stays known. */
MPIMON_HIDDEN void mpimon_engine_zero(void);

/*
 * The flow with this key for the calling thread, made if it is new: communicator, class and direction come from the
 * key, `peer` and `path` are what they turned out to be. Leaves it in the thread's cache. Never NULL.
 */
MPIMON_HIDDEN struct mpimon_flow *mpimon_cache_flow(uint64_t key, uint32_t peer, enum mpimon_path path);

/*
 * A new communicator; returns its index, or UINT32_MAX without memory. `occurrence` and `members_offset` of the item
 * are set here; `peers` (size + remote_size of them) is copied, and may be NULL where item->members is WORLD.
 */
MPIMON_HIDDEN uint32_t mpimon_communicator_add(const struct mpimon_communicator *item, const uint32_t *peers);
MPIMON_HIDDEN struct mpimon_communicator *mpimon_communicator_at(uint32_t index);

/* The name with this index, for as long as the engine runs; "" if there is none. */
MPIMON_HIDDEN const char *mpimon_name_at(uint32_t index);

/* Index of a name (cut to fit), of a foreign peer; UINT32_MAX without memory. The same argument gives the same index.
 */
MPIMON_HIDDEN uint32_t mpimon_name_index(const char *text);
MPIMON_HIDDEN uint32_t mpimon_foreign_index(uint32_t table, uint32_t index);

/* The calling thread's counters of a collective, a function. Never NULL. */
MPIMON_HIDDEN struct mpimon_collective *mpimon_collective_find(uint32_t communicator, uint32_t operation,
                                                               uint32_t algorithm, enum mpimon_mode mode,
                                                               enum mpimon_role role);
MPIMON_HIDDEN struct mpimon_function *mpimon_function_find(uint32_t name);

/* Note a control variable (name and value cut to fit). */
MPIMON_HIDDEN void mpimon_cvar_add(const char *name, const char *value);

#ifdef __cplusplus
}
#endif

#endif
