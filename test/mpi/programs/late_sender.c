/*
 * A receiver that computes on other data before it touches what it has received, from a sender that is late:
 * late_sender recv or irecv. Both sleep instead of computing, so what else the machine does matters little. Rank 0
 * prints the milliseconds of a round: some 2 × LATE if the receive waits, and LATE if it goes on.
 */
#include <string.h>
#include <unistd.h>

#include "program.h"

enum { BYTES = 65536, ROUNDS = 20, LATE = 20000 };

static void receive(unsigned char *buffer, int is_nonblocking) {
    if (!is_nonblocking) {
        MPI_Recv(buffer, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(LATE);
        return;
    }
    MPI_Request request;
    MPI_Irecv(buffer, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    usleep(LATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    unsigned char *buffer = reserve(BYTES);
    double begun = 0;
    for (int i = 0; i <= ROUNDS; i++) {
        if (i == 1)
            begun = MPI_Wtime();
        if (rank == 1) {
            usleep(LATE);
            memset(buffer, i, BYTES);
            MPI_Send(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        } else {
            receive(buffer, !strcmp(argv[1], "irecv"));
            for (int at = 0; at < BYTES; at++)
                REQUIRE(buffer[at] == (unsigned char)i);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%.2f\n", 1e3 * (MPI_Wtime() - begun) / ROUNDS);
    free(buffer);
    return finish();
}
