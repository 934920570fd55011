/*
 * Frames of collective calls, and the algorithms chosen within them.
 */
#include "mpidimpl.h"

#include <ctype.h>
#include <pthread.h>

#include "../engine/clock.h"
#include "collectives.h"
#include "communicators.h"

static MPIMON_THREAD struct {
    struct mpimon_call call;
    int open;
    uint32_t algorithm; /* UINT32_MAX: none chosen */
    int shared_memory;
    struct mpimon_collective *last_step; /* the last algorithm that was chosen and is no part of the frame's own */
    uint64_t start;
} frame;

/* Persistent calls: a request's monitoring field is the place in this list + 1, which is no receive's mark. */
static struct persistent_call {
    struct mpimon_call call;
    uint32_t algorithm;
    int shared_memory;
} * persistent_calls;
static uint32_t persistent_count, persistent_room;
static pthread_mutex_t persistent_lock = PTHREAD_MUTEX_INITIALIZER;

/* "MPIR_Ibcast_intra_sched_binomial", "MPIDI_POSIX_mpi_bcast_release_gather": both are of "Bcast". */
static void operation_of(const char *function, char *operation, size_t room) {
    static const char *const prefixes[] = {"MPIR_TSP_", "MPIR_", "MPIDI_POSIX_mpi_", "MPIDI_"};
    static const char *const ends[] = {"_intra", "_inter", "_allcomm", "_sched", "_release_gather", "_gpu", "_stream"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(function, prefixes[i], length) == 0) {
            function += length;
            break;
        }
    }
    if (function[0] == 'I' && islower((unsigned char)function[1]))
        function++;
    snprintf(operation, room, "%s", function);
    operation[0] = (char)toupper((unsigned char)operation[0]);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *end = strstr(operation, ends[i]);
        if (end)
            *end = '\0';
    }
}

static void know_site(struct mpimon_algorithm_site *site) {
    char operation[MPIMON_NAME];
    operation_of(site->function, operation, sizeof operation);
    site->operation = mpimon_name_index(operation);
    site->algorithm = mpimon_name_index(site->function);
    __atomic_store_n(&site->run, mpimon_run, __ATOMIC_RELEASE);
}

/* What a thread used last in a context, by a few of its bits: programs repeat a handful of collectives. */
enum { RECENT = 16 };
static MPIMON_THREAD struct recent {
    uint32_t run, communicator, operation, algorithm;
    uint8_t mode, role;
    const struct mpimon_shard *shard; /* of the context */
    struct mpimon_collective *counters;
} recents[RECENT];

static struct mpimon_collective *find(const struct mpimon_call *call, uint32_t algorithm, int shared_memory,
                                      enum mpimon_role role) {
    struct recent *recent = &recents[(call->communicator * 5 + call->operation * 3 + algorithm) % RECENT];
    if (recent->run != mpimon_run || recent->shard != mpimon_shard_now() ||
        recent->communicator != call->communicator || recent->operation != call->operation ||
        recent->algorithm != algorithm || recent->mode != call->mode || recent->role != role) {
        uint32_t known = algorithm == UINT32_MAX ? mpimon_name_index("none") : algorithm;
        struct mpimon_collective *counters =
            mpimon_collective_find(call->communicator, call->operation, known, call->mode, role);
        counters->shared_memory = (uint8_t)shared_memory;
        *recent = (struct recent){mpimon_run,          call->communicator, call->operation,    algorithm,
                                  (uint8_t)call->mode, (uint8_t)role,      mpimon_shard_now(), counters};
    }
    return recent->counters;
}

void mpimon_algorithm_chosen(struct mpimon_algorithm_site *site, MPIR_Comm *comm, int shared_memory) {
    uint32_t communicator = mpimon_communicator_index(comm);
    if (__atomic_load_n(&site->run, __ATOMIC_ACQUIRE) != mpimon_run)
        know_site(site);
    frame.last_step = NULL;
    if (frame.open && frame.call.communicator == communicator && frame.call.operation == site->operation) {
        frame.algorithm = site->algorithm;
        frame.shared_memory = shared_memory;
        return;
    }
    struct mpimon_call step = {.communicator = communicator, .operation = site->operation, .mode = MPIMON_BLOCKING};
    frame.last_step = find(&step, site->algorithm, shared_memory, MPIMON_ROLE_STEP);
    mpimon_increase(&frame.last_step->calls, 1);
}

