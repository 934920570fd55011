/* Four threads in every process send at once, over the world and over a communicator of each thread's own. */
#include <pthread.h>

#include "program.h"

enum { THREADS = 4, MESSAGES = 300, WINDOW = 20 };

static MPI_Comm own[THREADS];

static void *traffic(void *argument) {
    int thread = *(int *)argument, next = after(rank, 1, size), previous = after(rank, -1, size);
    char out[4096] = {0}, in[WINDOW][4096];
    for (int first = 0; first < MESSAGES; first += WINDOW) {
        MPI_Request requests[2 * WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            MPI_Comm comm = i % 2 ? own[thread] : MPI_COMM_WORLD;
            MPI_Irecv(in[i], sizeof in[i], MPI_BYTE, previous, thread, comm, &requests[i]);
            MPI_Isend(out, (first + i) * (thread + 1), MPI_BYTE, next, thread, comm, &requests[WINDOW + i]);
        }
        MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided, numbers[THREADS];
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        REQUIRE(pthread_create(&threads[i], NULL, traffic, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&own[i]);
    }
    return finish();
}
