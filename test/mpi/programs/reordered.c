/*
 * Topologies that MPICH may reorder. Prints for each process "grid|torus|graph OLD-RANK NEW-RANK".
 * That neighbours find each other, and that coordinates are those of the ranks, the program sees for itself.
 */
#include <string.h>

#include "program.h"

enum { SIDE = 4, DIMENSIONS = 2 };

/* Each process sends its rank in the grid to the next one along each dimension. */
static void exchange(MPI_Comm grid, int own, const int *coordinates, const int *periods) {
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
        int before, next, came = MPI_PROC_NULL;
        MPI_Cart_shift(grid, dimension, 1, &before, &next);
        MPI_Sendrecv(&own, 1, MPI_INT, next, 0, &came, 1, MPI_INT, before, 0, grid, MPI_STATUS_IGNORE);
        REQUIRE(came == before);
        int expected[DIMENSIONS] = {coordinates[0], coordinates[1]};
        expected[dimension]++;
        if (expected[dimension] == SIDE && periods[dimension])
            expected[dimension] = 0;
        REQUIRE(next == (expected[dimension] == SIDE ? MPI_PROC_NULL : expected[0] * SIDE + expected[1]));
    }
}

static void make_grid(const char *name, int period) {
    const int extents[DIMENSIONS] = {SIDE, SIDE}, periods[DIMENSIONS] = {period, period};
    int own, mapped, coordinates[DIMENSIONS];
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, DIMENSIONS, extents, periods, 1, &grid);
    MPI_Cart_map(MPI_COMM_WORLD, DIMENSIONS, extents, periods, &mapped);
    if (grid == MPI_COMM_NULL) {
        REQUIRE(rank >= SIDE * SIDE && mapped == MPI_UNDEFINED);
        return;
    }
    MPI_Comm_rank(grid, &own);
    int got_extents[DIMENSIONS], got_periods[DIMENSIONS];
    MPI_Cart_get(grid, DIMENSIONS, got_extents, got_periods, coordinates);
    REQUIRE(coordinates[0] * SIDE + coordinates[1] == own && mapped == own);
    exchange(grid, own, coordinates, periods);
    printf("%s %d %d\n", name, rank, own);
    MPI_Comm_free(&grid);
}

/* A ring, in which each process knows its two neighbours. */
static void make_graph(void) {
    enum { NODES = SIDE * SIDE };
    int index[NODES], edges[2 * NODES], own;
    MPI_Comm graph;
    for (int node = 0; node < NODES; node++) {
        index[node] = 2 * node + 2;
        edges[2 * node] = after(node, -1, NODES);
        edges[2 * node + 1] = after(node, 1, NODES);
    }
    MPI_Graph_create(MPI_COMM_WORLD, NODES, index, edges, 1, &graph);
    if (graph == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(graph, &own);
    int neighbors[2], came[2];
    MPI_Graph_neighbors(graph, own, 2, neighbors);
    MPI_Neighbor_allgather(&own, 1, MPI_INT, came, 1, MPI_INT, graph);
    REQUIRE(memcmp(came, neighbors, sizeof came) == 0 && neighbors[0] == after(own, -1, NODES));
    printf("graph %d %d\n", rank, own);
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(size >= SIDE * SIDE);
    make_grid("grid", 0);
    make_grid("torus", 1);
    make_graph();
    return finish();
}
