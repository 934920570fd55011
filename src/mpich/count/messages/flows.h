/*
 * Counting into a flow, for all hooks but the senders.
 */
#ifndef MPIMON_FLOWS_H
#define MPIMON_FLOWS_H

#include "../paths.h"

/*
 * A flow that is not in the thread's cache: registers the communicator if it is new, finds out who the peer is, leaves
 * the flow in the cache. Never NULL.
 */
MPIMON_HIDDEN struct mpimon_flow *mpimon_flow_slow(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                                   enum mpimon_path path, enum mpimon_direction direction);

static inline uint64_t mpimon_flow_key(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                       enum mpimon_path path, enum mpimon_direction direction) {
    /* 0 while the communicator is not registered: then the key is not valid, and not in the cache. */
    uint64_t first_base = __atomic_load_n(&comm->dev.ch4.monitoring.base[0][0], __ATOMIC_ACQUIRE);
    return mpimon_key(first_base + mpimon_key_kind(traffic_class, path, direction), rank);
}

/* The flow from the thread's cache; NULL if it is not there. */
static inline struct mpimon_flow *mpimon_flow_fast(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                                   enum mpimon_path path, enum mpimon_direction direction) {
    uint64_t key = mpimon_flow_key(comm, rank, traffic_class, path, direction);
    unsigned slot = mpimon_cache_slot(key);
    struct mpimon_shard *shard = mpimon_shard_now();
    return likely(shard->keys[slot] == key) ? shard->flows[slot] : NULL;
}

static inline struct mpimon_flow *mpimon_flow_of(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                                 enum mpimon_path path, enum mpimon_direction direction) {
    struct mpimon_flow *flow = mpimon_flow_fast(comm, rank, traffic_class, path, direction);
    return likely(flow != NULL) ? flow : mpimon_flow_slow(comm, rank, traffic_class, path, direction);
}

/* Counts a message whose flow is not in the thread's cache, which is so of all with the detail `sizes`. */
MPIMON_HIDDEN void mpimon_count_sent_slow(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                          enum mpimon_path path, uint64_t bytes);

static inline void mpimon_count_sent(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class, enum mpimon_path path,
                                     uint64_t bytes) {
    struct mpimon_flow *flow = mpimon_flow_fast(comm, rank, traffic_class, path, MPIMON_SENT);
    if (likely(flow != NULL))
        mpimon_add_sent(mpimon_shard_now(), flow, traffic_class, bytes);
    else
        mpimon_count_sent_slow(comm, rank, traffic_class, path, bytes);
}

static inline void mpimon_count_received(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class,
                                         enum mpimon_path path, uint64_t bytes) {
    mpimon_add(mpimon_flow_of(comm, rank, traffic_class, path, MPIMON_RECEIVED), bytes);
}

#endif
