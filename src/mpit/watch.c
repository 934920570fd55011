#include "mpidimpl.h"

#include "watch.h"

struct mpimon_watch {
    enum mpimon_level level;
    int high, started, once_started;
    int64_t mark;
    struct mpimon_watch *next;
};

static int64_t levels[MPIMON_LEVELS];
static struct mpimon_watch *watches; /* the started ones */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct mpimon_watch *mpimon_watch_make(long level, int high) {
    struct mpimon_watch *watch = calloc(1, sizeof *watch);
    if (watch) {
        watch->level = (enum mpimon_level)level;
        watch->high = high;
    }
    return watch;
}

/* With the lock held, as all that looks at a mark. */
static void consider(struct mpimon_watch *watch, int64_t level) {
    if (watch->high ? level > watch->mark : level < watch->mark)
        watch->mark = level;
}

static int64_t level_now(const struct mpimon_watch *watch) {
    return __atomic_load_n(&levels[watch->level], __ATOMIC_SEQ_CST);
}

static void unlink_watch(struct mpimon_watch *watch) {
    for (struct mpimon_watch **link = &watches; *link; link = &(*link)->next) {
        if (*link == watch) {
            __atomic_store_n(link, watch->next, __ATOMIC_RELEASE);
            return;
        }
    }
}

void mpimon_watch_free(struct mpimon_watch *watch) {
    if (watch && watch->started)
        mpimon_watch_stop(watch);
    free(watch);
}

void mpimon_watch_start(struct mpimon_watch *watch) {
    pthread_mutex_lock(&lock);
    watch->next = watches;
    __atomic_store_n(&watches, watch, __ATOMIC_SEQ_CST); /* before the level is looked at: see mpimon_level_change() */
    if (!watch->once_started)
        watch->mark = level_now(watch);
    watch->started = watch->once_started = 1;
    pthread_mutex_unlock(&lock);
}

void mpimon_watch_stop(struct mpimon_watch *watch) {
    pthread_mutex_lock(&lock);
    consider(watch, level_now(watch));
    unlink_watch(watch);
    watch->started = 0;
    pthread_mutex_unlock(&lock);
}

void mpimon_watch_reset(struct mpimon_watch *watch) {
    pthread_mutex_lock(&lock);
    if (watch->started)
        watch->mark = level_now(watch);
    else
        watch->once_started = 0;
    pthread_mutex_unlock(&lock);
}

int mpimon_watch_read(struct mpimon_watch *watch, MPI_Datatype datatype, void *buffer) {
    if (!watch->once_started)
        return MPI_T_ERR_INVALID;
    pthread_mutex_lock(&lock);
    if (watch->started)
        consider(watch, level_now(watch));
    int64_t mark = watch->mark;
    pthread_mutex_unlock(&lock);
    if (datatype == MPI_DOUBLE)
        *(double *)buffer = (double)mark;
    else if (datatype == MPI_UNSIGNED)
        *(unsigned *)buffer = (unsigned)mark;
    else
        *(unsigned long long *)buffer = (unsigned long long)mark;
    return MPI_SUCCESS;
}

/*
 * Every change passes here in turn while somebody watches, so that no level is missed; nor is that before it, which may
 * come from a change that nobody watched yet.
 */
static void show(enum mpimon_level level, int by) {
    pthread_mutex_lock(&lock);
    int64_t before = __atomic_fetch_add(&levels[level], by, __ATOMIC_SEQ_CST);
    for (struct mpimon_watch *watch = watches; watch; watch = watch->next) {
        if (watch->level == level) {
            consider(watch, before);
            consider(watch, before + by);
        }
    }
    pthread_mutex_unlock(&lock);
}

/* Who begins to watch meanwhile sees the change, or is seen and shown it. */
void mpimon_level_change(enum mpimon_level level, int by) {
    if (__atomic_load_n(&watches, __ATOMIC_ACQUIRE)) {
        show(level, by);
        return;
    }
    __atomic_add_fetch(&levels[level], by, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&watches, __ATOMIC_SEQ_CST))
        show(level, 0);
}

uint64_t mpimon_level_now(enum mpimon_level level) {
    int64_t now = __atomic_load_n(&levels[level], __ATOMIC_RELAXED);
    return now > 0 ? (uint64_t)now : 0;
}
