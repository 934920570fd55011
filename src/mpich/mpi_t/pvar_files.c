/*
 * What calls of MPI-IO have done, over all files.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "callbacks.h"

static const struct mpimon_file *next_file(struct mpimon_cursor *cursor) {
    return mpimon_segment() ? mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_FILES, cursor) : NULL;
}

static const struct mpimon_file_access *next_access(struct mpimon_cursor *cursor) {
    return mpimon_segment() ? mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_FILE_ACCESSES, cursor) : NULL;
}

void mpimon_pvar_file_bytes(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    for (const struct mpimon_file_access *access; (access = next_access(&cursor));)
        if (access->is_write == argument)
            values->count += mpimon_read(&access->bytes);
}

void mpimon_pvar_file_calls(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)binding, (void)argument, (void)count;
    struct mpimon_cursor files = {0}, accesses = {0};
    for (const struct mpimon_file *file; (file = next_file(&files));)
        for (int operation = 0; operation < MPIMON_FILE_OPERATIONS; operation++)
            values->count += mpimon_read(&file->calls[operation]);
    for (const struct mpimon_file_access *access; (access = next_access(&accesses));)
        values->count += mpimon_read(&access->calls);
}

void mpimon_pvar_file_time(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)argument, (void)count;
    struct mpimon_cursor files = {0}, accesses = {0};
    uint64_t ticks = 0;
    for (const struct mpimon_file *file; (file = next_file(&files));)
        for (int operation = 0; operation < MPIMON_FILE_OPERATIONS; operation++)
            ticks += mpimon_read(&file->time[operation]);
    for (const struct mpimon_file_access *access; (access = next_access(&accesses));)
        ticks += mpimon_read(&access->time);
    if (!mpimon_segment())
        return;
    mpimon_clock_look(mpimon_segment()); /* how long a tick is */
    values->number = (double)mpimon_ticks_to_ns(mpimon_segment(), ticks) * 1e-9;
}
