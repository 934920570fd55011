/*
 * Rank 0 is switched off while a thread of it is in MPI_Barrier, and on again while that is in MPI_Bcast, both of which
 * wait for rank 1. Then both processes do one of each.
 */
#include <pthread.h>
#include <unistd.h>

#include "mpit.h"

enum { ENTERED_AFTER_US = 200000 };

static MPI_Comm aside;
static int value;

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(void) {
    MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
}

static void *call(void *collective) {
    void (*function)(void);
    memcpy(&function, collective, sizeof function);
    function();
    return NULL;
}

/* Rank 0 is within the call, in its one further thread, when this is switched; rank 1 comes after it. */
static void switch_within(void (*collective)(void), int enable) {
    pthread_t thread;
    if (rank == 0) {
        REQUIRE(pthread_create(&thread, NULL, call, &collective) == 0);
        usleep(ENTERED_AFTER_US);
        write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", enable);
        MPI_Send(NULL, 0, MPI_BYTE, 1, 0, aside);
        REQUIRE(pthread_join(thread, NULL) == 0);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, aside, MPI_STATUS_IGNORE);
        collective();
    }
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    MPI_Comm_dup(MPI_COMM_WORLD, &aside);
    switch_within(barrier, 0);
    switch_within(bcast, 2);
    barrier();
    bcast();
    MPI_Comm_free(&aside);
    CHECK(MPI_T_finalize());
    return finish();
}
