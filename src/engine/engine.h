/*
 * The engine: the segment and the tables that lead into it. C interface for the hooks; knows nothing of MPI.
 *
 * All functions may be called by several threads at once, except mpimon_engine_start() and mpimon_engine_stop(). None
 * throws, and none ends the process: when memory runs out, counting goes on into spare counters that no reader sees,
 * and mpimon_engine_lost() says so.
 */
#ifndef MPIMON_ENGINE_ENGINE_H
#define MPIMON_ENGINE_ENGINE_H

#include <stddef.h>

#include "count.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Make the segment; its header is filled by the caller. `path`: a file for it, which must not exist yet, or NULL. A
 * file in memory is mapped; one on a disk or a network has a copy that a thread brings up to date four times a second,
 * so that counting never waits for its file system. Returns 0, or an errno value, after which nothing else may be
 * called.
 */
MPIMON_HIDDEN int mpimon_engine_start(const char *path);

/* Give back what is needed for counting only: the segment stays, and can be read. No thread may count any more. */
MPIMON_HIDDEN void mpimon_engine_freeze(void);

/* Give all memory back. No thread may count any more, until the next start. */
MPIMON_HIDDEN void mpimon_engine_stop(void);

/*
 * Bring all that was counted to the file, if there is one; after mpimon_engine_freeze(). Waits for the file system.
 */
MPIMON_HIDDEN void mpimon_engine_save(void);

/*
 * Why the file lacks counters: an errno value, ETIMEDOUT if its file system has not answered for a second, 0 if it
 * lacks nothing.
 */
MPIMON_HIDDEN int mpimon_engine_file_error(void);

/* The segment's start, or NULL while the engine is not started. */
MPIMON_HIDDEN struct mpimon_header *mpimon_segment(void);

/* Returns 1 if something could not be counted for want of memory. */
MPIMON_HIDDEN int mpimon_engine_lost(void);

/* The flow with this key if the calling thread has counted to it in this context before, now in its cache; else NULL.
 * Takes no lock. */
MPIMON_HIDDEN struct mpimon_flow *mpimon_known_flow(uint64_t key);

/*
 * Not 0 while every message that is sent takes the slow path: its size is counted for its peer (detail `sizes`), or the
 * caller wants to see it there (detail `waits`). Once it is on, no thread finds a flow of sent messages in its cache
 * from then on, but only mpimon_sized_flow() does; without MPI's lock, at any time.
 */
enum { MPIMON_SIZES_COUNTED = 1, MPIMON_SENDS_SEEN = 2 };
extern MPIMON_HIDDEN unsigned char mpimon_sizes_on;
MPIMON_HIDDEN void mpimon_sizes_switch(int on);

/* What tells the sizes of a thread apart; never 0. Below 2^10 it is class and bin. */
static inline uint64_t mpimon_size_key(uint32_t peer, enum mpimon_class traffic_class, uint64_t bin) {
    return UINT64_C(1) << 42 | (uint64_t)peer << 10 | (uint64_t)traffic_class << 7 | bin;
}

/* The flow with this key of sent messages, if the calling thread's cache has it and sizes are counted; else NULL. */
static inline struct mpimon_flow *mpimon_sized_flow(uint64_t key) {
    struct mpimon_shard *shard = mpimon_shard_now();
    const unsigned slot = mpimon_cache_slot(key);
    return shard->keys[slot] == mpimon_key_of_sized(key) ? shard->flows[slot] : NULL;
}

/* Count the size of a message that the calling thread has sent and counted in this flow, by its mpimon_bin(). */
MPIMON_HIDDEN void mpimon_count_size_slow(struct mpimon_size_slot *slot, uint64_t key, const struct mpimon_flow *flow);
static inline void mpimon_count_size(const struct mpimon_flow *flow, uint64_t bin) {
    const uint64_t key = mpimon_size_key(flow->peer, (enum mpimon_class)flow->traffic_class, bin);
    struct mpimon_size_slot *slot = &mpimon_shard_now()->sizes[(bin + 5 * flow->peer) % MPIMON_SIZE_SLOTS];
    if (__builtin_expect(slot->key == key, 1))
        mpimon_increase(&slot->size->messages, 1);
    else
        mpimon_count_size_slow(slot, key, flow);
}

