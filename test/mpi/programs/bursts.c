/*
 * Memory after bursts: `bursts MILLISECONDS ROUNDS [timed]`. In each round, rank 0 sends 60 messages of 60,000 bytes to
 * rank 1, each of which is in another shared-memory cell, since cells are taken one after the other. Then both compute
 * for so long, and each rank prints "RANK: BEFORE AFTER": how many KiB of shared memory it had before that and after
 * it. With `timed`, rank 0 prints last how many seconds all took but computing.
 */
#define _DEFAULT_SOURCE
#include <string.h>
#include <unistd.h>

#include "memory.h"

enum { MESSAGES = 60, BYTES = 60000 };

static void send_all(int round) {
    static unsigned char data[MESSAGES][BYTES];
    MPI_Request requests[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
        memset(data[i], (1 + i + round) % 256, BYTES);
        MPI_Isend(data[i], BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
}

static void receive_all(int round) {
    static unsigned char data[BYTES];
    usleep(20000);
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Recv(data, BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int j = 0; j < BYTES; j++) {
            REQUIRE(data[j] == (1 + i + round) % 256);
        }
    }
}

static double computed;

static void burst(int round, int milliseconds) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        send_all(round);
    } else {
        receive_all(round);
    }
    const long before = kib_of("RssShmem");
    const double begun = MPI_Wtime();
    compute(milliseconds);
    computed += MPI_Wtime() - begun;
    const long after = kib_of("RssShmem");
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %ld %ld\n", rank, before, after);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE((argc == 3 || argc == 4) && size == 2);
    const double begun = MPI_Wtime();
    for (int round = 0; round < atoi(argv[2]); round++) {
        burst(round, atoi(argv[1]));
    }
    if (argc == 4 && rank == 0) {
        printf("%.6f seconds\n", MPI_Wtime() - begun - computed);
    }
    return finish();
}
