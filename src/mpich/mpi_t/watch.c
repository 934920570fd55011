#include "mpidimpl.h"

#include "watch.h"

struct mpimon_watch *mpimon_watch_make(long level, int high) {
    struct mpimon_watch *watch = calloc(1, sizeof *watch);
    if (watch) {
        watch->mark.level = (enum mpimon_level)level;
        watch->mark.high = high;
    }
    return watch;
}

void mpimon_watch_free(struct mpimon_watch *watch) {
    if (watch && watch->started)
        mpimon_watch_stop(watch);
    free(watch);
}

void mpimon_watch_start(struct mpimon_watch *watch) {
    if (!watch->once_started)
        mpimon_mark_reset(&watch->mark);
    mpimon_mark_set(&watch->mark);
    watch->started = watch->once_started = 1;
}

void mpimon_watch_stop(struct mpimon_watch *watch) {
    mpimon_mark_take(&watch->mark);
    watch->started = 0;
}

void mpimon_watch_reset(struct mpimon_watch *watch) {
    if (watch->started)
        mpimon_mark_reset(&watch->mark);
    else
        watch->once_started = 0;
}

int mpimon_watch_read(struct mpimon_watch *watch, uint64_t *value) {
    if (!watch->once_started)
        return MPI_T_ERR_INVALID;
    *value = watch->started ? mpimon_mark_read(&watch->mark) : watch->mark.value;
    return MPI_SUCCESS;
}
