/*
 * One call of the program that receives from two processes which are not alike: rank 1 has always sent already, rank 2
 * is late, and meanwhile rank 0 has something to compute. Only receives from rank 2 are worth being asynchronous.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mpit.h"

enum { BYTES = 4096, TAG = 1, LATE = 5000 };

static long microseconds(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

static void compute(long duration) {
    const long begun = microseconds();
    while (microseconds() - begun < duration)
        ;
}

static void __attribute__((noinline)) receive_from(int peer, char *buffer) {
    MPI_Recv(buffer, BYTES, MPI_CHAR, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void check(const char *buffer, int step) {
    for (int i = 0; i < BYTES; i++)
        REQUIRE(buffer[i] == (char)step);
}

static void receive(int steps, char *early, char *late) {
    for (int step = 0; step < steps; step++) {
        MPI_Send(NULL, 0, MPI_CHAR, 2, TAG, MPI_COMM_WORLD);
        receive_from(1, early);
        check(early, step);
        receive_from(2, late);
        compute(LATE);
        check(late, step);
    }
}

static void send_all(int steps, char *buffer) {
    for (int step = 0; step < steps; step++) {
        memset(buffer, step, BYTES);
        MPI_Send(buffer, BYTES, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
}

static void send_late(int steps, char *buffer) {
    for (int step = 0; step < steps; step++) {
        MPI_Recv(NULL, 0, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(LATE);
        memset(buffer, step, BYTES);
        MPI_Send(buffer, BYTES, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int steps = argc > 1 ? atoi(argv[1]) : 0;
    char *first = malloc(1 << 16), *second = malloc(1 << 16);
    if (rank == 0)
        receive(steps, first, second);
    else if (rank == 1)
        send_all(steps, first);
    else
        send_late(steps, first);
    MPI_Finalize();
    free(first);
    free(second);
    return 0;
}
