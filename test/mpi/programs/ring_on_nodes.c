/*
 * ring_on_nodes [STRIDE]: each rank sends three messages of 100 bytes and its rank to the next one in a ring, or the
 * STRIDE-th next, and says which node a batch system has put it on: "rank 2 is on n3".
 */
#include "program.h"

int main(int argc, char **argv) {
    char data[2][1000] = {{0}};
    start(&argc, &argv);
    const int stride = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1;
    const char *node = getenv("SLURMD_NODENAME");
    for (int i = 0; i < 3; i++)
        MPI_Sendrecv(data[0], 100 + rank, MPI_BYTE, after(rank, stride, size), 0, data[1], sizeof data[1], MPI_BYTE,
                     after(rank, -stride, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d is on %s\n", rank, node ? node : "no node");
    return finish();
}
