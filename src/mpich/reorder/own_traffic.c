#include "mpidimpl.h"

#include <stdlib.h>

#include "../../engine/tables/iterator.h"
#include "../count/communicators/communicators.h"
#include "own_traffic.h"

/* 1 + the index of the communicator that last reordered ranks on the way to this one; 0: none has. */
static uint32_t order_of(uint32_t index) {
    for (;;) {
        const struct mpimon_communicator *item = mpimon_communicator_at(index);
        const uint32_t from = !item ? 0 : item->owner ? item->owner : item->origin.parent;
        if (item && item->reordered)
            return index + 1;
        if (from == 0)
            return 0;
        index = from - 1;
    }
}

struct sent {
    uint32_t peer;
    uint64_t bytes;
};

static int by_peer(const void *a, const void *b) {
    const struct sent *left = a, *right = b;
    return left->peer < right->peer ? -1 : left->peer > right->peer;
}

/* One item for each peer, in their order. */
static size_t merge(struct sent *sent, size_t count) {
    size_t merged = 0;
    qsort(sent, count, sizeof *sent, by_peer);
    for (size_t i = 0; i < count; i++) {
        if (merged > 0 && sent[merged - 1].peer == sent[i].peer)
            sent[merged - 1].bytes += sent[i].bytes;
        else
            sent[merged++] = sent[i];
    }
    return merged;
}

/* Messages of collectives go where the algorithms for these ranks send them, MPICH's own among them: in another order
 * they would be others. */
static int is_wanted(const struct mpimon_flow *flow, uint32_t order) {
    return flow->direction == MPIMON_SENT && flow->traffic_class != MPIMON_CLASS_COLL &&
           mpimon_read(&flow->bytes) > 0 && order_of(flow->communicator) == order;
}

/* Adds up what was sent, by peer. New flows may come meanwhile; those that there is no room for are left out. */
static struct sent *collect(uint32_t order, size_t *count) {
    const struct mpimon_header *segment = mpimon_segment();
    struct mpimon_cursor cursor = {0};
    const struct mpimon_flow *flow;
    size_t room = 0;
    while ((flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor)))
        room += flow->direction == MPIMON_SENT;
    struct sent *sent = malloc((room + 1) * sizeof *sent);
    *count = 0;
    cursor = (struct mpimon_cursor){0};
    while (sent && *count < room && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor)))
        if (is_wanted(flow, order))
            sent[(*count)++] = (struct sent){flow->peer, mpimon_read(&flow->bytes)};
    if (sent)
        *count = merge(sent, *count);
    return sent;
}

static int most_first(const void *a, const void *b) {
    const struct mpimon_traffic *left = a, *right = b;
    if (left->bytes != right->bytes)
        return left->bytes > right->bytes ? -1 : 1;
    return left->to < right->to ? -1 : 1;
}

struct mpimon_traffic *mpimon_own_traffic(MPIR_Comm *comm, MPIR_Comm *program_comm, int size, size_t *count) {
    size_t peers = 0;
    *count = 0;
    if (!mpimon_segment() || comm->rank >= size)
        return NULL;
    struct sent *sent = collect(order_of(mpimon_communicator_index(program_comm)), &peers);
    struct mpimon_traffic *traffic = sent ? malloc((peers + 1) * sizeof *traffic) : NULL;
    for (int rank = 0; traffic && rank < size && *count < peers; rank++) {
        const struct sent wanted = {.peer = mpimon_peer(comm, rank)};
        const struct sent *found = bsearch(&wanted, sent, peers, sizeof *sent, by_peer);
        if (found)
            traffic[(*count)++] = (struct mpimon_traffic){comm->rank, rank, found->bytes};
    }
    if (traffic)
        qsort(traffic, *count, sizeof *traffic, most_first);
    free(sent);
    return traffic;
}
