/* Collectives of known sizes, blocking and nonblocking; test_waits.py knows what they make on 4 ranks. */

#include "program.h"

enum { ROOM = 1 << 16 };

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(size == 4);
    char *out = reserve(ROOM * 4), *in = reserve(ROOM * 4);
    int counts[4] = {1, 2, 3, 4}, displacements[4] = {0, 1, 3, 6};
    MPI_Request request;
    MPI_Comm two;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &two);
    MPI_Comm_set_name(two, "two");
    for (int i = 0; i < 3; i++)
        MPI_Bcast(out, 100, MPI_INT, 1, MPI_COMM_WORLD); /* 400 bytes */
    for (int i = 0; i < 5; i++)
        MPI_Bcast(out, i * 1000, MPI_BYTE, 0, MPI_COMM_WORLD); /* none, and 1,000 to 4,000 */
    MPI_Bcast(out, 7, MPI_BYTE, 0, two);
    MPI_Reduce(out, in, 3, MPI_DOUBLE, MPI_SUM, 2, MPI_COMM_WORLD);         /* 24 */
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);            /* 4 */
    MPI_Iallreduce(out, in, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); /* 8 */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allgather(out, 5, MPI_INT, in, 5, MPI_INT, MPI_COMM_WORLD);                                 /* 5 * 4 * 4 */
    MPI_Allgatherv(out, counts[rank], MPI_INT, in, counts, displacements, MPI_INT, MPI_COMM_WORLD); /* 10 * 4 */
    MPI_Alltoall(out, 6, MPI_INT, in, 6, MPI_INT, MPI_COMM_WORLD);                                  /* 24, to each */
    MPI_Gather(out, 9, MPI_BYTE, in, 9, MPI_BYTE, 3, MPI_COMM_WORLD);                               /* 9 * 4 */
    MPI_Scatter(out, 2, MPI_SHORT, in, 4, MPI_BYTE, 3, MPI_COMM_WORLD);                             /* 4 * 4 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&two);
    free(out);
    free(in);
    return finish();
}
