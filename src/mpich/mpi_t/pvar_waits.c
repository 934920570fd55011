/*
 * Variables of what was waited for, added up from the segment.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "../../engine/tables/iterator.h"
#include "../count/communicators/communicators.h"
#include "callbacks.h"

/* Adds up the waits on the bound communicator, by rank. */
static void add_waits(const struct mpimon_binding *binding, union mpimon_value *values,
                      void (*add)(union mpimon_value *, const struct mpimon_wait *)) {
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    uint32_t communicator = segment ? mpimon_communicator_index(binding->comm) : UINT32_MAX;
    if (communicator == UINT32_MAX)
        return;
    for (const struct mpimon_wait *wait; (wait = mpimon_next_item(segment, MPIMON_BLOCK_WAITS, &cursor));) {
        uint32_t rank = wait->communicator == communicator ? mpimon_binding_rank(binding, wait->peer) : UINT32_MAX;
        if (rank != UINT32_MAX)
            add(&values[rank], wait);
    }
}

static void add_time(union mpimon_value *value, const struct mpimon_wait *wait) {
    value->number += (double)mpimon_ticks_to_ns(mpimon_segment(), mpimon_read(&wait->time)) * 1e-9;
}

static void add_count(union mpimon_value *value, const struct mpimon_wait *wait) {
    value->count += mpimon_read(&wait->waits);
}

void mpimon_pvar_waiting_time(const struct mpimon_binding *binding, long argument, int count,
                              union mpimon_value *values) {
    (void)argument, (void)count;
    if (mpimon_segment())
        mpimon_clock_look(mpimon_segment()); /* how long a tick is */
    add_waits(binding, values, add_time);
}

void mpimon_pvar_waits(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)argument, (void)count;
    add_waits(binding, values, add_count);
}
