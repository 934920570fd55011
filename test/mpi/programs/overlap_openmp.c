/*
 * What most programs with threads do: all of them compute, on other data than what one has received, and then on that.
 * Rank 1 sends LATE; the threads have as much to do. Prints how many milliseconds rank 0 takes for each message.
 */
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

#include <string.h>
#include <unistd.h>

#include "program.h"

enum { TIMES = 10, LATE = 20000, BYTES = 65536 };

/* Takes time, but no processor, of which there may be too few. */
static int compute(void) {
    return usleep(LATE) + 1;
}

int main(int argc, char **argv) {
    atomic_long sum = 0;
    double all = 0;
    start(&argc, &argv);
    omp_set_num_threads(2);
    unsigned char *buffer = reserve(BYTES);
    for (int i = 0; i < TIMES; i++) {
#pragma omp parallel /* the threads are there */
        sum += omp_get_num_threads();
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        if (rank == 1) {
            memset(buffer, i + 1, BYTES);
            usleep(LATE);
            MPI_Send(buffer, BYTES, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(buffer, BYTES, MPI_BYTE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel
        sum += compute();
#pragma omp parallel for
        for (int at = 0; at < BYTES; at++)
            REQUIRE(buffer[at] == i + 1);
        all += MPI_Wtime() - begun;
    }
    if (rank == 0)
        printf("%.3f\n", 1e3 * all / TIMES);
    return finish();
}
