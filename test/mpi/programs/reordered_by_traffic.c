/*
 * reordered_by_traffic TRAFFIC KIND[,KIND]: sends what the lines "FROM TO BYTES" of the file say by the world's ranks,
 * and lets MPICH reorder these; with a second kind, sends what TRAFFIC.2 says by the new ranks, and lets them be
 * reordered. Then sends the same once more, by the ranks that there are at last. Prints "KIND WORLD-RANK NEW-RANK" for
 * each process. A kind that begins with "world:" is made of the world, not of the communicator before it. That
 * neighbours are those of the new ranks, the program sees for itself.
 */
#include <string.h>

#include "program.h"

enum { MOST = 1024 };

static struct edge { int from, to, bytes; } edges[MOST];
static int count;

static void read_edges(const char *path) {
    FILE *file = fopen(path, "r");
    REQUIRE(file);
    for (count = 0;
         count < MOST && fscanf(file, "%d %d %d", &edges[count].from, &edges[count].to, &edges[count].bytes) == 3;)
        count++;
    REQUIRE(feof(file));
    fclose(file);
}

static void communicate(MPI_Comm comm) {
    MPI_Request requests[2 * MOST];
    int own, pending = 0;
    MPI_Comm_rank(comm, &own);
    for (int i = 0; i < count; i++) {
        if (edges[i].to == own)
            MPI_Irecv(reserve((size_t)edges[i].bytes), edges[i].bytes, MPI_BYTE, edges[i].from, i, comm,
                      &requests[pending++]);
        if (edges[i].from == own)
            MPI_Isend(reserve((size_t)edges[i].bytes), edges[i].bytes, MPI_BYTE, edges[i].to, i, comm,
                      &requests[pending++]);
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

/* The edges that begin, or end, at a vertex: the vertices at their other ends, and how many bytes. */
static int edges_of(int vertex, int begin, int *others, int *bytes) {
    int found = 0;
    for (int i = 0; i < count; i++)
        if ((begin ? edges[i].from : edges[i].to) == vertex) {
            others[found] = begin ? edges[i].to : edges[i].from;
            bytes[found++] = edges[i].bytes;
        }
    return found;
}

static int by_numbers(const void *a, const void *b) {
    return memcmp(a, b, 2 * sizeof(int));
}

/* Whether two lists of edges are the same in any order. */
static int same_edges(int length, const int *ends, const int *weights, const int *other_ends,
                      const int *other_weights) {
    int lists[2][MOST][2];
    for (int i = 0; i < length; i++) {
        lists[0][i][0] = ends[i];
        lists[0][i][1] = weights[i];
        lists[1][i][0] = other_ends[i];
        lists[1][i][1] = other_weights[i];
    }
    qsort(lists[0], (size_t)length, sizeof lists[0][0], by_numbers);
    qsort(lists[1], (size_t)length, sizeof lists[1][0], by_numbers);
    return memcmp(lists[0], lists[1], (size_t)length * sizeof lists[0][0]) == 0;
}

/* Who sends to whom is what the file says of the ranks, also in a call that uses the neighbours. */
static void check_dist_graph(MPI_Comm graph) {
    static int in[MOST], in_weights[MOST], out[MOST], out_weights[MOST], came[MOST], ends[MOST], weights[MOST];
    int own, indegree, outdegree, weighted;
    MPI_Comm_rank(graph, &own);
    MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
    MPI_Dist_graph_neighbors(graph, indegree, in, in_weights, outdegree, out, out_weights);
    REQUIRE(weighted && indegree == edges_of(own, 0, ends, weights));
    REQUIRE(same_edges(indegree, in, in_weights, ends, weights));
    REQUIRE(outdegree == edges_of(own, 1, ends, weights));
    REQUIRE(same_edges(outdegree, out, out_weights, ends, weights));
    MPI_Neighbor_allgather(&own, 1, MPI_INT, came, 1, MPI_INT, graph);
    REQUIRE(memcmp(came, in, (size_t)indegree * sizeof *in) == 0);
}

/* Each process tells the edges that begin at the vertex after its own. */
static MPI_Comm make_dist(MPI_Comm from) {
    int own, ends[MOST], weights[MOST];
    MPI_Comm made;
    MPI_Comm_rank(from, &own);
    const int vertex = after(own, 1, size), degree = edges_of(vertex, 1, ends, weights);
    MPI_Dist_graph_create(from, 1, &vertex, &degree, ends, weights, MPI_INFO_NULL, 1, &made);
    check_dist_graph(made);
    return made;
}

static MPI_Comm make_adjacent(MPI_Comm from) {
    int own, in[MOST], in_weights[MOST], out[MOST], out_weights[MOST];
    MPI_Comm made;
    MPI_Comm_rank(from, &own);
    const int indegree = edges_of(own, 0, in, in_weights), outdegree = edges_of(own, 1, out, out_weights);
    MPI_Dist_graph_create_adjacent(from, indegree, in, in_weights, outdegree, out, out_weights, MPI_INFO_NULL, 1,
                                   &made);
    check_dist_graph(made);
    return made;
}

static MPI_Comm make_graph(MPI_Comm from) {
    int index[MOST], ends[MOST], weights[MOST], own, neighbors[MOST];
    MPI_Comm made;
    for (int vertex = 0, before = 0; vertex < size; vertex++)
        before = index[vertex] = before + edges_of(vertex, 1, ends + before, weights);
    MPI_Graph_create(from, size, index, ends, 1, &made);
    MPI_Comm_rank(made, &own);
    const int begin = own > 0 ? index[own - 1] : 0;
    MPI_Graph_neighbors(made, own, MOST, neighbors);
    REQUIRE(memcmp(neighbors, ends + begin, (size_t)(index[own] - begin) * sizeof *ends) == 0);
    return made;
}

static MPI_Comm make_cart(MPI_Comm from) {
    const int period = 1;
    int own, place, before, next, came[2];
    MPI_Comm made;
    MPI_Cart_create(from, 1, &size, &period, 1, &made);
    MPI_Comm_rank(made, &own);
    MPI_Cart_coords(made, own, 1, &place);
    MPI_Cart_shift(made, 0, 1, &before, &next);
    REQUIRE(place == own && before == after(own, -1, size) && next == after(own, 1, size));
    MPI_Neighbor_allgather(&own, 1, MPI_INT, came, 1, MPI_INT, made);
    REQUIRE(came[0] == before && came[1] == next);
    return made;
}

/* Of all processes, in an order that the info asks for: `split`, or `split:VALUE`. */
static MPI_Comm make_split(MPI_Comm from, const char *value) {
    MPI_Info info;
    MPI_Comm made;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpich_monitoring_reorder", value[0] ? value + 1 : "counts");
    MPI_Comm_split_type(from, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made);
    MPI_Info_free(&info);
    REQUIRE(made != MPI_COMM_NULL);
    return made;
}

/* A split by hardware that is named makes what it makes without the key, if it makes any at all. */
static MPI_Comm make_hardware(MPI_Comm from) {
    MPI_Info info;
    MPI_Comm plain, made;
    int all;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "machine");
    MPI_Comm_split_type(from, MPI_COMM_TYPE_HW_GUIDED, 0, info, &plain);
    MPI_Info_set(info, "mpich_monitoring_reorder", "counts");
    MPI_Comm_split_type(from, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made);
    MPI_Info_free(&info);
    REQUIRE((plain == MPI_COMM_NULL) == (made == MPI_COMM_NULL));
    const int is_made = made != MPI_COMM_NULL;
    MPI_Allreduce(&is_made, &all, 1, MPI_INT, MPI_SUM, from);
    REQUIRE(all == 0); /* each node has one machine, and is as a whole */
    return from;
}

static MPI_Comm make(MPI_Comm from, const char *kind) {
    if (strcmp(kind, "cart") == 0)
        return make_cart(from);
    if (strcmp(kind, "graph") == 0)
        return make_graph(from);
    if (strcmp(kind, "dist") == 0)
        return make_dist(from);
    if (strcmp(kind, "adjacent") == 0)
        return make_adjacent(from);
    if (strcmp(kind, "hardware") == 0)
        return make_hardware(from);
    return make_split(from, kind + strlen("split"));
}

int main(int argc, char **argv) {
    char path[1024];
    MPI_Comm comm = MPI_COMM_WORLD;
    start(&argc, &argv);
    snprintf(path, sizeof path, "%s", argv[1]);
    for (char *kind = strtok(argv[2], ","); kind; kind = strtok(NULL, ",")) {
        int own;
        read_edges(path);
        communicate(comm);
        const int is_of_world = strncmp(kind, "world:", 6) == 0;
        kind += is_of_world ? 6 : 0;
        comm = make(is_of_world ? MPI_COMM_WORLD : comm, kind);
        MPI_Comm_rank(comm, &own);
        printf("%s %d %d\n", strncmp(kind, "split", 5) == 0 ? "split" : kind, rank, own);
        strcat(path, ".2");
    }
    communicate(comm);
    return finish();
}
