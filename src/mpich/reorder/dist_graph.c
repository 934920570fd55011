/*
 * Distributed graphs: the edges of a vertex go to the process that has the vertex's rank in the new communicator.
 */
#include "mpidimpl.h"

/* How many processes a vertex receives from and sends to, as the process `from` tells. */
struct degrees {
    int in, out, from;
};

enum { DEGREES_TAG = MPIR_TOPO_A_TAG, EDGES_TAG = MPIR_TOPO_B_TAG };

static int *take_list(int *list, const int **next, int count) {
    MPL_free(list);
    list = count > 0 ? MPL_malloc((size_t)count * sizeof *list, MPL_MEM_COMM) : NULL;
    if (list)
        memcpy(list, *next, (size_t)count * sizeof *list);
    *next += count;
    return list;
}

static void add_list(int **next, const int *list, int count) {
    if (count > 0)
        memcpy(*next, list, (size_t)count * sizeof *list);
    *next += count;
}

/* Edges one after the other: where they come from, where they go, and their weights, if they have any. */
static void pack(const MPII_Dist_graph_topology *graph, int *edges) {
    add_list(&edges, graph->in, graph->indegree);
    add_list(&edges, graph->out, graph->outdegree);
    if (graph->is_weighted) {
        add_list(&edges, graph->in_weights, graph->indegree);
        add_list(&edges, graph->out_weights, graph->outdegree);
    }
}

static void unpack(MPII_Dist_graph_topology *graph, const struct degrees *degrees, const int *edges) {
    graph->indegree = degrees->in;
    graph->outdegree = degrees->out;
    graph->in = take_list(graph->in, &edges, degrees->in);
    graph->out = take_list(graph->out, &edges, degrees->out);
    if (graph->is_weighted) {
        graph->in_weights = take_list(graph->in_weights, &edges, degrees->in);
        graph->out_weights = take_list(graph->out_weights, &edges, degrees->out);
    }
}

static MPI_Aint length(const MPII_Dist_graph_topology *graph, const struct degrees *degrees) {
    return ((MPI_Aint)degrees->in + degrees->out) * (graph->is_weighted ? 2 : 1);
}

/* This process was the vertex `before`, and has the edges of that one. */
static int exchange(MPIR_Comm *comm, int before, MPII_Dist_graph_topology *graph) {
    const struct degrees own = {graph->indegree, graph->outdegree, comm->rank};
    struct degrees others = {0, 0, 0};
    int mpi_errno, *sent = NULL, *received = NULL;
    const int ints = sizeof own / sizeof(int);
    mpi_errno = MPIC_Sendrecv(&own, ints, MPIMON_INT, before, DEGREES_TAG, &others, ints, MPIMON_INT, MPI_ANY_SOURCE,
                              DEGREES_TAG, comm, MPI_STATUS_IGNORE, MPIMON_COLL_ATTRIBUTE);
    MPIR_ERR_CHECK(mpi_errno);
    sent = MPL_malloc((size_t)(length(graph, &own) + 1) * sizeof *sent, MPL_MEM_COMM);
    received = MPL_malloc((size_t)(length(graph, &others) + 1) * sizeof *received, MPL_MEM_COMM);
    MPIR_ERR_CHKANDJUMP(!sent || !received, mpi_errno, MPI_ERR_OTHER, "**nomem");
    pack(graph, sent);
    mpi_errno =
        MPIC_Sendrecv(sent, length(graph, &own), MPIMON_INT, before, EDGES_TAG, received, length(graph, &others),
                      MPIMON_INT, others.from, EDGES_TAG, comm, MPI_STATUS_IGNORE, MPIMON_COLL_ATTRIBUTE);
    MPIR_ERR_CHECK(mpi_errno);
    unpack(graph, &others, received);
fn_exit:
    MPL_free(sent);
    MPL_free(received);
    return mpi_errno;
fn_fail:
    goto fn_exit;
}

/* A process that keeps its rank sends nothing, and nobody sends anything to it. */
int mpimon_reordered_edges(MPIR_Comm *parent, MPIR_Comm *comm, MPIR_Topology *topology) {
    int error = MPI_SUCCESS;
    if (comm->rank != parent->rank)
        error = exchange(comm, parent->rank, &topology->topo.dist_graph);
    return error != MPI_SUCCESS ? error : MPIR_Topology_put(comm, topology);
}
