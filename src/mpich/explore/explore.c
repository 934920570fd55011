/*
 * Which collective calls try a candidate, and which one. All members of a communicator must decide alike, or they wait
 * for each other for ever. So what decides is the same on all by the standard: how many collectives have been called on
 * the communicator, and which one this is. Sizes and times differ between ranks, so what they say is agreed on first,
 * by a reduction that at once brings the processes together before they take the time.
 */
#include "mpidimpl.h"

#include "explore.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../engine/clock.h"
#include "../../engine/tables/mixed.h"
#include "../count/collectives/collectives.h"
#include "../count/collectives/trials.h"
#include "../count/equal_settings.h"
#include "../count/settings.h"
#include "candidates.h"
#include "mpir_csel.h"

unsigned char mpimon_exploring;

static struct mpimon_candidates candidates;
static uint64_t began;
static struct mpimon_equal_setting trying = {.name = "explore",
                                             .does = "tries algorithms",
                                             .variables = "MPIR_CVAR_MONITORING_EXPLORE, _EXPLORE_SHARE and _ENABLE"};

/*
 * What the thread's last search has decided, for the one further down in the same call: at level mpir after the
 * device's, and for neighbours that of the nonblocking form. It is good for one search. What a call decides must not
 * depend on what this process alone did on other communicators since.
 */
static MPIMON_THREAD struct decision {
    const MPIR_Comm *comm;                    /* NULL: nothing is decided */
    int operation;                            /* an MPIR_Csel_coll_type_e */
    const struct mpimon_candidate *candidate; /* NULL: what MPICH chooses */
} decision;

/* The thread is at what exploring itself does. */
static MPIMON_THREAD int is_busy;

/* NULL where there is no tree, or no choice in it. */
static void *search(void *tree, const MPIR_Csel_coll_sig_s *call) {
    is_busy = 1;
    void *found = tree ? MPIR_Csel_search(tree, *call) : NULL;
    is_busy = 0;
    return found;
}

/* Whether all members are of this world, and so have the same settings; all of them find the same. */
static int is_of_one_world(MPIR_Comm *comm) {
    for (int rank = 0; rank < comm->local_size; rank++) {
        struct mpimon_process process = {0, 0};
        MPIMON_PROCESS_OF(comm, rank, &process);
        if (process.world != 0)
            return 0;
    }
    return 1;
}

/* Inter-communicators and what MPICH makes for itself are left alone. */
static int may_be_explored(MPIR_Comm *comm) {
    enum { UNKNOWN, YES, NO };
    if (comm->dev.ch4.monitoring.explored == UNKNOWN)
        comm->dev.ch4.monitoring.explored = comm->comm_kind == MPIR_COMM_KIND__INTRACOMM && comm->local_size > 1 &&
                                                    !MPIMON_IS_SUBCOMMUNICATOR(comm) && !MPIMON_IS_LOCAL_GROUP(comm) &&
                                                    is_of_one_world(comm)
                                                ? YES
                                                : NO;
    return comm->dev.ch4.monitoring.explored == YES;
}

/* The candidates that are legal for the call, in `legal`; how many these are. */
static int find_legal(const MPIR_Csel_coll_sig_s *call, int at_device, const struct mpimon_candidate **legal) {
    int count = 0;
    for (int i = 0; i < candidates.count; i++) {
        const struct mpimon_candidate *candidate = &candidates.list[i];
        if ((at_device && search(candidate->device, call)) || search(candidate->mpir, call))
            legal[count++] = candidate;
    }
    return count;
}

/* Whether trials have taken more than their share of the time so far. */
static int is_too_dear(void) {
    const uint64_t spent = __atomic_load_n(&mpimon_trial_ticks, __ATOMIC_RELAXED);
    return MPIR_CVAR_MONITORING_EXPLORE_SHARE < 100 &&
           spent / (unsigned)MPIR_CVAR_MONITORING_EXPLORE_SHARE > (mpimon_ticks() - began) / 100;
}

/* Brings the members together. Whether all have read the same candidates, and none has spent too much on trials. */
static int all_agree(MPIR_Comm *comm) {
    uint64_t values[] = {(uint64_t)is_too_dear(), candidates.hash, ~candidates.hash};
    is_busy = 1;
    const int error = MPIR_Allreduce_impl(MPI_IN_PLACE, values, 3, MPIMON_UINT64, MPI_MAX, comm, MPIMON_COLL_ATTRIBUTE);
    is_busy = 0;
    return error == MPI_SUCCESS && values[0] == 0 && values[1] == ~values[2];
}

/* The share of the default is that of two candidates, since each of them is compared with it. */
static const struct mpimon_candidate *pick(const struct mpimon_candidate *const *legal, int count, uint64_t number) {
    const uint64_t index = number % ((uint64_t)count + 2);
    return index < (uint64_t)count ? legal[index] : NULL;
}

static const struct mpimon_candidate *try_one(MPIR_Comm *comm, const MPIR_Csel_coll_sig_s *call, int at_device,
                                              uint64_t number) {
    const struct mpimon_candidate *picked = NULL;
    const uint64_t start = mpimon_ticks();
    const struct mpimon_candidate **legal = malloc((size_t)candidates.count * sizeof *legal);
    /* A process without memory must meet the others all the same. */
    const int count = legal ? find_legal(call, at_device, legal) : 0;
    if (count > 0 && all_agree(comm)) {
        picked = pick(legal, count, number);
        mpimon_trial_begin(comm, picked ? picked->name : "default", start);
    }
    free(legal);
    return picked;
}

