/*
 * Calls of one collective operation, one after the other:
 *
 *     steady OPERATION BYTES CALLS    Allreduce, Bcast, Reduce, Allgather or Alltoall
 *
 * Rank 0 prints the seconds of all calls, and the microseconds of one after the 1000th, by the median of its batches of
 * 50 calls; both in the slowest process.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 50, UNTIL_STEADY = 1000 };

static void *out, *in;

static void call(const char *operation, int bytes) {
    int numbers = bytes / (int)sizeof(double);
    if (strcmp(operation, "Allreduce") == 0) {
        MPI_Allreduce(out, in, numbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } else if (strcmp(operation, "Bcast") == 0) {
        MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    } else if (strcmp(operation, "Reduce") == 0) {
        MPI_Reduce(out, in, numbers, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    } else if (strcmp(operation, "Allgather") == 0) {
        MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    } else {
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int rank, processes;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const char *operation = argc == 4 ? argv[1] : "";
    int bytes = argc == 4 ? atoi(argv[2]) : 0, calls = argc == 4 ? atoi(argv[3]) : 0, batches = 0;
    if (bytes < 1 || calls <= UNTIL_STEADY + BATCH) {
        fprintf(stderr, "usage: steady OPERATION BYTES CALLS; of more than %d calls\n", UNTIL_STEADY + BATCH);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    out = calloc((size_t)processes, (size_t)bytes);
    in = calloc((size_t)processes, (size_t)bytes);
    double *ends = calloc((size_t)calls, sizeof(double));
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), last = start;
    for (int i = 1; i <= calls; i++) {
        call(operation, bytes);
        if (i % BATCH == 0) {
            double now = MPI_Wtime();
            if (i > UNTIL_STEADY) {
                ends[batches++] = (now - last) / BATCH;
            }
            last = now;
        }
    }
    qsort(ends, (size_t)batches, sizeof(double), by_size);
    double own[] = {MPI_Wtime() - start, ends[batches / 2]}, slowest[2];
    MPI_Reduce(own, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%.5f s, %.3f us a call\n", slowest[0], 1e6 * slowest[1]);
    }
    MPI_Finalize();
    return 0;
}
