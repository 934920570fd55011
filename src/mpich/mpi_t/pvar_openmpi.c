/*
 * Open MPI's monitoring variables: its sums over our flows, and the phases that its flush variable writes.
 */
#include "mpidimpl.h"

#include <errno.h>

#include "../../engine/tables/iterator.h"
#include "../../profile/write/asked.h"
#include "../../profile/write/prof_text.h"
#include "../../profile/write/write_signals.h"
#include "../count/communicators/asked.h"
#include "../count/communicators/communicators.h"
#include "callbacks.h"

/* Whether a flow belongs to a variable. With MPIR_CVAR_MONITORING_ENABLE=1 the library's messages count as the user's.
 */
static int belongs(const struct mpimon_flow *flow, long what, int enable) {
    if (what == MPIMON_OPENMPI_OSC)
        return flow->traffic_class == MPIMON_CLASS_RMA;
    return flow->traffic_class == MPIMON_CLASS_P2P || flow->traffic_class == MPIMON_CLASS_PART ||
           (enable == 1 && flow->traffic_class != MPIMON_CLASS_RMA);
}

/* As in Open MPI, a process's messages to itself are left out, but what it puts into its own window is not. */
void mpimon_pvar_openmpi(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    for (const struct mpimon_flow *flow; segment && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));) {
        if (!belongs(flow, mpimon_what_of(argument), segment->enable) ||
            flow->direction != mpimon_direction_of(argument) ||
            (flow->peer == binding->rank && flow->traffic_class != MPIMON_CLASS_RMA))
            continue;
        uint32_t rank = mpimon_binding_rank(binding, flow->peer);
        if (rank != UINT32_MAX)
            values[rank].count += mpimon_quantity_of(flow, argument);
    }
}

/* Adds up calls, of the root alone where the operation has one. */
void mpimon_pvar_kind_calls(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)count;
    struct mpimon_cursor cursor = {0};
    const struct mpimon_header *segment = mpimon_segment();
    if (!segment)
        return;
    uint32_t communicator = mpimon_communicator_index(binding->comm);
    for (const struct mpimon_collective *item; (item = mpimon_next_item(segment, MPIMON_BLOCK_COLLECTIVES, &cursor));)
        if (item->communicator == communicator && item->role == MPIMON_ROLE_CALL &&
            (long)mpimon_operation_of(mpimon_name_at(item->operation)).kind == argument)
            values->count += mpimon_read(argument == MPIMON_ALL_TO_ALL ? &item->calls : &item->root_calls);
}

/* There is a reader while there are handles that read volumes. Whoever uses it holds MPI_T's lock. */
static struct mpimon_asked_reader *reader;
static int readers;

/* Which of the volumes that are asked for a variable adds up. */
struct wanted {
    const struct mpimon_binding *binding;
    uint32_t communicator; /* of kinds */
    long argument;
    union mpimon_value *values;
};

static void read_asked(mpimon_asked_visit *visit, struct wanted *wanted) {
    if (reader)
        mpimon_asked_read(reader, mpimon_segment(), visit, wanted);
}

static void take_kind(void *context, const struct mpimon_asked_volume *volume) {
    const struct wanted *wanted = context;
    if (volume->communicator == wanted->communicator && (long)volume->kind == wanted->argument)
        wanted->values->count += volume->bytes;
}

void mpimon_pvar_kind_bytes(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)count;
    if (!mpimon_segment())
        return;
    struct wanted wanted = {binding, mpimon_communicator_index(binding->comm), argument, values};
    read_asked(take_kind, &wanted);
}

static void take_peer(void *context, const struct mpimon_asked_volume *volume) {
    const struct wanted *wanted = context;
    uint32_t rank = mpimon_binding_rank(wanted->binding, volume->peer);
    if (rank != UINT32_MAX)
        wanted->values[rank].count += wanted->argument == MPIMON_PVAR_BYTES ? volume->bytes : volume->messages;
}

void mpimon_pvar_asked(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)count;
    struct wanted wanted = {binding, UINT32_MAX, argument, values};
    if (mpimon_segment())
        read_asked(take_peer, &wanted);
}

/* As long as there is a handle, all that it may show is kept. */
int mpimon_pvar_asked_notify(struct mpimon_pvar_handle *handle, enum mpimon_pvar_event event) {
    (void)handle;
    if (event != MPIMON_PVAR_BOUND && event != MPIMON_PVAR_FREED)
        return MPI_SUCCESS;
    if (event == MPIMON_PVAR_BOUND && !reader && !(reader = mpimon_asked_reader_make()))
        return MPI_T_ERR_OUT_OF_HANDLES;
    int change = event == MPIMON_PVAR_BOUND ? 1 : -1;
    mpimon_asked_want(change);
    readers += change;
    if (readers == 0) {
        mpimon_asked_reader_free(reader);
        reader = NULL;
    }
    return MPI_SUCCESS;
}

/* The name that was written last, by whatever handle, as in Open MPI; and what a started handle counts from. */
static char flush_name[4096];

struct phase {
    struct mpimon_header *start; /* a copy of the segment; NULL: nothing had been counted */
};

