/*
 * Messages that the program never received.
 *
 * All processes together know how many messages each of them should have got. Where something is missing, it is on its
 * way, or it waits to be matched: then a matched probe takes it off the queue. So where all was received, which is
 * usual, the only cost is one number summed over the world.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "../../engine/tables/iterator.h"
#include "../count/communicators/communicators.h"
#include "../count/communicators/freed.h"
#include "../count/messages/flows.h"
#include "unreceived.h"
#include "world.h"

/* What is missing counts as lost when nothing has arrived for so long. */
#define PATIENCE_NS INT64_C(1000000000)

/* Whether a flow counts messages that this process has sent, and not those that it has received. */
static int is_outgoing(const struct mpimon_flow *flow) {
    return flow->direction == MPIMON_SENT || flow->direction == MPIMON_CANCELLED;
}

/* The next flow of the user's messages with processes of this world; NULL after the last one. */
static const struct mpimon_flow *next_flow(struct mpimon_cursor *cursor) {
    const struct mpimon_flow *flow;
    while ((flow = mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_FLOWS, cursor)))
        if (flow->traffic_class == MPIMON_CLASS_P2P && flow->peer < (uint32_t)MPIR_Process.size)
            break;
    return flow;
}

/* Adds what this process has sent to the number of each target, itself included. */
static void list_sent(uint64_t *for_rank) {
    struct mpimon_cursor cursor = {0};
    for (const struct mpimon_flow *flow; (flow = next_flow(&cursor));)
        if (is_outgoing(flow))
            for_rank[flow->peer] += flow->direction == MPIMON_SENT ? flow->messages : -flow->messages;
}

static uint64_t arrived(void) {
    uint64_t sum = 0;
    struct mpimon_cursor cursor = {0};
    for (const struct mpimon_flow *flow; (flow = next_flow(&cursor));)
        sum += is_outgoing(flow) ? 0 : flow->messages;
    return sum;
}

static uint64_t departed(void) {
    uint64_t sum = 0;
    struct mpimon_cursor cursor = {0};
    for (const struct mpimon_flow *flow; (flow = next_flow(&cursor));)
        if (is_outgoing(flow))
            sum += flow->direction == MPIMON_SENT ? flow->messages : -flow->messages;
    return sum;
}

/*
 * Lets go of a message that a matched probe has taken; what it leaves in MPICH goes with MPI. Its data is not received,
 * since its sender may have given up the buffer. UCX complains of messages that are taken and never received, so there
 * it is received into an empty buffer.
 */
static void let_go(MPIR_Request *message) {
#ifdef HAVE_CH4_NETMOD_UCX
    MPIR_Request *request = NULL;
    if (MPID_Imrecv(NULL, 0, MPIMON_BYTE, message, &request) == MPI_SUCCESS && request &&
        MPIR_Request_is_complete(request))
        MPIR_Request_free(request);
#else
    (void)message;
#endif
}

/* Takes a message that is there for a communicator. */
static int take(MPIR_Comm *comm, MPI_Status *status) {
    int found = 0;
    MPIR_Request *message = NULL;
    if (MPID_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPIMON_PT2PT, &found, &message, status) || !found)
        return 0;
    let_go(message);
    return 1;
}

static void take_all(MPIR_Comm *comm) {
    MPI_Status status;
    while (take(comm, &status)) {
        enum mpimon_path path = mpimon_path_from(comm, status.MPI_SOURCE);
        mpimon_add(mpimon_flow_of(comm, status.MPI_SOURCE, MPIMON_CLASS_P2P, path, MPIMON_UNRECEIVED),
                   (uint64_t)MPIR_STATUS_GET_COUNT(status));
    }
}

static void take_all_left(const struct mpimon_freed *freed) {
    MPI_Status status;
    while (take(mpimon_freed_stand_in(freed), &status))
        mpimon_add(mpimon_freed_flow(freed, status.MPI_SOURCE), (uint64_t)MPIR_STATUS_GET_COUNT(status));
}

static void take_everywhere(void) {
    MPIR_Comm *comm;
    const struct mpimon_freed *freed;
    for (uint32_t index = 0; mpimon_communicator_next(&index, &comm);)
        take_all(comm);
    for (size_t position = 0; MPIR_Process.comm_world && (freed = mpimon_freed_next(&position));)
        take_all_left(freed);
}

/* Waits until as many messages have come as were sent, or nothing comes any more. */
static void wait_for(uint64_t expected) {
    uint64_t before = arrived();
    for (int64_t since = mpimon_clock_ns(); before < expected && mpimon_clock_ns() - since < PATIENCE_NS;) {
        take_everywhere();
        MPID_Progress_test(NULL);
        uint64_t after = arrived();
        if (after != before)
            since = mpimon_clock_ns();
        before = after;
    }
}

void mpimon_count_unreceived(void) {
    if (mpimon_world_is_alone()) {
        take_everywhere();
        return;
    }
    if (mpimon_world_sum(departed() - arrived()) == 0)
        return;
    uint64_t *for_rank = calloc((size_t)MPIR_Process.size, sizeof *for_rank);
    if (!mpimon_world_max(for_rank == NULL)) {
        list_sent(for_rank);
        wait_for(mpimon_world_sum_for_me(for_rank));
    }
    free(for_rank);
}
