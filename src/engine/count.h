/*
 * The hot path: one message, from key to counters. C, so that MPICH's own files compile it; knows nothing of MPI.
 *
 * A flow (communicator, peer rank, class, path, direction) has a 64-bit key. A small direct-mapped cache per thread
 * takes the key to the flow's counters in the segment; a miss, and with it all that is rare, is the caller's slow path,
 * which ends in mpimon_cache_flow(). A thread writes its own counters only, so no increment needs a lock.
 */
#ifndef MPIMON_ENGINE_COUNT_H
#define MPIMON_ENGINE_COUNT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MPIMON_HIDDEN __attribute__((visibility("hidden")))

/*
 * Key of a flow:  63      38 37      7 6     5         4    3 2     0
 *                +----------+---------+-----+---------+------+-------+
 *                | comm + 1 |  rank   |  1  | receive | path | class |
 *                +----------+---------+-----+---------+------+-------+
 * The bit that is always 1 keeps every key apart from the empty cache's 0, also that of an unknown communicator.
 */
enum { MPIMON_KEY_RANK_SHIFT = 7, MPIMON_KEY_COMMUNICATOR_SHIFT = 38 };
#define MPIMON_KIND(traffic_class, path, direction) \
    (UINT64_C(64) | (uint64_t)(direction) << 5 | (uint64_t)(path) << 3 | (uint64_t)(traffic_class))
#define MPIMON_KEY(communicator_bits, rank, kind) \
    ((communicator_bits) + ((uint64_t)(uint32_t)(rank) << MPIMON_KEY_RANK_SHIFT) + (kind))
#define MPIMON_KEY_COMMUNICATOR(index) (((uint64_t)(index) + 1) << MPIMON_KEY_COMMUNICATOR_SHIFT)

enum { MPIMON_CACHE_BITS = 10, MPIMON_CACHE_SIZE = 1 << MPIMON_CACHE_BITS };

/*
 * What one thread counts into. The first members are the hot path's, the rest belongs to engine.cc. Keys and flows of
 * the cache are apart because the processor addresses arrays of 8-byte items without an instruction more.
 */
struct mpimon_shard {
    struct mpimon_histograms *histograms;
    uint64_t keys[MPIMON_CACHE_SIZE];
    struct mpimon_flow *flows[MPIMON_CACHE_SIZE];
};

/* This thread's shard; at first an empty one, in whose cache no key is found. */
extern MPIMON_HIDDEN __thread struct mpimon_shard *mpimon_this_shard __attribute__((tls_model("initial-exec")));

/* Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4): the product's top bits. */
static inline unsigned mpimon_cache_slot(uint64_t key) {
    return (unsigned)((key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - MPIMON_CACHE_BITS));
}

/* 0 for empty messages, else 1 + floor(log2(bytes)): the place of the highest bit of 2 * bytes + 1. bytes < 2^63. */
static inline unsigned long mpimon_bin(uint64_t bytes) {
    return 63UL ^ (unsigned long)__builtin_clzll(2 * bytes + 1);
}

static inline void mpimon_add(struct mpimon_flow *flow, uint64_t bytes) {
    flow->messages += 1;
    __asm__("" : "+m"(flow->messages)); /* two additions; the compiler would make eight vector instructions of them */
    flow->bytes += bytes;
}

static inline void mpimon_add_sent(struct mpimon_flow *flow, enum mpimon_class traffic_class, uint64_t bytes) {
    mpimon_add(flow, bytes);
    mpimon_this_shard->histograms->bins[traffic_class][mpimon_bin(bytes)] += 1;
}

#ifdef __cplusplus
}
#endif

#endif
