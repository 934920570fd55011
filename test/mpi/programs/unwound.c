/*
 * Two processes that go through what hooks do rarely: first messages, sizes that are new, datatypes that are not built
 * in, one-sided reads, collectives, and functions within functions. A debugger looks where they came from.
 */
#include "program.h"

/* A function within MPI_Allreduce. */
static void add(void *in, void *sum, int *length, MPI_Datatype *type) {
    int bytes;
    MPI_Type_size(*type, &bytes);
    for (int i = 0; i < *length; i++)
        ((int *)sum)[i] += ((int *)in)[i];
}

int main(int argc, char **argv) {
    int out[4] = {1, 2, 3, 4}, in[4], window[4] = {0};
    MPI_Datatype pairs;
    MPI_Op op;
    MPI_Win win;
    start(&argc, &argv);
    const int other = after(rank, 1, size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    for (int i = 0; i < 3; i++)
        MPI_Sendrecv(out, 1, pairs, other, 0, in, 1, pairs, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_create(window, sizeof window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(in, 2, MPI_INT, other, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(out, in, 4, MPI_INT, op, MPI_COMM_WORLD);
    REQUIRE(in[3] == 4 * size);
    MPI_Op_free(&op);
    MPI_Win_free(&win);
    MPI_Type_free(&pairs);
    return finish();
}
