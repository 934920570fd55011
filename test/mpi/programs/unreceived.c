/* Messages that nobody receives, and receives that are cancelled: rank r sends one int to each other rank, of which
 * only that from the rank before is received; then 2^18 ints to the rank before, by a request that is let go of; then
 * over a duplicate of the world two messages to the next rank, of which the second is received; then to the rank
 * before, over a communicator in which that is the next one, and which is freed. MPICH takes this last one for an error
 * from 4.1 on, if the message has come, so there it is left out. */
#include "program.h"

enum { LARGE = 1 << 18 };

int main(int argc, char **argv) {
    start(&argc, &argv);
    int in, flag, next = after(rank, 1, size), previous = after(rank, -1, size);
    static int large[LARGE];
    MPI_Comm copy;
    MPI_Request never, large_send, small_sends[2];
    MPI_Status status;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
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
    MPI_Isend(large, LARGE, MPI_INT, previous, 1, MPI_COMM_WORLD, &large_send);
    MPI_Request_free(&large_send);
    for (int tag = 0; tag < 2; tag++) {
        MPI_Isend(large, 10 + tag, MPI_INT, next, tag, copy, &small_sends[tag]);
    }
    int room[16];
    MPI_Recv(room, 16, MPI_INT, previous, 1, copy, &status);
    MPI_Waitall(2, small_sends, MPI_STATUSES_IGNORE);
#if MPICH_NUMVERSION < 40100000
    MPI_Comm reversed;
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    MPI_Send(large, 20, MPI_INT, after(size - 1 - rank, 1, size), 0, reversed);
    MPI_Comm_free(&reversed);
#endif
    return finish();
}