/* A search that is the first one of a call. */
static void decide(MPIR_Comm *comm, const MPIR_Csel_coll_sig_s *call, int at_device) {
    mpimon_equal_require(&trying);
    /* The number is mixed, so that it has nothing in common with a program's own rhythm of calls. */
    const uint64_t number =
        mpimon_mixed((uint64_t)comm->dev.ch4.monitoring.searches++ << 8 | (uint64_t)call->coll_type);
    const int is_due = number % 100 < (unsigned)MPIR_CVAR_MONITORING_EXPLORE_SHARE;
    const struct mpimon_candidate *picked = is_due ? try_one(comm, call, at_device, number / 100) : NULL;
    decision = (struct decision){comm, (int)call->coll_type, picked};
}

/*
 * A blocking collective of neighbours has no choice of its own: it takes its nonblocking form, which looks for one
 * within the call. So what is tried is the form's, and what is timed the whole call. Of other operations: none.
 */
static MPIR_Csel_coll_type_e blocking_form(MPIR_Csel_coll_type_e operation) {
    switch (operation) {
        case MPIR_CSEL_COLL_TYPE__INEIGHBOR_ALLGATHER:
            return MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLGATHER;
        case MPIR_CSEL_COLL_TYPE__INEIGHBOR_ALLGATHERV:
            return MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLGATHERV;
        case MPIR_CSEL_COLL_TYPE__INEIGHBOR_ALLTOALL:
            return MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALL;
        case MPIR_CSEL_COLL_TYPE__INEIGHBOR_ALLTOALLV:
            return MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALLV;
        case MPIR_CSEL_COLL_TYPE__INEIGHBOR_ALLTOALLW:
            return MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALLW;
        default:
            return MPIR_CSEL_COLL_TYPE__END;
    }
}

/*
 * Whether a program's own nonblocking or persistent call looks for it: within a blocking one, the search before was the
 * blocking form's. Nothing may be tried there, since such a call returns without the others. What decides is not the
 * frame of the call, which a process where counting is off does not have.
 */
static int is_of_nonblocking_call(const MPIR_Comm *comm, const MPIR_Csel_coll_sig_s *call) {
    const MPIR_Csel_coll_type_e blocking = blocking_form(call->coll_type);
    return blocking != MPIR_CSEL_COLL_TYPE__END && (decision.comm != comm || decision.operation != (int)blocking);
}

static int has_form_within(MPIR_Csel_coll_type_e operation) {
    switch (operation) {
        case MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLGATHER:
        case MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLGATHERV:
        case MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALL:
        case MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALLV:
        case MPIR_CSEL_COLL_TYPE__NEIGHBOR_ALLTOALLW:
            return 1;
        default:
            return 0;
    }
}

static int is_decided(const MPIR_Comm *comm, const MPIR_Csel_coll_sig_s *call) {
    return decision.comm == comm && decision.operation == (int)call->coll_type;
}

/* Within MPI_Init a communicator's parts may not have all that other algorithms need. */
int mpimon_explored(const void *tree, const void *call_, void **found) {
    const MPIR_Csel_coll_sig_s *call = call_;
    MPIR_Comm *comm = call->comm_ptr;
    const int at_device = tree == MPIDI_COMM(comm, csel_comm);
    if (is_busy || !MPIMON_IS_INITIALIZED() || (!at_device && tree != comm->csel_comm) || !may_be_explored(comm) ||
        is_of_nonblocking_call(comm, call))
        return 0;
    if (at_device || !is_decided(comm, call))
        decide(comm, call, at_device);
    const struct mpimon_candidate *candidate = decision.candidate;
    if (!at_device && !has_form_within(call->coll_type))
        decision = (struct decision){NULL, 0, NULL};
    if (!candidate)
        return 0;
    *found = search(at_device ? candidate->device : candidate->mpir, call);
    return at_device || *found; /* what the device alone chooses says nothing of the level mpir */
}

static int is_wanted(void) {
    return MPIR_CVAR_MONITORING_ENABLE > 0 && !mpimon_opted_out() && *MPIR_CVAR_MONITORING_EXPLORE;
}

void mpimon_explore_announce(void) {
    char share[16];
    snprintf(share, sizeof share, "%d", MPIR_CVAR_MONITORING_EXPLORE_SHARE);
    if (is_wanted())
        mpimon_equal_say(&trying, share);
}

void mpimon_explore_start(void *(*device_choice)(struct json_object *)) {
    char fault[256];
    if (!is_wanted() || mpimon_exploring)
        return;
    if (mpimon_candidates_read(MPIR_CVAR_MONITORING_EXPLORE, device_choice, &candidates, fault, sizeof fault)) {
        fprintf(stderr, "mpich-monitoring: MPIR_CVAR_MONITORING_EXPLORE=%s: %s\n", MPIR_CVAR_MONITORING_EXPLORE, fault);
        exit(EXIT_FAILURE);
    }
    began = mpimon_ticks();
    mpimon_exploring = 1;
}

void mpimon_explore_finish(void) {
    mpimon_exploring = 0;
    mpimon_candidates_free(&candidates);
    decision = (struct decision){NULL, 0, NULL};
}
