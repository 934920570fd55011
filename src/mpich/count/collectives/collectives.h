#ifndef MPIMON_COLLECTIVES_H
#define MPIMON_COLLECTIVES_H

#include "../../../engine/clock.h"
#include "../../macros/io_calls.h"
#include "../communicators/asked.h"
#include "../communicators/communicators.h"

/* A call, or a step of one, and how it is done. The first two numbers say what it is, the next two how: each pair is
 * compared as one word. */
struct mpimon_call {
    uint32_t communicator, operation; /* the engine's indices */
    uint32_t form;                    /* by mpimon_form() */
    uint32_t algorithm;               /* UINT32_MAX: none chosen */
    int shared_memory;
    int is_root;
    uint64_t bytes; /* that this process contributes */
    uint64_t size;  /* by which MPICH chooses an algorithm */
};

/* A step has the mode of the call that it is a part of; `parent` is 1 + the operation of that, or 0: of no call. There
 * are fewer operations than 24 bits have room for. */
static inline uint32_t mpimon_form(enum mpimon_mode mode, enum mpimon_role role, uint32_t parent) {
    return parent << 8 | (uint32_t)role << 4 | (uint32_t)mode;
}
static inline enum mpimon_mode mpimon_mode_of(const struct mpimon_call *call) {
    return (enum mpimon_mode)(call->form & 15);
}

/* A call that tries a candidate for its algorithm: when it came to that, and when all members had. */
struct mpimon_timed {
    const char *candidate; /* NULL: it tries none */
    uint64_t arrived, start;
};

/* The call that the thread is in. */
extern MPIMON_HIDDEN MPIMON_THREAD struct mpimon_frame {
    MPIR_Comm *comm;   /* NULL: no call */
    uint32_t switched; /* mpimon_switched at that time; if it was off meanwhile, the call may have ended unseen */
    struct mpimon_call call;
    MPIR_Request **request;              /* of a persistent call */
    struct mpimon_asked_list *asked;     /* of a persistent call whose volumes are kept; its own, for the list to say */
    struct mpimon_collective *last_step; /* the last algorithm that was chosen and is no part of the call's own */
    uint64_t start, ticks;               /* of a blocking call: when it began, and how long it took */
    struct mpimon_timed trial;
} mpimon_frame;

/* The call of the open frame, which tries a candidate, has ended. */
MPIMON_HIDDEN void mpimon_trial_end(void);

/* Fill in the index of an operation's name. */
MPIMON_HIDDEN void mpimon_operation_know(struct mpimon_operation_site *operation);

static inline uint32_t mpimon_operation_index(struct mpimon_operation_site *operation) {
    if (unlikely(__atomic_load_n(&operation->run, __ATOMIC_ACQUIRE) != mpimon_run))
        mpimon_operation_know(operation);
    return operation->index;
}

/* Describe a call for which no algorithm is chosen yet. It is written where it stays: for a copy, the processor would
 * have to wait until all parts are written. */
static inline void mpimon_describe_call(struct mpimon_call *call, struct mpimon_operation_site *operation,
                                        enum mpimon_mode mode, MPIR_Comm *comm, uint64_t bytes, int is_root) {
    call->bytes = call->size = bytes;
    call->communicator = mpimon_communicator_index(comm);
    call->is_root = is_root != 0;
    call->operation = mpimon_operation_index(operation);
    call->algorithm = UINT32_MAX;
    call->shared_memory = 0;
    call->form = mpimon_form(mode, MPIMON_ROLE_CALL, 0);
}

/* Whether MPI-IO makes the call: for itself, or in nonblocking operations over its own communicator. */
static inline int mpimon_is_of_io(const MPIR_Comm *comm) {
    return unlikely(mpimon_in_io | comm->dev.ch4.monitoring.is_io);
}

/* When a blocking call begins: with its function, of which the clock was read already; but after the processes have
 * agreed on what is steered. */
static inline uint64_t mpimon_start_of_call(void) {
    const uint64_t start = likely(!mpimon_steered) ? mpimon_function_start() : 0;
    return start ? start : mpimon_ticks();
}

/* Open the frame. A call that MPI-IO makes has none: so it is a step, the library's own. Nor has one that is not
 * counted. */
static inline void mpimon_collective_enter(struct mpimon_operation_site *operation, enum mpimon_mode mode,
                                           MPIR_Comm *comm, uint64_t bytes, int is_root, MPIR_Request **request) {
    struct mpimon_frame *frame = &mpimon_frame;
    if (unlikely(mpimon_steered))
        mpimon_steer_collective(comm, mode);
    frame->comm = !mpimon_on || mpimon_is_of_io(comm) ? NULL : comm;
    frame->switched = mpimon_switched;
    mpimon_describe_call(&frame->call, operation, mode, comm, bytes, is_root);
    if (mode == MPIMON_PERSISTENT)
        frame->request = request;
    frame->trial.candidate = NULL;
    if (mode == MPIMON_BLOCKING)
        frame->start = mpimon_start_of_call();
}

/* What the call of the open frame asks for of each peer: kept for the request, or counted and freed now. */
MPIMON_HIDDEN void mpimon_collective_asked(enum mpimon_operation_number number, struct mpimon_asked_list *list);

/* Forget persistent calls and what the sites of algorithms remember. */
MPIMON_HIDDEN void mpimon_collectives_finish(void);

#endif
