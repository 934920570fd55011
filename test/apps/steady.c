/*
 * Calls of one collective operation, one after the other:
 *
 *     steady OPERATION BYTES CALLS [VARIABLE VALUES]    Allreduce, Bcast, Reduce, Allgather or Alltoall
 *
 * Rank 0 prints the seconds of the first 3000 calls, and the microseconds of a later one, by the median of batches of
 * 50 calls; both in the slowest process.
 *
 * With VARIABLE, a control variable whose VALUES are the numbers from 0 on, it then gives it each of these by turns,
 * and prints what a call takes with the value that it had, and with the best one; the best one by half of the turns,
 * and the times by the others, since what is best of many is so by chance, too; and after which call it had its value.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 50, FIRST = 3000, TURNS = 80, WARMING_TURNS = 4, MOST_VALUES = 24 };

static const char *operation;
static int bytes, rank, processes;
static void *out, *in;

static void call(void) {
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

/* Microseconds of a call, of BATCH. */
static double batch(void) {
    double start = MPI_Wtime();
    for (int i = 0; i < BATCH; i++) {
        call();
    }
    return 1e6 * (MPI_Wtime() - start) / BATCH;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof(double), by_size);
    return values[count / 2];
}

static double in_slowest(double own) {
    double slowest;
    MPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return slowest;
}

/* The median of a value's turns from `first` on, every second one. */
static double of_half(const double *turns, int first) {
    double half[TURNS];
    int count = 0;
    for (int i = first; i < TURNS; i += 2) {
        half[count++] = turns[i];
    }
    return median(half, count);
}

static MPI_T_cvar_handle handle;

static void find_variable(const char *variable, int values) {
    int thread, index, count;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &thread);
    if (MPI_T_cvar_get_index(variable, &index) != MPI_SUCCESS || values > MOST_VALUES) {
        fprintf(stderr, "steady: %s: no such variable, or of more than %d values\n", variable, MOST_VALUES);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
}

/* The first calls: after which of them the variable changed for the last time. */
static int watch_variable(void) {
    int last_change = 0, before, now;
    MPI_T_cvar_read(handle, &before);
    for (int i = 1; i <= FIRST; i++) {
        call();
        MPI_T_cvar_read(handle, &now);
        if (now != before) {
            last_change = i;
            before = now;
        }
    }
    return last_change;
}

static void compare(int values, int last_change) {
    static double turns[MOST_VALUES][TURNS];
    int kept, best = 0;
    MPI_T_cvar_read(handle, &kept);
    for (int turn = -WARMING_TURNS; turn < TURNS; turn++) {
        for (int value = 0; value < values; value++) {
            MPI_T_cvar_write(handle, &value);
            batch();
            double us = batch();
            if (turn >= 0) {
                turns[value][turn] = us;
            }
        }
    }
    for (int value = 1; value < values; value++) {
        if (of_half(turns[value], 0) < of_half(turns[best], 0)) {
            best = value;
        }
    }
    MPI_Bcast(&best, 1, MPI_INT, 0, MPI_COMM_WORLD);
    double with_kept = in_slowest(of_half(turns[kept], 1)), with_best = in_slowest(of_half(turns[best], 1));
    if (rank == 0) {
        printf("%.3f us with the value %d since call %d, %.3f us with the best one, %d\n", with_kept, kept, last_change,
               with_best, best);
    }
    MPI_T_cvar_handle_free(&handle);
    MPI_T_finalize();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    operation = argc > 3 ? argv[1] : "";
    bytes = argc > 3 ? atoi(argv[2]) : 0;
    int calls = argc > 3 ? atoi(argv[3]) : 0, batches = (calls - FIRST) / BATCH;
    if ((argc != 4 && argc != 6) || bytes < 1 || batches < 1) {
        fprintf(stderr, "usage: steady OPERATION BYTES CALLS [VARIABLE VALUES]; of more than %d calls\n",
                FIRST + BATCH);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    out = calloc((size_t)processes, (size_t)bytes);
    in = calloc((size_t)processes, (size_t)bytes);
    double *of_batch = calloc((size_t)batches, sizeof(double));
    int last_change = 0;
    if (argc == 6) {
        find_variable(argv[4], atoi(argv[5]));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (argc == 6) {
        last_change = watch_variable();
    }
    for (int i = 0; argc == 4 && i < FIRST; i++) {
        call();
    }
    double first = MPI_Wtime() - start;
    for (int i = 0; i < batches; i++) {
        of_batch[i] = batch();
    }
    first = in_slowest(first);
    double steady = in_slowest(median(of_batch, batches));
    if (rank == 0) {
        printf("%.6f s, %.3f us a call\n", first, steady);
    }
    if (argc == 6) {
        compare(atoi(argv[5]), last_change);
    }
    free(of_batch);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
