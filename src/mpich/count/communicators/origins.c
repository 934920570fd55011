/*
 * How the program made its communicators.
 */
#include "mpidimpl.h"

#include <pthread.h>

#include "communicators.h"
#include "origins.h"

/* Communicators of MPI_Comm_idup, which are there before they have a context and are registered. */
static struct awaited {
    MPIR_Comm *comm;
    struct mpimon_origin origin;
    struct awaited *next;
} * awaited;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int mpimon_has_idups;

static void describe_cartesian(struct mpimon_origin *origin, int dimensions, const int *sizes, const int *periodic) {
    origin->topology = MPIMON_TOPOLOGY_CARTESIAN;
    origin->dimensions = (uint16_t)MPL_MIN(dimensions, UINT16_MAX);
    for (int i = 0; i < dimensions && i < MPIMON_DIMENSIONS; i++) {
        origin->sizes[i] = (uint32_t)sizes[i];
        origin->periodic |= (periodic[i] ? 1U : 0U) << i;
    }
}

static void describe_topology(struct mpimon_origin *origin, MPIR_Comm *comm) {
    const MPIR_Topology *topology = MPIR_Topology_get(comm);
    if (!topology)
        return;
    if (topology->kind == MPI_CART) {
        describe_cartesian(origin, topology->topo.cart.ndims, topology->topo.cart.dims, topology->topo.cart.periodic);
    } else if (topology->kind == MPI_GRAPH) {
        const int *ends = topology->topo.graph.index;
        origin->topology = MPIMON_TOPOLOGY_GRAPH;
        origin->sources = (uint32_t)(ends[comm->rank] - (comm->rank > 0 ? ends[comm->rank - 1] : 0));
        origin->destinations = origin->sources;
    } else if (topology->kind == MPI_DIST_GRAPH) {
        origin->topology = MPIMON_TOPOLOGY_DIST_GRAPH;
        origin->sources = (uint32_t)topology->topo.dist_graph.indegree;
        origin->destinations = (uint32_t)topology->topo.dist_graph.outdegree;
    }
}

static struct mpimon_origin describe(const char *function, MPIR_Comm *parent, const int *color) {
    const uint32_t region = mpimon_this_thread.region;
    return (struct mpimon_origin){
        .function = mpimon_name_index(function) + 1, /* 0 without memory */
        .parent = parent ? mpimon_communicator_index(parent) + 1 : 0,
        .region = region == MPIMON_NONE ? 0 : region + 1,
        .color = color ? *color : 0,
        .has_color = color != NULL,
    };
}

static void await(MPIR_Comm *comm, const struct mpimon_origin *origin) {
    struct awaited *entry = malloc(sizeof *entry);
    if (!entry)
        return;
    pthread_mutex_lock(&lock);
    *entry = (struct awaited){comm, *origin, awaited};
    __atomic_store_n(&awaited, entry, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

static void set_origin(MPIR_Comm *comm, const struct mpimon_origin *origin) {
    const uint32_t index = mpimon_communicator_index(comm);
    struct mpimon_communicator *item = index == UINT32_MAX ? NULL : mpimon_communicator_at(index);
    if (!item)
        return;
    item->origin = *origin;
    describe_topology(&item->origin, comm);
}

void mpimon_communicator_made(const char *function, MPIR_Comm *parent, MPIR_Comm *comm, const int *color) {
    mpimon_has_idups |= strncmp(function, "MPI_Comm_idup", strlen("MPI_Comm_idup")) == 0;
    if (!comm)
        return;
    const struct mpimon_origin origin = describe(function, parent, color);
    if (mpimon_communicator_is_known(comm))
        set_origin(comm, &origin);
    else
        await(comm, &origin);
}

static struct awaited *take(const MPIR_Comm *comm) {
    pthread_mutex_lock(&lock);
    struct awaited **link = &awaited;
    while (*link && (*link)->comm != comm)
        link = &(*link)->next;
    struct awaited *entry = *link;
    if (entry)
        __atomic_store_n(link, entry->next, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return entry;
}

void mpimon_origin_committed(MPIR_Comm *comm) {
    if (!__atomic_load_n(&awaited, __ATOMIC_ACQUIRE))
        return;
    struct awaited *entry = take(comm);
    if (entry && mpimon_on)
        set_origin(comm, &entry->origin);
    free(entry);
}

void mpimon_origins_finish(void) {
    while (awaited) {
        struct awaited *entry = awaited;
        awaited = entry->next;
        free(entry);
    }
}