/* Count that a message which the calling thread has sent, in the context that it is in, is of so many blocks that do
 * not lie together. */
MPIMON_HIDDEN void mpimon_count_noncontiguous(enum mpimon_class traffic_class, uint64_t bytes, uint64_t blocks);

/* The segment as it is now, while others count: the caller's, to be freed by free(). NULL without memory, or while the
 * engine is not started. */
MPIMON_HIDDEN struct mpimon_header *mpimon_segment_copy(void);

/*
 * The flow with this key for the calling thread in its context, made if it is new: communicator, class and direction
 * come from the key, `peer` and `path` are what they turned out to be. Leaves it in the thread's cache. Never NULL.
 */
MPIMON_HIDDEN struct mpimon_flow *mpimon_cache_flow(uint64_t key, uint32_t peer, enum mpimon_path path);

/*
 * A new communicator; returns its index, or UINT32_MAX without memory. If it `may_share`, since all with its hash have
 * the same members, and there were MPIMON_OCCURRENCES of its kind (or one that is a part of the same), of which the
 * last one is freed, that one's index. `occurrence` and `members_offset` of the item are set here; `peers` (size +
 * remote_size of them) is copied, and may be NULL: they are not listed then.
 */
MPIMON_HIDDEN uint32_t mpimon_communicator_add(const struct mpimon_communicator *item, const uint32_t *peers,
                                               int may_share);
MPIMON_HIDDEN struct mpimon_communicator *mpimon_communicator_at(uint32_t index);

/* List the members of a communicator that has none listed yet; `peers` as above. */
MPIMON_HIDDEN void mpimon_communicator_list(uint32_t index, const uint32_t *peers);

/* The name with this index, for as long as the engine runs; "" if there is none. */
MPIMON_HIDDEN const char *mpimon_name_at(uint32_t index);

/* The context with this index; that of no region and no function if there is none. */
MPIMON_HIDDEN struct mpimon_context mpimon_context_at(uint32_t index);

/* Index of a name (cut to fit), of a foreign peer; UINT32_MAX without memory. The same argument gives the same index.
 */
MPIMON_HIDDEN uint32_t mpimon_name_index(const char *text);
MPIMON_HIDDEN uint32_t mpimon_foreign_index(uint32_t table, uint32_t index);

/* The calling thread's counters of a collective, in the context that it is in; `parent` as in the item. Never NULL. */
MPIMON_HIDDEN struct mpimon_collective *mpimon_collective_find(uint32_t communicator, uint32_t operation,
                                                               uint32_t algorithm, enum mpimon_mode mode,
                                                               enum mpimon_role role, uint32_t parent);

/* Add to what is asked of a peer (struct mpimon_asked). Operations are apart by their number, one of so many. */
enum { MPIMON_ASKED_NUMBERS = 64 };
MPIMON_HIDDEN void mpimon_asked_add(uint32_t communicator, unsigned number, uint32_t operation, uint32_t peer,
                                    uint64_t calls, uint64_t bytes);

/*
 * Detail `files`. The index of a file, by its whole name; that of the rest where there are MPIMON_FILES already;
 * UINT32_MAX without memory. The same name gives the same index.
 */
MPIMON_HIDDEN uint32_t mpimon_file_index(const char *name);

/* Count a call for a file that has ended: how long it took, and whether it returned an error. */
MPIMON_HIDDEN void mpimon_file_count(uint32_t file, enum mpimon_file_operation operation, uint64_t ticks, int failed);

/* Count a call that has read or written so many bytes; of a call in two parts this is the first one, and of the second
 * one only the time is added. */
MPIMON_HIDDEN void mpimon_file_count_access(uint32_t file, enum mpimon_file_family family, int is_write, uint64_t bytes,
                                            uint64_t ticks, int failed);
MPIMON_HIDDEN void mpimon_file_count_end(uint32_t file, int is_write, uint64_t ticks);
/*
 * The calling thread's counters of a collective's calls of one size, counted to `item` but for its counters, in
 * whichever context it is. NULL for want of memory.
 */
