/* Communicators made by each function that makes one; on four processes. Each is named after its maker. */
#include "program.h"

static MPI_Comm named(MPI_Comm comm, const char *name) {
    if (comm != MPI_COMM_NULL)
        MPI_Comm_set_name(comm, name);
    return comm;
}

static void copies(void) {
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    named(comm, "dup");
    MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &comm);
    named(comm, "dup with info");
    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    named(comm, "idup");
    MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    named(comm, "idup with info");
}

static void parts(void) {
    MPI_Comm half, bridge, comm;
    MPI_Group world, group;
    int first[] = {0, 1};
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? -7 : 0, 0, &half);
    named(half, rank % 2 ? "odd" : "even");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
    named(comm, "split type");
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, first, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    named(comm, "create");
    if (rank < 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 1, &comm);
        named(comm, "create group");
    }
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 1, &bridge);
    named(bridge, "bridge");
    MPI_Intercomm_merge(bridge, rank % 2, &comm);
    named(comm, "merge");
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* The grid has no name of its own, and its row has the user's: so has what is made of it. */
static void topologies(void) {
    MPI_Comm grid, comm;
    int sizes[] = {2, 2}, periodic[] = {0, 1}, row[] = {0, 1};
    int ends[] = {1, 3, 5, 6}, edges[] = {1, 0, 2, 1, 3, 2}; /* a line of four */
    int next = after(rank, 1, size), previous = after(rank, -1, size), degree = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &grid);
    MPI_Barrier(grid);
    MPI_Comm_dup(grid, &comm);
    named(comm, "dup of grid");
    MPI_Cart_sub(grid, row, &comm);
    named(comm, rank < 2 ? "row 0" : "row 1");
    MPI_Graph_create(MPI_COMM_WORLD, 4, ends, edges, 0, &comm);
    named(comm, "graph");
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    named(comm, "dist graph");
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, rank < 2, &next, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    named(comm, "dist graph adjacent");
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    copies();
    MPI_Pcontrol(1001, "setup");
    parts();
    MPI_Pcontrol(-1001, "setup");
    topologies();
    return finish();
}
