/* One-sided operations on a window of shared memory: all processes of one node. */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Comm node;
    MPI_Win win;
    int *base, value = rank, own_rank, members;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &own_rank);
    MPI_Comm_size(node, &members);
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, after(own_rank, 1, members), 0, 1, MPI_INT, win);
    MPI_Accumulate(&value, 1, MPI_INT, after(own_rank, 1, members), 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, after(own_rank, 1, members), 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    REQUIRE(value == rank);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    return finish();
}
