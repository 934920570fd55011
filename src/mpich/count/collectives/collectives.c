/*
 * Frames of collective calls, and the algorithms chosen within them.
 */
#include "mpidimpl.h"

#include <ctype.h>
#include <pthread.h>

#include "collectives.h"

MPIMON_THREAD struct mpimon_frame mpimon_frame;
unsigned char mpimon_collectives_on;

/* Persistent calls: a request carries the index in this list + 1, which is the key of no flow. */
static struct persistent {
    struct mpimon_call call;
    struct mpimon_asked_list *asked; /* NULL if its volumes are not kept */
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

static __attribute__((noinline)) void know_site(struct mpimon_algorithm_site *site) {
    char operation[MPIMON_NAME];
    operation_of(site->function, operation, sizeof operation);
    site->operation = mpimon_name_index(operation);
    site->algorithm = mpimon_name_index(site->function);
    __atomic_store_n(&site->run, mpimon_run, __ATOMIC_RELEASE);
}

void mpimon_operation_know(struct mpimon_operation_site *operation) {
    operation->index = mpimon_name_index(operation->name);
    __atomic_store_n(&operation->run, mpimon_run, __ATOMIC_RELEASE);
}

/* What a call, or step, is, and how it is done; see struct mpimon_call. */
static inline uint64_t what(const struct mpimon_call *call) {
    return (uint64_t)call->operation << 32 | call->communicator;
}
static inline uint64_t how(const struct mpimon_call *call) {
    return (uint64_t)call->algorithm << 32 | call->form;
}

/* The slot of a call, or step, in the shard's cache. */
static inline __attribute__((always_inline)) struct mpimon_collective_slot *slot_of(const struct mpimon_call *call) {
    return &mpimon_shard_now()
                ->collectives[(call->communicator + call->operation * 3 + call->algorithm) % MPIMON_COLLECTIVE_SLOTS];
}

/* Whether the slot is the call's; its counters are NULL while nothing is there. */
static inline int is_slot_of(const struct mpimon_collective_slot *slot, const struct mpimon_call *call) {
    return likely(slot->what == what(call) && slot->how == how(call) && slot->counters);
}

static __attribute__((noinline)) struct mpimon_collective *find_slow(const struct mpimon_call *call) {
    /* MPICH looks for an algorithm only where there is something to exchange with another process. */
    uint32_t algorithm = call->algorithm == UINT32_MAX ? mpimon_name_index("nothing to exchange") : call->algorithm;
    struct mpimon_collective *counters =
        mpimon_collective_find(call->communicator, call->operation, algorithm, mpimon_mode_of(call),
                               (enum mpimon_role)(call->form >> 4 & 15), call->form >> 8);
    counters->shared_memory = (uint8_t)call->shared_memory;
    if (mpimon_shard_now()->owner)
        *slot_of(call) = (struct mpimon_collective_slot){.what = what(call), .how = how(call), .counters = counters};
    return counters;
}

/* Whether the frame, and its last step, are those of a call that ended unseen while counting was off. */
static inline int is_stale(const struct mpimon_frame *frame) {
    return unlikely(frame->switched != __atomic_load_n(&mpimon_switched, __ATOMIC_RELAXED));
}

static inline struct mpimon_call step_of(const struct mpimon_algorithm_site *site, MPIR_Comm *comm, int shared_memory) {
    struct mpimon_frame *frame = &mpimon_frame;
    if (is_stale(frame)) {
        frame->comm = NULL;
        frame->switched = mpimon_switched;
    }
    const int in_call = frame->comm != NULL;
    return (struct mpimon_call){
        .communicator = comm->dev.ch4.monitoring.index,
        .operation = site->operation,
        .form = mpimon_form(in_call ? mpimon_mode_of(&frame->call) : MPIMON_BLOCKING, MPIMON_ROLE_STEP,
                            in_call ? frame->call.operation + 1 : 0),
        .algorithm = site->algorithm,
        .shared_memory = shared_memory,
    };
}

static inline void count_step(struct mpimon_collective *counters) {
    mpimon_increase(&counters->calls, 1);
    mpimon_frame.last_step = counters;
}

static inline int is_known(const struct mpimon_algorithm_site *site) {
    return __atomic_load_n(&site->run, __ATOMIC_ACQUIRE) == mpimon_run;
}

static __attribute__((noinline)) void step_slow(const struct mpimon_algorithm_site *site, MPIR_Comm *comm,
                                                int shared_memory) {
    struct mpimon_call step = step_of(site, comm, shared_memory);
    count_step(find_slow(&step));
}

static __attribute__((noinline)) void chosen_first(struct mpimon_algorithm_site *site, MPIR_Comm *comm,
                                                   int shared_memory) {
    mpimon_frame.last_step = NULL;
    if (!is_known(site))
        know_site(site);
    if (mpimon_communicator_index(comm) != UINT32_MAX)
        mpimon_algorithm_chosen(site, comm, shared_memory);
}

/* Rare work is called last, here and below, so that no register is saved for it. */
static __attribute__((noinline)) void step_chosen(struct mpimon_algorithm_site *site, MPIR_Comm *comm,
                                                  int shared_memory) {
    if (unlikely(!is_known(site) || !mpimon_communicator_is_known(comm))) {
        chosen_first(site, comm, shared_memory);
        return;
    }
    struct mpimon_call step = step_of(site, comm, shared_memory);
    const struct mpimon_collective_slot *slot = slot_of(&step);
    if (is_slot_of(slot, &step))
        count_step(slot->counters);
    else
        step_slow(site, comm, shared_memory);
}

void mpimon_algorithm_chosen(struct mpimon_algorithm_site *site, MPIR_Comm *comm, int shared_memory) {
    struct mpimon_frame *frame = &mpimon_frame;
    if (likely(frame->comm == comm && is_known(site) && frame->call.operation == site->operation)) {
        frame->call.algorithm = site->algorithm;
        frame->call.shared_memory = shared_memory;
        frame->last_step = NULL;
    } else {
        step_chosen(site, comm, shared_memory);
    }
}

void mpimon_algorithm_fell_back(void) {
    if (mpimon_frame.last_step && !is_stale(&mpimon_frame))
        mpimon_increase(&mpimon_frame.last_step->calls, UINT64_MAX); /* one less */
    mpimon_frame.last_step = NULL;
}

/* Where a call's slot has the counters of its size. */
static inline struct mpimon_collective_size **size_in(struct mpimon_collective_slot *slot,
                                                      const struct mpimon_call *call) {
    return &slot->sizes[(mpimon_bin(call->size) + 2 * (uint64_t)call->is_root) % MPIMON_COLLECTIVE_BINS];
}

/* The counters of the calls of this size, left in the slot if that is these calls' own. NULL without memory. */
static __attribute__((noinline)) struct mpimon_collective_size *find_size(struct mpimon_collective_size **in_slot,
                                                                          const struct mpimon_collective *counters,
                                                                          const struct mpimon_call *call) {
    const struct mpimon_collective_size wanted = {
        .communicator = call->communicator,
        .operation = call->operation,
        .algorithm = counters->algorithm,
        .mode = (uint8_t)mpimon_mode_of(call),
        .is_root = (uint8_t)call->is_root,
        .bin = (uint8_t)mpimon_bin(call->size),
        .shared_memory = (uint8_t)call->shared_memory,
    };
    struct mpimon_collective_size *size = mpimon_collective_size_find(&wanted);
    if (in_slot)
        *in_slot = size;
    return size;
}

static inline void add_size(struct mpimon_collective_size *size, const struct mpimon_call *call, uint64_t ticks) {
    mpimon_increase(&size->calls, 1);
    mpimon_increase(&size->bytes, call->size);
    mpimon_increase(&size->time, ticks);
}

static inline void add_sum(struct mpimon_collective *counters, const struct mpimon_call *call, uint64_t ticks) {
    mpimon_increase(&counters->time, ticks);
    mpimon_increase(&counters->calls, 1);
    mpimon_increase(&counters->bytes, call->bytes);
    if (call->is_root) {
        mpimon_increase(&counters->root_calls, 1);
        mpimon_increase(&counters->root_bytes, call->bytes);
    }
}

/* A call that is not in the cache, or none of its size. */
static __attribute__((noinline)) void count_call_slow(const struct mpimon_call *call, uint64_t ticks) {
    struct mpimon_collective_slot *slot = slot_of(call);
    struct mpimon_collective *counters = is_slot_of(slot, call) ? slot->counters : find_slow(call);
    slot = slot_of(call); /* which may be of another shard now: the thread had none before */
    struct mpimon_collective_size *size =
        find_size(is_slot_of(slot, call) ? size_in(slot, call) : NULL, counters, call);
    add_sum(counters, call, ticks);
    if (size)
        add_size(size, call, ticks);
}

/* `ticks` is the time of a blocking call. */
static inline void count_call(const struct mpimon_call *call, uint64_t ticks) {
    struct mpimon_collective_slot *slot = slot_of(call);
    struct mpimon_collective_size *size = *size_in(slot, call);
    if (unlikely(!is_slot_of(slot, call) || !size || size->bin != mpimon_bin(call->size) ||
                 size->is_root != call->is_root)) {
        count_call_slow(call, ticks);
        return;
    }
    add_sum(slot->counters, call, ticks);
    add_size(size, call, ticks);
}

/* Plugins are told of calls, and take samples after them. */
static inline void tell_plugins(const struct mpimon_call *call, uint64_t ticks) {
    if (unlikely(mpimon_plugged & (1U << MPIMON_EVENT_COLLECTIVE_FINISHED | 1U << MPIMON_EVENT_SAMPLE)))
        mpimon_plugins_collective(call, ticks);
}

static void count_untimed(const struct mpimon_call *call) {
    count_call(call, 0);
    tell_plugins(call, 0);
}

static int is_same_call(const struct mpimon_call *a, const struct mpimon_call *b) {
    return a->communicator == b->communicator && a->operation == b->operation && a->bytes == b->bytes &&
           a->size == b->size && a->is_root == b->is_root && a->algorithm == b->algorithm;
}

/* The index of the frame's call in the list; UINT32_MAX without memory. Requests made alike share an index, but for
 * those whose volumes are kept. */
static uint32_t persistent_index(struct mpimon_asked_list *asked) {
    uint32_t index = 0;
    while (index < persistent_count &&
           (asked || persistent_calls[index].asked || !is_same_call(&persistent_calls[index].call, &mpimon_frame.call)))
        index++;
    if (index == persistent_room) {
        uint32_t larger = 2 * persistent_room + 8;
        struct persistent *grown = realloc(persistent_calls, larger * sizeof *grown);
        if (!grown)
            return UINT32_MAX;
        persistent_calls = grown;
        persistent_room = larger;
    }
    if (index == persistent_count)
        persistent_calls[persistent_count++] = (struct persistent){mpimon_frame.call, asked};
    return index;
}

/* The frame's volumes, if they are this call's and not of one whose end was not seen. */
static struct mpimon_asked_list *take_asked(void) {
    struct mpimon_asked_list *asked = mpimon_frame.asked;
    mpimon_frame.asked = NULL;
    if (!asked || (asked->communicator == mpimon_frame.call.communicator &&
                   asked->operation == mpimon_frame.call.operation && mpimon_frame.request && *mpimon_frame.request))
        return asked;
    free(asked);
    return NULL;
}

/* Keeps the call, so that the request leads to it when it is started, in whatever context and by whatever thread. */
static __attribute__((noinline)) void keep_persistent(void) {
    struct mpimon_asked_list *asked = take_asked();
    MPIR_Request *request = mpimon_frame.request ? *mpimon_frame.request : NULL;
    if (!request)
        return;
    pthread_mutex_lock(&persistent_lock);
    uint32_t index = persistent_index(asked);
    pthread_mutex_unlock(&persistent_lock);
    if (index != UINT32_MAX)
        request->dev.monitoring.key = (uint64_t)index + 1;
    else
        free(asked);
}

void mpimon_collective_asked(enum mpimon_operation_number number, struct mpimon_asked_list *list) {
    if (!list)
        return;
    if (!mpimon_frame.comm) {
        free(list);
        return;
    }
    list->number = number;
    list->communicator = mpimon_frame.call.communicator;
    list->operation = mpimon_frame.call.operation;
    if (mpimon_mode_of(&mpimon_frame.call) == MPIMON_PERSISTENT) {
        free(mpimon_frame.asked);
        mpimon_frame.asked = list;
        return;
    }
    mpimon_asked_count(list);
    free(list);
}

/* How long a blocking call took that ends now; and so does its function, unless there is more to do after the call. */
static inline uint64_t time_of_call(const struct mpimon_frame *frame) {
    const uint64_t now = mpimon_ticks();
    if (likely(!frame->trial.candidate && !mpimon_plugged))
        mpimon_function_set_end(now);
    return now - frame->start;
}

void mpimon_collective_exit(void) {
    struct mpimon_frame *frame = &mpimon_frame;
    if (!frame->comm)
        return;
    frame->comm = NULL;
    if (is_stale(frame))
        return;
    const enum mpimon_mode mode = mpimon_mode_of(&frame->call);
    if (unlikely(mode == MPIMON_PERSISTENT)) {
        keep_persistent();
        return;
    }
    frame->ticks = mode == MPIMON_BLOCKING ? time_of_call(frame) : 0;
    count_call(&frame->call, frame->ticks);
    if (unlikely(frame->trial.candidate != NULL))
        mpimon_trial_end();
    tell_plugins(&frame->call, frame->ticks);
}

void mpimon_persistent_start(MPIR_Request *request) {
    uint64_t index = request->dev.monitoring.key;
    struct persistent started;
    pthread_mutex_lock(&persistent_lock);
    int known = index > 0 && index <= persistent_count;
    if (known)
        started = persistent_calls[index - 1];
    pthread_mutex_unlock(&persistent_lock);
    if (!known)
        return;
    count_untimed(&started.call);
    if (mpimon_asked_is_kept())
        mpimon_asked_count(started.asked);
}

void mpimon_collective_alone(struct mpimon_operation_site *operation, enum mpimon_mode mode, MPIR_Comm *comm,
                             uint64_t bytes, int is_root) {
    struct mpimon_call call;
    if (unlikely(mpimon_steered))
        mpimon_steer_collective(comm, mode);
    if (!mpimon_on || mpimon_is_of_io(comm))
        return;
    mpimon_describe_call(&call, operation, mode, comm, bytes, is_root);
    count_untimed(&call);
}

void mpimon_collectives_finish(void) {
    for (uint32_t index = 0; index < persistent_count; index++)
        free(persistent_calls[index].asked);
    free(persistent_calls);
    persistent_calls = NULL;
    persistent_count = persistent_room = 0;
    mpimon_frame.comm = NULL;
}
