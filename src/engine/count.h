/*
 * The hot path: one message, from key to counters. C, so that MPICH's own files compile it; knows nothing of MPI.
 *
 * A flow (communicator, peer rank, class, path, direction) is found through a small direct-mapped cache per thread; a
 * miss, and with it all that is rare, is the caller's slow path, which ends in mpimon_cache_flow(). A thread writes its
 * own counters only, so no increment needs a lock.
 */
#ifndef MPIMON_ENGINE_COUNT_H
#define MPIMON_ENGINE_COUNT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Assembly is for the hot path, and for hooks that the code around them does not feel, where C will not do. A build
 * without it counts the same, more slowly (configure --disable-assembly). */
#if defined __x86_64__ && !defined MPIMON_WITHOUT_ASSEMBLY
#define MPIMON_ASSEMBLY
#endif

#define MPIMON_HIDDEN __attribute__((visibility("hidden")))

/* Each thread has its own copy, reached without a call: libmpi is loaded at the start, or the loader has kept a few
 * bytes free for it. */
#define MPIMON_THREAD __attribute__((tls_model("initial-exec"))) __thread

/*
 * Key of a flow:
 *
 *    63          41  40  39     38 37   35 34  33 32         0
 *   +--------------+---+-----------+-------+------+------------+
 *   | communicator | 1 | direction | class | path | rank + mix |
 *   +--------------+---+-----------+-------+------+------------+
 *
 * All but the rank is constant for a communicator, class and path: its *base*, which the communicator keeps, so that a
 * key costs one addition and the cache's slot is the key's lowest bits. The mix keeps the same ranks of different bases
 * apart in the cache. The bit that is always 1 keeps keys apart from the empty cache's 0, and from those of an unknown
 * communicator, whose bases are 0. Rank 0 of such a one would be found in the empty cache: there, slot 0 holds
 * MPIMON_KEY_NONE.
 */
enum {
    MPIMON_KEY_PATH = 33,
    MPIMON_KEY_CLASS = 35,
    MPIMON_KEY_DIRECTION = 38,
    MPIMON_KEY_VALID = 40,
    MPIMON_KEY_COMMUNICATOR = 41
};
/* A key has room for so many communicators; the last number stands for one that is not registered. */
enum { MPIMON_COMMUNICATORS = (1 << (64 - MPIMON_KEY_COMMUNICATOR)) - 1 };
/* Slot 0 holds this key while it holds no flow. The key belongs in another slot, so it is never found. */
enum { MPIMON_KEY_NONE = 1 };
/*
 * With the detail `sizes`, a message takes the slow path, so that the fast one need not know of the detail: the cache
 * has the complements of the keys of flows that are sent. No key is the complement of another one, since a bit is
 * always 1, nor are those of an unknown communicator, whose upper bits are 0: a complement with these would be of the
 * communicator with the last number, which none has.
 */
static inline uint64_t mpimon_key_of_sized(uint64_t key) {
    return ~key;
}
/* As many slots as a byte has values: the processor takes a byte out of the key in one instruction. */
enum { MPIMON_CACHE_SIZE = 256 };

/* What class, path and direction add to a base: a constant wherever they are constants. */
static inline uint64_t mpimon_key_kind(enum mpimon_class traffic_class, enum mpimon_path path,
                                       enum mpimon_direction direction) {
    const uint64_t mix = (uint32_t)traffic_class * 101U + (uint32_t)direction * 63U;
    return ((uint64_t)traffic_class << MPIMON_KEY_CLASS) + ((uint64_t)path << MPIMON_KEY_PATH) +
           ((uint64_t)direction << MPIMON_KEY_DIRECTION) + mix;
}

static inline uint64_t mpimon_key_base(uint32_t communicator, enum mpimon_class traffic_class, enum mpimon_path path,
                                       enum mpimon_direction direction) {
    return ((uint64_t)communicator << MPIMON_KEY_COMMUNICATOR) + (UINT64_C(1) << MPIMON_KEY_VALID) +
           communicator * 37U % MPIMON_CACHE_SIZE + mpimon_key_kind(traffic_class, path, direction);
}

static inline uint64_t mpimon_key(uint64_t base, int rank) {
#ifdef MPIMON_ASSEMBLY
    uint64_t key; /* the compiler would widen the rank apart, for what is rare needs it, too */
    __asm__("movl %1, %k0" : "=r"(key) : "r"(rank));
    return base + key;
#else
    return base + (uint32_t)rank;
#endif
}

static inline unsigned mpimon_cache_slot(uint64_t key) {
    return (unsigned)key % MPIMON_CACHE_SIZE;
}

/* The collectives that were called last, by a few bits of what they are: programs repeat a handful. */
enum { MPIMON_COLLECTIVE_SLOTS = 16, MPIMON_COLLECTIVE_BINS = 4 };
struct mpimon_collective_slot {
    uint64_t what;                      /* communicator and operation */
    uint64_t how;                       /* algorithm, mode, role, and what a step is a part of */
    struct mpimon_collective *counters; /* NULL: nothing is here */
    struct mpimon_collective_size *sizes[MPIMON_COLLECTIVE_BINS]; /* of the calls, by bin and root role; or NULL */
};

