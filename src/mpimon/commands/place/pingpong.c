/*
 * pingpong RESULT A,B...: what messages take between pairs of processes, for mpimon place --measure. One pair after the
 * other sends messages there and back, and all others sleep. Process 0 writes a line for each into the file RESULT: A,
 * B, the latency in microseconds, and the bandwidth in GB/s. Pairs of processes that are not there are left out.
 * Compiled with the installation's mpicc.
 */
#define _POSIX_C_SOURCE 199309L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SMALL = 8, LARGE = 4 << 20 };
/* Trips there and back whose time is one sample; samples, unless they take more time than this. */
enum { TRIPS_OF_SMALL = 10, TRIPS_OF_LARGE = 1, FEWEST = 5, MOST = 201 };
static const double seconds_at_most = 0.2;

static char *buffer;

static void *allocate(size_t items, size_t size) {
    void *memory = calloc(items, size);
    if (!memory) {
        fprintf(stderr, "pingpong: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static double seconds_of(int trips, int peer, int begins, int bytes) {
    const double start = MPI_Wtime();
    for (int i = 0; i < trips; i++) {
        if (begins)
            MPI_Send(buffer, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!begins)
            MPI_Send(buffer, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    }
    return MPI_Wtime() - start;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of a message's time one way. The first trips make connections, and use memory for the first time; the next
 * ones tell how many there is time for, which the one that begins says. */
static double one_way(int peer, int begins, int bytes, int trips) {
    static double samples[MOST];
    seconds_of(trips, peer, begins, bytes);
    const double most = seconds_at_most / seconds_of(trips, peer, begins, bytes);
    int count = most < FEWEST ? FEWEST : most > MOST ? MOST : (int)most;
    if (begins)
        MPI_Send(&count, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&count, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++)
        samples[i] = seconds_of(trips, peer, begins, bytes) / (2 * trips);
    qsort(samples, (size_t)count, sizeof *samples, by_size);
    return samples[count / 2];
}

/* Latency in microseconds, and bandwidth in GB/s: what a large message takes longer than a small one is for its bytes.
 */
static void measure(int peer, int begins, double *result) {
    const double latency = one_way(peer, begins, SMALL, TRIPS_OF_SMALL);
    const double large = one_way(peer, begins, LARGE, TRIPS_OF_LARGE);
    if (begins) {
        result[0] = 1e6 * latency;
        result[1] = 1e-9 * (LARGE - SMALL) / (large > latency ? large - latency : large);
    }
}

/* Who waits by MPI_Barrier takes a core from those who measure, where processes are more than cores. */
static void sleep_until_all_are_here(void) {
    const struct timespec pause = {0, 1000000};
    MPI_Request request;
    int here = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &here, MPI_STATUS_IGNORE); !here; MPI_Test(&request, &here, MPI_STATUS_IGNORE))
        nanosleep(&pause, NULL);
}

static int is_a_pair(const char *text, int *pair, int processes) {
    return sscanf(text, "%d,%d", &pair[0], &pair[1]) == 2 && pair[0] < processes && pair[1] < processes;
}

static int write_results(const char *path, char **pairs, const double *results, int count, int processes) {
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    for (int i = 0; i < count; i++) {
        int pair[2];
        if (is_a_pair(pairs[i], pair, processes))
            fprintf(file, "%d %d %.9g %.9g\n", pair[0], pair[1], results[2 * i], results[2 * i + 1]);
    }
    return fclose(file) == 0;
}

int main(int argc, char **argv) {
    int rank, processes, pair[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const int count = argc - 2;
    if (count < 1) {
        fprintf(stderr, "pingpong: no pairs\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    buffer = allocate(LARGE, 1);
    double *own = allocate(2 * (size_t)count, sizeof *own), *all = allocate(2 * (size_t)count, sizeof *all);
    for (int i = 0; i < count; i++) {
        if (is_a_pair(argv[2 + i], pair, processes) && (rank == pair[0] || rank == pair[1]))
            measure(rank == pair[0] ? pair[1] : pair[0], rank == pair[0], own + 2 * i);
        sleep_until_all_are_here();
    }
    MPI_Reduce(own, all, 2 * count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && !write_results(argv[1], argv + 2, all, count, processes)) {
        fprintf(stderr, "pingpong: cannot write %s\n", argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    free(buffer);
    free(own);
    free(all);
    MPI_Finalize();
    return 0;
}
