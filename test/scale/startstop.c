/* What a job's beginning and end take: MPI_Init and MPI_Finalize, and between them a message to each of the next PEERS
 * ranks. Rank 0 prints the seconds of both, and the bytes of its counters if there are any: startstop PEERS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void contact(int rank, int size, int peers) {
    double sent = 1, received;
    for (int distance = 1; distance <= peers; distance++)
        MPI_Sendrecv(&sent, 1, MPI_DOUBLE, (rank + distance) % size, 0, &received, 1, MPI_DOUBLE,
                     (rank - distance % size + size) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* 0 in an MPI without these counters. MPI_T is left open, since stock MPICH would take from MPI_Finalize what it needs.
 */
static unsigned long long segment_bytes(void) {
    int index, count, provided;
    unsigned long long bytes = 0;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    if (MPI_T_pvar_get_index("monitoring_segment_bytes", MPI_T_PVAR_CLASS_SIZE, &index) == MPI_SUCCESS) {
        MPI_T_pvar_session_create(&session);
        MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count);
        MPI_T_pvar_read(session, handle, &bytes);
        MPI_T_pvar_handle_free(session, &handle);
        MPI_T_pvar_session_free(&session);
    }
    return bytes;
}

int main(int argc, char **argv) {
    int rank, size;
    double begin = now();
    MPI_Init(&argc, &argv);
    double initialized = now();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    contact(rank, size, argc > 1 ? atoi(argv[1]) : 0);
    unsigned long long bytes = segment_bytes();
    MPI_Barrier(MPI_COMM_WORLD);
    double finalizing = now();
    MPI_Finalize();
    double end = now();
    if (rank == 0)
        printf("%.6f %.6f %llu\n", initialized - begin, end - finalizing, bytes);
    return 0;
}