void mpimon_algorithm_fell_back(void) {
    if (frame.last_step)
        mpimon_increase(&frame.last_step->calls, UINT64_MAX); /* one less */
    frame.last_step = NULL;
}

void mpimon_collective_enter(const struct mpimon_call *call) {
    frame.call = *call;
    frame.open = 1;
    frame.algorithm = UINT32_MAX;
    frame.shared_memory = 0;
    frame.start = call->mode == MPIMON_BLOCKING ? mpimon_ticks() : 0;
}

static void count_call(struct mpimon_collective *counters, uint64_t bytes, int is_root) {
    mpimon_increase(&counters->calls, 1);
    mpimon_increase(&counters->bytes, bytes);
    mpimon_increase(&counters->root_calls, is_root != 0);
    mpimon_increase(&counters->root_bytes, is_root ? bytes : 0);
}

static int is_same_call(const struct persistent_call *known) {
    const struct mpimon_call *a = &known->call, *b = &frame.call;
    return a->communicator == b->communicator && a->operation == b->operation && a->bytes == b->bytes &&
           a->is_root == b->is_root && known->algorithm == frame.algorithm;
}

/* The frame's place in the list; UINT32_MAX without memory. Requests made alike share a place. */
static uint32_t persistent_place(void) {
    uint32_t place = 0;
    while (place < persistent_count && !is_same_call(&persistent_calls[place]))
        place++;
    if (place == persistent_room) {
        uint32_t larger = 2 * persistent_room + 8;
        struct persistent_call *grown = realloc(persistent_calls, larger * sizeof *grown);
        if (!grown)
            return UINT32_MAX;
        persistent_calls = grown;
        persistent_room = larger;
    }
    if (place == persistent_count)
        persistent_calls[persistent_count++] =
            (struct persistent_call){frame.call, frame.algorithm, frame.shared_memory};
    return place;
}

/* Where the request leads when it is started, in whatever context and by whatever thread. */
static void mark_persistent(MPIR_Request *request) {
    pthread_mutex_lock(&persistent_lock);
    uint32_t place = persistent_place();
    pthread_mutex_unlock(&persistent_lock);
    if (place != UINT32_MAX)
        request->dev.monitoring.mark = (uint64_t)place + 1;
}

void mpimon_collective_exit(void) {
    if (!frame.open)
        return;
    frame.open = 0;
    if (frame.call.mode == MPIMON_PERSISTENT) {
        if (frame.call.request && *frame.call.request)
            mark_persistent(*frame.call.request);
        return;
    }
    struct mpimon_collective *counters = find(&frame.call, frame.algorithm, frame.shared_memory, MPIMON_ROLE_CALL);
    count_call(counters, frame.call.bytes, frame.call.is_root);
    if (frame.call.mode == MPIMON_BLOCKING)
        mpimon_increase(&counters->time, mpimon_ticks() - frame.start);
}

void mpimon_persistent_start(MPIR_Request *request) {
    uint64_t place = request->dev.monitoring.mark;
    struct persistent_call started;
    pthread_mutex_lock(&persistent_lock);
    int known = place > 0 && place <= persistent_count;
    if (known)
        started = persistent_calls[place - 1];
    pthread_mutex_unlock(&persistent_lock);
    if (known)
        count_call(find(&started.call, started.algorithm, started.shared_memory, MPIMON_ROLE_CALL), started.call.bytes,
                   started.call.is_root);
}

void mpimon_collective_alone(const char *operation, enum mpimon_mode mode, MPIR_Comm *comm, uint64_t bytes,
                             int is_root) {
    struct mpimon_call call = {
        .communicator = mpimon_communicator_index(comm),
        .operation = mpimon_name_index(operation),
        .mode = mode,
    };
    count_call(find(&call, UINT32_MAX, 0, MPIMON_ROLE_CALL), bytes, is_root);
}

void mpimon_collectives_finish(void) {
    free(persistent_calls);
    persistent_calls = NULL;
    persistent_count = persistent_room = 0;
    frame.open = 0;
}
