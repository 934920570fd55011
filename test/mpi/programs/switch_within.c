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

static void *call_both(void *nothing) {
    barrier();
    bcast();
    return nothing;
}

/* The other thread is within a call, which ends when rank 1 hears of it. */
static void switch_within(int enable) {
    usleep(ENTERED_AFTER_US);
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", enable);
    MPI_Send(NULL, 0, MPI_BYTE, 1, 0, aside);
}

static void call_when_told(void (*collective)(void)) {
    MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, aside, MPI_STATUS_IGNORE);
    collective();
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    MPI_Comm_dup(MPI_COMM_WORLD, &aside);
    if (rank == 0) {
        pthread_t thread;
        REQUIRE(pthread_create(&thread, NULL, call_both, NULL) == 0);
        switch_within(0);
        switch_within(2);
        REQUIRE(pthread_join(thread, NULL) == 0);
    } else {
        call_when_told(barrier);
        call_when_told(bcast);
    }
    barrier();
    bcast();
    MPI_Comm_free(&aside);
    CHECK(MPI_T_finalize());
    return finish();
}
