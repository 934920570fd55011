/* Messages that nobody receives, and receives that are cancelled: rank r sends one small message to each other rank,
 * and only those from the rank before are received. */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    int in, flag, previous = after(rank, -1, size);
    MPI_Request never;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &never);
    for (int distance = 1; distance < size; distance++) {
        MPI_Send(&rank, 1, MPI_INT, after(rank, distance, size), 0, MPI_COMM_WORLD);
    }
    MPI_Recv(&in, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(in == previous);
    MPI_Cancel(&never);
    MPI_Wait(&never, &status);
    MPI_Test_cancelled(&status, &flag);
    REQUIRE(flag);
    MPI_Barrier(MPI_COMM_WORLD);
    return finish();
}
