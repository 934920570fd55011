/*
 * Values of our performance variables, added up from the segment.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "../../engine/tables/iterator.h"
#include "../count/communicators/communicators.h"
#include "callbacks.h"
#include "pvar_table.h"

/* Adds up flows of the argument's class and direction, over one communicator, or all if it is UINT32_MAX. */
static void add_peers(const struct mpimon_binding *binding, long argument, uint32_t communicator,
                      union mpimon_value *values) {
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));) {
        if (flow->traffic_class != mpimon_what_of(argument) || flow->direction != mpimon_direction_of(argument) ||
            (communicator != UINT32_MAX && flow->communicator != communicator))
            continue;
        uint32_t rank = mpimon_binding_rank(binding, flow->peer);
        if (rank != UINT32_MAX)
            values[rank].count += mpimon_quantity_of(flow, argument);
    }
}

void mpimon_pvar_peers(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)count;
    uint32_t communicator = mpimon_segment() ? mpimon_communicator_index(binding->comm) : UINT32_MAX;
    if (communicator != UINT32_MAX)
        add_peers(binding, argument, communicator, values);
}

void mpimon_pvar_peers_any(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)count;
    add_peers(binding, argument, UINT32_MAX, values);
}

void mpimon_pvar_total(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
        if (flow->traffic_class == mpimon_what_of(argument) && flow->direction == mpimon_direction_of(argument))
            values->count += mpimon_quantity_of(flow, argument);
}

void mpimon_pvar_path(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
        if (flow->path == mpimon_what_of(argument) && flow->direction == mpimon_direction_of(argument))
            values->count += mpimon_quantity_of(flow, argument);
}

void mpimon_pvar_sizes(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_histograms *item;
         segment && (item = mpimon_next_item(segment, MPIMON_BLOCK_HISTOGRAMS, &cursor));)
        for (int bin = 0; bin < count; bin++)
            values[bin].count += mpimon_read(&item->bins[argument][bin]);
}

#define OPERATION_NAME(name, ...) #name,
static const char *const operations[] = {MPIMON_OPERATIONS(OPERATION_NAME)};

/* Adds up the user's calls of the operation on the bound communicator, algorithm by algorithm. */
static void add_collectives(const struct mpimon_binding *binding, long operation, union mpimon_value *values,
                            void (*add)(union mpimon_value *, const struct mpimon_collective *)) {
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    if (!segment)
        return;
    uint32_t communicator = mpimon_communicator_index(binding->comm);
    uint32_t name = mpimon_name_index(operations[operation]);
    for (const struct mpimon_collective *item; (item = mpimon_next_item(segment, MPIMON_BLOCK_COLLECTIVES, &cursor));) {
        if (item->communicator != communicator || item->operation != name || item->role != MPIMON_ROLE_CALL)
            continue;
        int index = mpimon_enum_index("monitoring_algorithms", mpimon_name_at(item->algorithm));
        if (index >= 0)
            add(&values[index], item);
    }
}

static void add_calls(union mpimon_value *value, const struct mpimon_collective *item) {
    value->count += mpimon_read(&item->calls);
}

static void add_bytes(union mpimon_value *value, const struct mpimon_collective *item) {
    value->count += mpimon_read(&item->bytes);
}

static double seconds_of(const uint64_t *ticks) {
    return (double)mpimon_ticks_to_ns(mpimon_segment(), mpimon_read(ticks)) * 1e-9;
}

static void add_time(union mpimon_value *value, const struct mpimon_collective *item) {
    value->number += seconds_of(&item->time);
}

void mpimon_pvar_collective_calls(const struct mpimon_binding *binding, long argument, int count,
                                  union mpimon_value *values) {
    (void)count;
    add_collectives(binding, argument, values, add_calls);
}

void mpimon_pvar_collective_bytes(const struct mpimon_binding *binding, long argument, int count,
                                  union mpimon_value *values) {
    (void)count;
    add_collectives(binding, argument, values, add_bytes);
}

void mpimon_pvar_collective_time(const struct mpimon_binding *binding, long argument, int count,
                                 union mpimon_value *values) {
    (void)count;
    if (mpimon_segment())
        mpimon_clock_look(mpimon_segment()); /* how long a tick is */
    add_collectives(binding, argument, values, add_time);
}

/* Adds up the user's calls of the operation on the bound communicator, size by size. */
static void add_sizes(const struct mpimon_binding *binding, long operation, union mpimon_value *values,
                      void (*add)(union mpimon_value *, const struct mpimon_collective_size *)) {
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    if (!segment)
        return;
    uint32_t communicator = mpimon_communicator_index(binding->comm);
    uint32_t name = mpimon_name_index(operations[operation]);
    for (const struct mpimon_collective_size *item;
         (item = mpimon_next_item(segment, MPIMON_BLOCK_COLLECTIVE_SIZES, &cursor));)
        if (item->communicator == communicator && item->operation == name)
            add(&values[item->bin], item);
}

static void add_calls_of_size(union mpimon_value *value, const struct mpimon_collective_size *item) {
    value->count += mpimon_read(&item->calls);
}

static void add_bytes_of_size(union mpimon_value *value, const struct mpimon_collective_size *item) {
    value->count += mpimon_read(&item->bytes);
}

static void add_time_of_size(union mpimon_value *value, const struct mpimon_collective_size *item) {
    value->number += seconds_of(&item->time);
}

void mpimon_pvar_collective_calls_by_size(const struct mpimon_binding *binding, long argument, int count,
                                          union mpimon_value *values) {
    (void)count;
    add_sizes(binding, argument, values, add_calls_of_size);
}

void mpimon_pvar_collective_bytes_by_size(const struct mpimon_binding *binding, long argument, int count,
                                          union mpimon_value *values) {
    (void)count;
    add_sizes(binding, argument, values, add_bytes_of_size);
}

void mpimon_pvar_collective_time_by_size(const struct mpimon_binding *binding, long argument, int count,
                                         union mpimon_value *values) {
    (void)count;
    if (mpimon_segment())
        mpimon_clock_look(mpimon_segment()); /* how long a tick is */
    add_sizes(binding, argument, values, add_time_of_size);
}

void mpimon_pvar_local_share(const struct mpimon_binding *binding, long argument, int count,
                             union mpimon_value *values) {
    (void)binding, (void)argument, (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    uint64_t self = 0, all = 0;
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));) {
        if (flow->direction != MPIMON_SENT)
            continue;
        uint64_t bytes = mpimon_read(&flow->bytes);
        all += bytes;
        self += flow->path == MPIMON_PATH_SHM || flow->path == MPIMON_PATH_SELF || flow->path == MPIMON_PATH_IPC ? bytes
                                                                                                                 : 0;
    }
    values->number = all ? 100.0 * (double)self / (double)all : 0.0;
}

void mpimon_pvar_state(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)argument, (void)count;
    values->count = mpimon_on;
}