MPIMON_HIDDEN struct mpimon_collective_size *mpimon_collective_size_find(const struct mpimon_collective_size *item);

/* Count a call that took so many ticks to `item` but for its counters, in whichever context it is. */
MPIMON_HIDDEN void mpimon_trial_add(const struct mpimon_trial *item, uint64_t ticks);

/* Detail `waits`: the calling thread's counters of waiting, in the context that it is in, for what `item` says by peer,
 * class, kind, operation and part; the rest of it is not looked at. NULL while nothing is counted, or for want of
 * memory.
 */
MPIMON_HIDDEN struct mpimon_wait *mpimon_wait_find(const struct mpimon_wait *item);

/* The calling thread, whose counters these are, has waited for so many ticks. */
static inline void mpimon_wait_add(struct mpimon_wait *wait, uint64_t ticks) {
    mpimon_increase(&wait->waits, 1);
    mpimon_increase(&wait->time, ticks);
    if (ticks > wait->longest)
        __atomic_store_n(&wait->longest, ticks, __ATOMIC_RELAXED);
}

/* The calling thread's counters of a gauge (index of its name), in the context that it is in. Never NULL. */
MPIMON_HIDDEN struct mpimon_gauge *mpimon_gauge_find(uint32_t name);

/*
 * The slot of a function in the region that the calling thread is in, made if it is new. `offset` is the byte offset
 * of all its slots from the first, the same for all threads and regions: 0 until it is given here. Never NULL.
 */
MPIMON_HIDDEN struct mpimon_function_slot *mpimon_function_slot_find(uint32_t *offset, const char *name);

/*
 * The calling thread enters a region within the one that it is in, or leaves it; `name` is cut to fit. Returns 0, or
 * EINVAL where the thread leaves a region that it is not in, innermost, which changes nothing.
 */
MPIMON_HIDDEN int mpimon_region_enter(const char *name);
MPIMON_HIDDEN int mpimon_region_leave(const char *name);

/* All threads leave all regions. */
MPIMON_HIDDEN void mpimon_regions_close(void);

/* Forget which MPI function each thread is in: while functions were not counted, threads left and entered some. */
MPIMON_HIDDEN void mpimon_functions_forget(void);

/* Record where the process is, if it is elsewhere than was recorded last. */
MPIMON_HIDDEN void mpimon_place_add(const struct mpimon_place *place);

/* The place that was recorded last: it stays as it is while the engine runs. NULL if there is none. */
MPIMON_HIDDEN const struct mpimon_place *mpimon_place_last(void);

/* Record a transport that reaches a peer, by its name (cut to fit). */
MPIMON_HIDDEN void mpimon_transport_add(uint32_t peer, const char *name);

/* Record the description of the node's hardware, unless it is too long. */
MPIMON_HIDDEN void mpimon_hardware_add(const char *text);

/* Record a control variable (name and value cut to fit). */
MPIMON_HIDDEN void mpimon_cvar_add(const char *name, const char *value);

/* The segment's block for requests; NULL if it has none, since it is in no file in memory. */
MPIMON_HIDDEN struct mpimon_control *mpimon_control_block(void);

/* Keep what came of the calls at one site of the program, as overlap tells: under an index below MPIMON_OVERLAP_SITES,
 * where a later one replaces what was known. */
MPIMON_HIDDEN void mpimon_overlap_site_keep(uint32_t index, const struct mpimon_overlap_site *site);

/* Record that a control variable was changed. */
MPIMON_HIDDEN void mpimon_change_add(const struct mpimon_change *change);

/* Record a plugin, whose item stays where it is while the engine runs, and its index; NULL without memory. Advice of
 * one is cut to fit. */
MPIMON_HIDDEN struct mpimon_plugin_item *mpimon_plugin_add(const struct mpimon_plugin_item *item, uint32_t *index);
MPIMON_HIDDEN void mpimon_advice_add(uint32_t plugin, const char *text);

#ifdef __cplusplus
}
#endif

#endif
