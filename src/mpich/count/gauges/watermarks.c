/*
 * Changes of gauges: watermarks of MPI_T's handles, and the detail `gauges`, which tells how gauges changed in each
 * region and function.
 */
#include "mpidimpl.h"

#include "watermarks.h"

static const char *const names[] = {"unexpected_messages",
                                    "unexpected_bytes",
                                    "posted_receives",
                                    "posted_bytes",
                                    "requests",
                                    "cells",
                                    "packet_buffers",
                                    "memory"};
MPIMON_STATIC_ASSERT(sizeof names / sizeof *names == MPIMON_GAUGES, "every gauge has a name");

const char *mpimon_gauge_name(enum mpimon_gauge_kind kind) {
    return names[kind];
}

/* The lock guards all variables below, see is_shared(). Threads that take it may hold locks of MPICH's, so nothing here
 * waits for those. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mpimon_watermark *watermarks;
static struct { int64_t last, most; } seen[MPIMON_GAUGES];
static int is_detail; /* changes go into the segment */

/* The names' indices in the segment, and the run for which they are right. */
static uint32_t name_indexes[MPIMON_GAUGES], named_run;

static uint32_t name_of(enum mpimon_gauge_kind kind) {
    if (named_run != mpimon_run) {
        for (int i = 0; i < MPIMON_GAUGES; i++)
            name_indexes[i] = mpimon_name_index(names[i]);
        named_run = mpimon_run;
    }
    return name_indexes[kind];
}

MPIMON_STATIC_ASSERT((int)MPIMON_GAUGES <= MPIMON_GAUGE_SLOTS, "a shard has room for all gauges");

static __attribute__((noinline)) struct mpimon_gauge *find_counters(enum mpimon_gauge_kind kind) {
    struct mpimon_gauge *gauge = mpimon_gauge_find(name_of(kind));
    if (mpimon_shard_now()->owner)
        mpimon_shard_now()->gauges[kind] = gauge;
    return gauge;
}

static inline struct mpimon_gauge *counters_of(enum mpimon_gauge_kind kind) {
    struct mpimon_gauge *gauge = mpimon_shard_now()->gauges[kind];
    return likely(gauge != NULL) ? gauge : find_counters(kind);
}

static inline void consider_highest(struct mpimon_gauge *gauge, int64_t now) {
    if (unlikely(now > (int64_t)gauge->highest))
        __atomic_store_n(&gauge->highest, (uint64_t)now, __ATOMIC_RELAXED);
}

/* Count a change for the function and region that the calling thread is in. A gauge that falls may still be higher than
 * it was ever seen there. */
static inline void count_rise(enum mpimon_gauge_kind kind, int64_t now, int64_t by) {
    struct mpimon_gauge *gauge = counters_of(kind);
    mpimon_increase(&gauge->rises, (uint64_t)by);
    consider_highest(gauge, now);
}
static inline void count_fall(enum mpimon_gauge_kind kind, int64_t now, int64_t by) {
    struct mpimon_gauge *gauge = counters_of(kind);
    mpimon_increase(&gauge->falls, (uint64_t)by);
    consider_highest(gauge, now);
}

static inline void keep(enum mpimon_gauge_kind kind, int64_t now) {
    seen[kind].last = now;
    if (unlikely(now > seen[kind].most))
        seen[kind].most = now;
}

static void consider(struct mpimon_watermark *watermark, uint64_t now) {
    if (watermark->high ? now > watermark->value : now < watermark->value)
        watermark->value = now;
}

static void tell_watermarks(enum mpimon_gauge_kind kind, uint64_t now) {
    for (struct mpimon_watermark *watermark = watermarks; watermark; watermark = watermark->next)
        if (watermark->kind == kind)
            consider(watermark, now);
}

/* Takes note of a gauge's value. Where that is the last one, each watermark has considered it already. */
static void see(enum mpimon_gauge_kind kind, uint64_t value) {
    const int64_t now = (int64_t)value;
    const int64_t by = now - seen[kind].last;
    if (by == 0)
        return;
    keep(kind, now);
    if (is_detail && by > 0)
        count_rise(kind, now, by);
    else if (is_detail)
        count_fall(kind, now, -by);
    tell_watermarks(kind, value);
}

/* Below MPI_THREAD_MULTIPLE the thread that calls MPI is alone here while there is no handle of MPI_T, which may be
 * another thread's; and to take a lock would cost more than all the rest. */
static int lock_if_shared(void) {
    const int is_shared = MPIR_IS_THREADED || watermarks;
    if (is_shared)
        pthread_mutex_lock(&lock);
    return is_shared;
}

static void unlock_if(int is_locked) {
    if (is_locked)
        pthread_mutex_unlock(&lock);
}

static void look(enum mpimon_gauge_kind kind) {
    see(kind, mpimon_gauge_counted(kind));
}

/* With packet buffers the memory of their pool may have changed. */
void mpimon_gauge_changed(enum mpimon_gauge_kind kind) {
    int is_locked = lock_if_shared();
    look(kind);
    if (kind == MPIMON_GAUGE_PACKET_BUFFERS)
        look(MPIMON_GAUGE_MEMORY);
    unlock_if(is_locked);
}

/* Whether the caller is alone here, and only the detail wants to know. What each message changes looks at that first.
 */
static inline int is_alone(void) {
    return likely(mpimon_gauges_on == (MPIMON_GAUGES_TOLD | MPIMON_GAUGES_DETAIL)) && likely(!MPIR_IS_THREADED);
}