void mpimon_pvar_flush_name(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)binding, (void)argument, (void)count, (void)values;
}

/* Writes as many bytes as the handle has elements: a name that is as long has no closing zero there. */
int mpimon_pvar_read_text(const struct mpimon_pvar_handle *handle, char *buffer) {
    size_t room = (size_t)handle->count, length = strnlen(flush_name, room);
    memcpy(buffer, flush_name, length);
    memset(buffer + length, 0, room - length);
    return MPI_SUCCESS;
}

int mpimon_pvar_flush_write(struct mpimon_pvar_handle *handle, const void *buffer) {
    (void)handle;
    if (buffer && strlen(buffer) >= sizeof flush_name)
        return MPI_T_ERR_INVALID;
    snprintf(flush_name, sizeof flush_name, "%s", buffer ? (const char *)buffer : "");
    return MPI_SUCCESS;
}

static void subtract(uint64_t *counters, const uint64_t *before, size_t number) {
    for (size_t i = 0; i < number; i++)
        counters[i] -= before[i];
}

/* Finds an item of the earlier copy in the later one. Items never move, so it is at the same offset. */
static void *later(const struct mpimon_header *now, const struct mpimon_header *before, const void *item) {
    return (char *)now + ((const char *)item - (const char *)before);
}

static void take_off(const struct mpimon_header *now, const struct mpimon_header *before) {
    struct mpimon_cursor cursor = {0};
    for (const struct mpimon_flow *old; (old = mpimon_next_item(before, MPIMON_BLOCK_FLOWS, &cursor));) {
        struct mpimon_flow *flow = later(now, before, old);
        flow->messages -= old->messages;
        flow->bytes -= old->bytes;
    }
    cursor = (struct mpimon_cursor){0};
    for (const struct mpimon_histograms *old; (old = mpimon_next_item(before, MPIMON_BLOCK_HISTOGRAMS, &cursor));) {
        struct mpimon_histograms *item = later(now, before, old);
        subtract(&item->bins[0][0], &old->bins[0][0], sizeof item->bins / sizeof(uint64_t));
    }
    cursor = (struct mpimon_cursor){0};
    for (const struct mpimon_size *old; (old = mpimon_next_item(before, MPIMON_BLOCK_SIZES, &cursor));) {
        struct mpimon_size *item = later(now, before, old);
        item->messages -= old->messages;
    }
    cursor = (struct mpimon_cursor){0};
    for (const struct mpimon_collective *old; (old = mpimon_next_item(before, MPIMON_BLOCK_COLLECTIVES, &cursor));) {
        struct mpimon_collective *item = later(now, before, old);
        subtract(&item->calls, &old->calls, 5); /* calls, bytes, time, root_calls, root_bytes */
    }
    cursor = (struct mpimon_cursor){0};
    for (const struct mpimon_asked *old; (old = mpimon_next_item(before, MPIMON_BLOCK_ASKED, &cursor));) {
        struct mpimon_asked *item = later(now, before, old);
        subtract(&item->calls, &old->calls, 2); /* calls, bytes */
    }
}

/* Writes NAME.RANK.prof with what was counted since the phase's start. Returns 0 or an errno value. */
static int write_phase(const struct phase *phase) {
    char path[sizeof flush_name + 32];
    struct mpimon_header *now = mpimon_segment_copy();
    if (!now)
        return mpimon_segment() ? ENOMEM : 0;
    if (phase->start && phase->start->job_key == now->job_key) /* else MPI was begun again since */
        take_off(now, phase->start);
    snprintf(path, sizeof path, "%s.%u.prof", flush_name, now->world_rank);
    struct mpimon_held_signals signals;
    mpimon_signals_hold(&signals);
    int error = mpimon_write_prof_file(now, path);
    mpimon_signals_release(&signals);
    if (error)
        fprintf(stderr, "mpich-monitoring: cannot write %s: %s\n", path, strerror(error));
    free(now);
    return error;
}

static void forget(struct mpimon_pvar_handle *handle) {
    struct phase *phase = handle->own;
    if (phase)
        free(phase->start);
    free(phase);
    handle->own = NULL;
}

int mpimon_pvar_flush_notify(struct mpimon_pvar_handle *handle, enum mpimon_pvar_event event) {
    int error = mpimon_pvar_asked_notify(handle, event);
    switch (event) {
        case MPIMON_PVAR_BOUND:
            handle->count = (int)strlen(flush_name);
            break;
        case MPIMON_PVAR_STARTED: {
            forget(handle);
            struct phase *phase = calloc(1, sizeof *phase);
            if (!phase)
                return MPI_T_ERR_OUT_OF_HANDLES;
            phase->start = mpimon_segment_copy();
            handle->own = phase;
            break;
        }
        case MPIMON_PVAR_STOPPED:
            if (handle->own && *flush_name)
                error = write_phase(handle->own);
            forget(handle);
            break;
        case MPIMON_PVAR_FREED:
            forget(handle);
            break;
    }
    return error ? MPI_T_ERR_INVALID : MPI_SUCCESS;
}
