/*
 * Calls at known lines. Rank 1 sends after LATE; rank 0 receives, has something else to do for BUSY, and then needs
 * what it has received: so each message is awaited for LATE - BUSY. Both sleep instead of computing.
 */
#include <string.h>
#include <unistd.h>

#include "program.h"

enum { BYTES = 65536, ROUNDS = 20, LATE = 20000, BUSY = 10000, SMALL = 7 };

static __attribute__((noinline)) void receive_and_do_something_else(unsigned char *buffer) {
    /* site: receive */
    MPI_Recv(buffer, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(BUSY);
}

static __attribute__((noinline)) void receive_from_any(unsigned char *buffer) {
    /* site: any */
    MPI_Recv(buffer, BYTES, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void send_late(unsigned char *buffer) {
    usleep(LATE);
    /* site: send */
    MPI_Send(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static __attribute__((noinline)) void exchange_little(void) {
    static char out[8], in[8];
    /* site: little */
    MPI_Sendrecv(out, 8, MPI_BYTE, !rank, 2, in, 8, MPI_BYTE, !rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(size == 2);
    unsigned char *buffer = reserve(BYTES);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 1) {
            memset(buffer, i, BYTES);
            send_late(buffer);
        } else {
            receive_and_do_something_else(buffer);
            REQUIRE(buffer[BYTES - 1] == (unsigned char)i);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 1)
        /* site: last */
        MPI_Send(buffer, BYTES, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    else
        receive_from_any(buffer);
    for (int i = 0; i < SMALL; i++)
        exchange_little();
    free(buffer);
    return finish();
}
