/*
 * Changes of levels: watermarks of MPI_T's handles, and the detail `gauges`, which tells how levels changed in each
 * region and function.
 */
#include "mpidimpl.h"

#include "levels.h"

unsigned char mpimon_gauges_on;

static const char *const names[MPIMON_LEVELS] = {"unexpected_messages",
                                                 "unexpected_bytes",
                                                 "posted_receives",
                                                 "posted_bytes",
                                                 "requests",
                                                 "cells",
                                                 "packet_buffers",
                                                 "memory"};

/* All below is changed under the lock. Whoever takes it may hold locks of MPICH's, so nothing here waits for those. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mpimon_mark *marks;
static uint64_t last[MPIMON_LEVELS], most[MPIMON_LEVELS];
static int is_detail; /* changes go into the segment */

/* Of the names, in the segment of one run. */
static uint32_t name_indexes[MPIMON_LEVELS], named_run;

static uint32_t name_of(enum mpimon_level level) {
    if (named_run != mpimon_run) {
        for (int i = 0; i < MPIMON_LEVELS; i++)
            name_indexes[i] = mpimon_name_index(names[i]);
        named_run = mpimon_run;
    }
    return name_indexes[level];
}

/* What has changed since the last look is put down to where the calling thread is. */
static void count_change(enum mpimon_level level, uint64_t now) {
    if (now == last[level] || !is_detail || !mpimon_on)
        return;
    struct mpimon_gauge *gauge = mpimon_gauge_find(name_of(level));
    if (now > last[level])
        mpimon_increase(&gauge->rises, now - last[level]);
    else
        mpimon_increase(&gauge->falls, last[level] - now);
    if (now > gauge->highest)
        __atomic_store_n(&gauge->highest, now, __ATOMIC_RELAXED);
}

static void consider(struct mpimon_mark *mark, uint64_t now) {
    if (mark->high ? now > mark->value : now < mark->value)
        mark->value = now;
}

static void look(enum mpimon_level level) {
    uint64_t now = mpimon_level_counted(level);
    count_change(level, now);
    last[level] = now;
    if (now > most[level])
        most[level] = now;
    for (struct mpimon_mark *mark = marks; mark; mark = mark->next)
        if (mark->level == level)
            consider(mark, now);
}

/* Memory comes with objects, such as requests, and with blocks of packet buffers; what is there already is taken from
 * and returned to mostly. */
static int is_memory_new(enum mpimon_level changed) {
    static uint64_t objects; /* under the lock, too */
    uint64_t before = objects;
    if (changed < MPIMON_LEVEL_REQUESTS) /* a queue is made of requests */
        return 0;
    objects = mpimon_object_bytes();
    return objects != before || changed == MPIMON_LEVEL_PACKET_BUFFERS;
}

void mpimon_levels_changed(enum mpimon_level first, enum mpimon_level last) {
    pthread_mutex_lock(&lock);
    if (mpimon_gauges_on) {
        for (int level = (int)first; level <= (int)last; level++)
            look((enum mpimon_level)level);
        if (is_memory_new(first))
            look(MPIMON_LEVEL_MEMORY);
    }
    pthread_mutex_unlock(&lock);
}

/* Gauges are on while there are marks, or the detail. */
static void begin(void) {
    if (mpimon_gauges_on)
        return;
    mpimon_unexpected_look(1);
    pthread_mutex_lock(&lock);
    for (int level = 0; level < MPIMON_LEVELS; level++)
        last[level] = most[level] = mpimon_level_counted((enum mpimon_level)level);
    pthread_mutex_unlock(&lock);
}

void mpimon_mark_reset(struct mpimon_mark *mark) {
    uint64_t now = mpimon_level_now(mark->level);
    pthread_mutex_lock(&lock);
    mark->value = now;
    pthread_mutex_unlock(&lock);
}

void mpimon_mark_set(struct mpimon_mark *mark) {
    begin();
    pthread_mutex_lock(&lock);
    mark->next = marks;
    marks = mark;
    consider(mark, mpimon_level_counted(mark->level)); /* which may have changed before anybody was told */
    pthread_mutex_unlock(&lock);
}

void mpimon_mark_take(struct mpimon_mark *mark) {
    pthread_mutex_lock(&lock);
    consider(mark, mpimon_level_counted(mark->level));
    struct mpimon_mark **link = &marks;
    while (*link != mark)
        link = &(*link)->next;
    *link = mark->next;
    mpimon_gauges_on = marks || is_detail;
    pthread_mutex_unlock(&lock);
}

uint64_t mpimon_mark_read(struct mpimon_mark *mark) {
    pthread_mutex_lock(&lock);
    consider(mark, mpimon_level_counted(mark->level)); /* some levels change without a hook */
    uint64_t value = mark->value;
    pthread_mutex_unlock(&lock);
    return value;
}

uint64_t mpimon_level_highest(enum mpimon_level level) {
    uint64_t now = mpimon_level_now(level);
    pthread_mutex_lock(&lock);
    uint64_t highest = mpimon_gauges_on && most[level] > now ? most[level] : now;
    pthread_mutex_unlock(&lock);
    return highest;
}

void mpimon_gauges_switch(int on) {
    if (on)
        begin();
    pthread_mutex_lock(&lock);
    is_detail = on != 0;
    mpimon_gauges_on = marks || is_detail;
    pthread_mutex_unlock(&lock);
}
