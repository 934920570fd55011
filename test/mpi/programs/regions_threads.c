/* Eight threads in every process, in different regions at the same time, over communicators of their own. */
#include "program.h"

#include <mpich_monitoring.h>
#include <pthread.h>

enum { THREADS = 8, ROUNDS = 20 };

static MPI_Comm own[THREADS];
static pthread_barrier_t all;

static void *traffic(void *argument) {
    static const char *const names[THREADS] = {"zero", "one", "two", "three", "four", "five", "six", "seven"};
    int thread = *(int *)argument, next = after(rank, 1, size), previous = after(rank, -1, size);
    char out[8] = {0}, in[8];
    for (int i = 0; i < ROUNDS; i++) {
        MPIMON_REGION_BEGIN("work");
        MPIMON_REGION_BEGIN(names[thread]);
        if (i % 5 == 0) {
            pthread_barrier_wait(&all);
        }
        MPI_Sendrecv(out, thread + 1, MPI_BYTE, next, 0, in, thread + 1, MPI_BYTE, previous, 0, own[thread],
                     MPI_STATUS_IGNORE);
        MPIMON_REGION_END(names[thread]);
        MPI_Sendrecv(out, 4, MPI_BYTE, next, 0, in, 4, MPI_BYTE, previous, 0, own[thread], MPI_STATUS_IGNORE);
        MPIMON_REGION_END("work");
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
    pthread_barrier_init(&all, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    }
    MPIMON_REGION_BEGIN("main");
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        REQUIRE(pthread_create(&threads[i], NULL, traffic, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&own[i]);
    }
    MPIMON_REGION_END("main");
    return finish();
}