/* The sizes that a thread has sent last (detail `sizes`), by a few bits of their keys: most programs send messages of a
 * few sizes. */
enum { MPIMON_SIZE_SLOTS = 64 };
struct mpimon_size_slot {
    uint64_t key; /* 0: nothing is here */
    struct mpimon_size *size;
};

/* So many gauges have room in a shard. */
enum { MPIMON_GAUGE_SLOTS = 8 };

/*
 * What one thread counts into while it is in one context (region and MPI function): an item of histograms in the
 * segment, with the thread's cache after it in the same block, where readers do not look. So one address leads to all
 * of it. Keys and flows of the cache are apart because the processor addresses arrays of 8-byte items without an
 * instruction more.
 */
struct mpimon_shard {
    struct mpimon_histograms histograms;
    uint64_t keys[MPIMON_CACHE_SIZE];
    struct mpimon_flow *flows[MPIMON_CACHE_SIZE];
    struct mpimon_collective_slot collectives[MPIMON_COLLECTIVE_SLOTS];
    struct mpimon_gauge *gauges[MPIMON_GAUGE_SLOTS]; /* NULL until one changes in this context */
    struct mpimon_size_slot *sizes;                  /* the thread's, in whichever context it is */
    void *owner; /* the engine's: what its slow paths need; NULL for the empty shard */
};

/* An MPI function in a region, as a thread counts it. */
struct mpimon_function_slot {
    struct mpimon_shard *shard;       /* the empty one until something is counted in this context */
    struct mpimon_function *function; /* NULL while the function was not called here */
};

/*
 * Where a thread is. Entering or leaving a function or a region switches the shard, so that counting a message knows
 * nothing of contexts. The assembly in mpich/macros/hook_function.h enters and leaves functions.
 */
struct mpimon_thread {
    struct mpimon_shard *shard; /* what is counted now goes there; an empty one, without any key, at first */
    struct mpimon_shard *home;  /* the region's, outside of MPI functions */
    struct mpimon_function_slot *fast_slots; /* the region's slots; all unknown where ticks are not the processor's */
    struct mpimon_function_slot *slots;      /* the same, always the real ones; slots[0] stands for the region itself */
    struct mpimon_function_slot *slot;       /* of the outermost function, while depth >= 0 */
    uint64_t start;                          /* when it was entered, in ticks */
    uint64_t end;                            /* when it ended, if depth is MPIMON_ENDED_DEPTH */
    int32_t depth;                           /* functions that the thread is in, less one */
    uint32_t region;                         /* index of an mpimon_region, or NONE */
    void *thread_state;                      /* the engine's: NULL before the thread's first count */
};

/* The depth in a function that has done what takes time: the clock was read for that, and is not at its end. */
enum { MPIMON_ENDED_DEPTH = 0x20000000 };

extern MPIMON_HIDDEN MPIMON_THREAD struct mpimon_thread mpimon_this_thread;

/* The shard into which the calling thread counts now. */
static inline struct mpimon_shard *mpimon_shard_now(void) {
    return mpimon_this_thread.shard;
}

/* There are slots for so many functions; MPICH has fewer. */
enum { MPIMON_FUNCTION_SLOTS = 2048 };

/* 0 for empty messages, else 1 + floor(log2(bytes)): the number of the highest bit of 2 * bytes + 1. bytes < 2^63. */
static inline uint64_t mpimon_bin(uint64_t bytes) {
#ifdef MPIMON_ASSEMBLY
    uint64_t bit; /* the compiler would widen the result of its built-in function once more */
    __asm__("leaq 1(%1,%1), %0\n\tbsrq %0, %0" : "=r"(bit) : "r"(bytes) : "cc");
    return bit;
#else
    return 63U - (unsigned)__builtin_clzll(2 * bytes + 1);
#endif
}

/* One addition in memory: the compiler would make vector instructions of two, or keep the sum in a register beyond a
 * call that it does not know of. The addition need not be atomic, since one thread alone writes a counter, and readers
 * take it as it is. ThreadSanitizer does not see assembly, so it is shown the same in C. */
static inline void mpimon_increase(uint64_t *counter, uint64_t by) {
#if defined MPIMON_ASSEMBLY && !defined __SANITIZE_THREAD__
    __asm__ volatile("addq %1, %0" : "+m"(*counter) : "er"(by) : "cc");
#else
    __atomic_store_n(counter, __atomic_load_n(counter, __ATOMIC_RELAXED) + by, __ATOMIC_RELAXED);
#endif
}

static inline void mpimon_add(struct mpimon_flow *flow, uint64_t bytes) {
    mpimon_increase(&flow->messages, 1);
    mpimon_increase(&flow->bytes, bytes);
}

static inline void mpimon_add_sent(struct mpimon_shard *shard, struct mpimon_flow *flow,
                                   enum mpimon_class traffic_class, uint64_t bytes) {
    mpimon_add(flow, bytes);
    mpimon_increase(&shard->histograms.bins[traffic_class][mpimon_bin(bytes)], 1);
}

#ifdef __cplusplus
}
#endif

#endif
