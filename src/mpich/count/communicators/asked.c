/*
 * Volumes of collective calls, peer by peer.
 */
#include "mpidimpl.h"

#include "asked.h"
#include "communicators.h"

MPIMON_STATIC_ASSERT((int)MPIMON_KNOWN_OPERATIONS <= MPIMON_ASKED_NUMBERS, "the engine tells all operations apart");

int mpimon_asked_handles;

void mpimon_asked_want(int change) {
    int handles = __atomic_add_fetch(&mpimon_asked_handles, change, __ATOMIC_RELAXED);
    if (change > 0 && handles == 1 && mpimon_segment())
        mpimon_communicators_list();
}

static uint64_t bytes_at(const struct mpimon_volumes *volumes, int index) {
    if (volumes->known && index >= volumes->known)
        return 0;
    return mpimon_data_size(volumes->counts ? volumes->counts[index] : volumes->count,
                            volumes->datatypes ? volumes->datatypes[index] : volumes->datatype);
}

/* A list with the process itself alone, for which there is nothing yet. */
static struct mpimon_asked_list *new_list(size_t others) {
    struct mpimon_asked_list *list = malloc(sizeof *list + (1 + others) * sizeof *list->peers);
    if (!list)
        return NULL;
    list->length = 1;
    list->peers[0] = (struct mpimon_asked_peer){(uint32_t)MPIR_Process.rank, 0};
    return list;
}

struct mpimon_asked_list *mpimon_asked_of_all(MPIR_Comm *comm, struct mpimon_volumes volumes, uint64_t own_bytes) {
    struct mpimon_asked_list *list = new_list((size_t)comm->remote_size);
    if (!list)
        return NULL;
    int self = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? MPI_PROC_NULL : comm->rank;
    for (int rank = 0; rank < comm->remote_size; rank++) {
        if (rank == self)
            list->peers[0].bytes = bytes_at(&volumes, rank);
        else
            list->peers[list->length++] = (struct mpimon_asked_peer){mpimon_peer(comm, rank), bytes_at(&volumes, rank)};
    }
    if (own_bytes != UINT64_MAX)
        list->peers[0].bytes = own_bytes;
    return list;
}

/* The ranks of the neighbours that are sent to; NULL if there are none, or without memory. */
static int *targets_of(MPIR_Comm *comm, int *count) {
    int in = 0, out = 0, weighted = 0;
    *count = 0;
    if (MPIR_Topo_canon_nhb_count(comm, &in, &out, &weighted) != MPI_SUCCESS || out == 0)
        return NULL;
    int *sources = malloc(((size_t)in + (size_t)out) * sizeof *sources),
        *targets = malloc((size_t)out * sizeof *targets);
    if (sources && targets && MPIR_Topo_canon_nhb(comm, in, sources, MPI_UNWEIGHTED, out, targets, MPI_UNWEIGHTED) == 0)
        *count = out;
    free(sources);
    return targets;
}

struct mpimon_asked_list *mpimon_asked_of_neighbors(MPIR_Comm *comm, struct mpimon_volumes volumes) {
    int count;
    int *targets = targets_of(comm, &count);
    struct mpimon_asked_list *list = new_list((size_t)count);
    for (int i = 0; list && i < count; i++) {
        if (targets[i] == comm->rank)
            list->peers[0].bytes += bytes_at(&volumes, i);
        else if (targets[i] != MPI_PROC_NULL)
            list->peers[list->length++] =
                (struct mpimon_asked_peer){mpimon_peer(comm, targets[i]), bytes_at(&volumes, i)};
    }
    free(targets);
    return list;
}

void mpimon_asked_count(const struct mpimon_asked_list *list) {
    for (uint32_t i = 0; list && i < list->length; i++)
        mpimon_asked_add(list->communicator, list->number, list->operation, list->peers[i].peer, 1,
                         list->peers[i].bytes);
}