static inline void rise_alone(enum mpimon_gauge_kind kind, int64_t now, int64_t by) {
    keep(kind, now);
    count_rise(kind, now, by);
}

static inline void fall_alone(enum mpimon_gauge_kind kind, int64_t now, int64_t by) {
    seen[kind].last = now;
    count_fall(kind, now, by);
}

void mpimon_request_taken(void) {
    if (unlikely(!is_alone())) {
        mpimon_gauge_changed(MPIMON_GAUGE_REQUESTS);
        return;
    }
    rise_alone(MPIMON_GAUGE_REQUESTS, (int64_t)mpimon_requests_now(), 1);
}

void mpimon_request_returned(void) {
    if (unlikely(!is_alone())) {
        mpimon_gauge_changed(MPIMON_GAUGE_REQUESTS);
        return;
    }
    fall_alone(MPIMON_GAUGE_REQUESTS, (int64_t)mpimon_requests_now(), 1);
}

static __attribute__((noinline)) void look_at_posted(void) {
    int is_locked = lock_if_shared();
    look(MPIMON_GAUGE_POSTED_RECEIVES);
    look(MPIMON_GAUGE_POSTED_BYTES);
    unlock_if(is_locked);
}

void mpimon_posted(uint64_t bytes) {
    mpimon_posted_add(1, (int64_t)bytes);
    if (is_alone()) {
        rise_alone(MPIMON_GAUGE_POSTED_RECEIVES, mpimon_posted_receives, 1);
        rise_alone(MPIMON_GAUGE_POSTED_BYTES, mpimon_posted_bytes, (int64_t)bytes);
    } else if (mpimon_gauges_on) {
        look_at_posted();
    }
}

void mpimon_posted_no_more(uint64_t bytes) {
    mpimon_posted_add(-1, -(int64_t)bytes);
    if (is_alone()) {
        fall_alone(MPIMON_GAUGE_POSTED_RECEIVES, mpimon_posted_receives, 1);
        fall_alone(MPIMON_GAUGE_POSTED_BYTES, mpimon_posted_bytes, (int64_t)bytes);
    } else if (mpimon_gauges_on) {
        look_at_posted();
    }
}

void mpimon_unexpected_changed(const MPIR_Request *request, int by) {
    mpimon_unexpected_add(request, by);
    int is_locked = lock_if_shared();
    look(MPIMON_GAUGE_UNEXPECTED_MESSAGES);
    look(MPIMON_GAUGE_UNEXPECTED_BYTES);
    unlock_if(is_locked);
}

/* Sets what the hooks look at, by who wants to know of changes now. The caller holds the lock. */
static void set_switch(void) {
    mpimon_gauges_on = (unsigned char)((is_detail ? MPIMON_GAUGES_TOLD | MPIMON_GAUGES_DETAIL : 0) |
                                       (watermarks ? MPIMON_GAUGES_TOLD | MPIMON_GAUGES_WATCHED : 0));
}

/* Makes the hooks tell of changes, from the first watermark on or while the detail is on. */
static void begin(void) {
    if (mpimon_gauges_on)
        return;
    mpimon_unexpected_look(1);
    pthread_mutex_lock(&lock);
    for (int kind = 0; kind < MPIMON_GAUGES; kind++)
        seen[kind].last = seen[kind].most = (int64_t)mpimon_gauge_counted((enum mpimon_gauge_kind)kind);
    pthread_mutex_unlock(&lock);
}

void mpimon_watermark_reset(struct mpimon_watermark *watermark) {
    uint64_t now = mpimon_gauge_now(watermark->kind);
    pthread_mutex_lock(&lock);
    watermark->value = now;
    pthread_mutex_unlock(&lock);
}

void mpimon_watermark_start(struct mpimon_watermark *watermark) {
    begin();
    pthread_mutex_lock(&lock);
    watermark->next = watermarks;
    watermarks = watermark;
    set_switch();
    consider(watermark, mpimon_gauge_counted(watermark->kind)); /* which may have changed before anybody was told */
    pthread_mutex_unlock(&lock);
}

void mpimon_watermark_stop(struct mpimon_watermark *watermark) {
    pthread_mutex_lock(&lock);
    consider(watermark, mpimon_gauge_counted(watermark->kind));
    struct mpimon_watermark **link = &watermarks;
    while (*link != watermark)
        link = &(*link)->next;
    *link = watermark->next;
    set_switch();
    pthread_mutex_unlock(&lock);
}

uint64_t mpimon_watermark_read(struct mpimon_watermark *watermark) {
    pthread_mutex_lock(&lock);
    consider(watermark, mpimon_gauge_counted(watermark->kind)); /* some gauges change without a hook */
    uint64_t value = watermark->value;
    pthread_mutex_unlock(&lock);
    return value;
}

uint64_t mpimon_gauge_highest(enum mpimon_gauge_kind kind) {
    uint64_t now = mpimon_gauge_now(kind);
    pthread_mutex_lock(&lock);
    uint64_t highest = mpimon_gauges_on && seen[kind].most > (int64_t)now ? (uint64_t)seen[kind].most : now;
    pthread_mutex_unlock(&lock);
    return highest;
}

void mpimon_gauges_switch(int on) {
    if (on)
        begin();
    pthread_mutex_lock(&lock);
    is_detail = on != 0;
    set_switch();
    pthread_mutex_unlock(&lock);
}
