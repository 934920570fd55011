/*
 * Values by MPI function, and of the region in which a handle was bound.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "callbacks.h"
#include "pvar_table.h"

/* The function's index in the enumeration, or -1. */
static int function_index(uint32_t name) {
    return name == MPIMON_NONE ? -1 : mpimon_enum_index("monitoring_functions", mpimon_name_at(name));
}

void mpimon_pvar_function_calls(const struct mpimon_binding *binding, long argument, int count,
                                union mpimon_value *values) {
    (void)binding, (void)argument, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_function *item;
         segment && (item = mpimon_next_item(segment, MPIMON_BLOCK_FUNCTIONS, &cursor));) {
        int index = function_index(item->name);
        if (index >= 0)
            values[index].count += mpimon_read(&item->calls);
    }
}

/* Seconds of a function over all regions: of all calls, of the shortest or of the longest one. `so_far` is 0 where none
 * was seen. */
static double with_time(double so_far, long which, const struct mpimon_header *segment,
                        const struct mpimon_function *item) {
    const uint64_t *ticks = which == MPIMON_PVAR_ALL_CALLS       ? &item->time
                            : which == MPIMON_PVAR_SHORTEST_CALL ? &item->shortest
                                                                 : &item->longest;
    double seconds = (double)mpimon_ticks_to_ns(segment, mpimon_read(ticks)) * 1e-9;
    if (which == MPIMON_PVAR_ALL_CALLS)
        return so_far + seconds;
    int is_beyond = which == MPIMON_PVAR_SHORTEST_CALL ? seconds < so_far : seconds > so_far;
    return is_beyond || so_far == 0 ? seconds : so_far;
}

void mpimon_pvar_function_time(const struct mpimon_binding *binding, long argument, int count,
                               union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    struct mpimon_header *segment = mpimon_segment();
    if (segment)
        mpimon_clock_look(segment); /* how long a tick is */
    for (const struct mpimon_function *item;
         segment && (item = mpimon_next_item(segment, MPIMON_BLOCK_FUNCTIONS, &cursor));) {
        int index = function_index(item->name);
        if (index >= 0 && mpimon_read(&item->calls) > 0)
            values[index].number = with_time(values[index].number, argument, segment, item);
    }
}

void mpimon_pvar_function_traffic(const struct mpimon_binding *binding, long argument, int count,
                                  union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));) {
        if (flow->direction != mpimon_direction_of(argument))
            continue;
        int index = function_index(mpimon_context_at(flow->context).function);
        if (index >= 0)
            values[index].count += mpimon_quantity_of(flow, argument);
    }
}

void mpimon_pvar_function_noncontiguous(const struct mpimon_binding *binding, long argument, int count,
                                        union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_noncontiguous *item;
         segment && (item = mpimon_next_item(segment, MPIMON_BLOCK_NONCONTIGUOUS, &cursor));) {
        int index = function_index(mpimon_context_at(item->context).function);
        const uint64_t *counter = argument == MPIMON_PVAR_NONCONTIGUOUS_MESSAGES ? &item->messages
                                  : argument == MPIMON_PVAR_NONCONTIGUOUS_BYTES  ? &item->bytes
                                                                                 : &item->blocks;
        if (index >= 0)
            values[index].count += mpimon_read(counter);
    }
}

void mpimon_pvar_region_traffic(const struct mpimon_binding *binding, long argument, int count,
                                union mpimon_value *values) {
    (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
        if (flow->direction == mpimon_direction_of(argument) &&
            mpimon_context_at(flow->context).region == binding->region)
            values->count += mpimon_quantity_of(flow, argument);
}

/* The region that the variable is bound to; NULL for none. */
static const struct mpimon_region *region_of(const struct mpimon_binding *binding) {
    struct mpimon_cursor cursor = {0};
    const struct mpimon_region *region = NULL;
    uint32_t left = binding->region == MPIMON_NONE ? 0 : binding->region + 1;
    for (; mpimon_segment() && left > 0; left--)
        region = mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_REGIONS, &cursor);
    return region;
}

void mpimon_pvar_region_entries(const struct mpimon_binding *binding, long argument, int count,
                                union mpimon_value *values) {
    (void)argument, (void)count;
    const struct mpimon_region *region = region_of(binding);
    values->count = region ? mpimon_read(&region->entries) : 0;
}

void mpimon_pvar_region_time(const struct mpimon_binding *binding, long argument, int count,
                             union mpimon_value *values) {
    (void)argument, (void)count;
    const struct mpimon_region *region = region_of(binding);
    if (!region)
        return;
    mpimon_clock_look(mpimon_segment()); /* how long a tick is */
    values->number = (double)mpimon_ticks_to_ns(mpimon_segment(), mpimon_read(&region->time)) * 1e-9;
}
