/*
 * A tool's thread switches monitoring off and on without a pause, from before MPI_Finalize until after it.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "mpit.h"

static atomic_int begun, over;

static void *switch_all_the_time(void *nothing) {
    int provided, count, on = 2, off = 0;
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    MPI_T_cvar_handle enable = bind_cvar("MPIR_CVAR_MONITORING_ENABLE", &count);
    while (!over) {
        CHECK(MPI_T_cvar_write(enable, &off));
        CHECK(MPI_T_cvar_write(enable, &on));
        begun = 1;
    }
    CHECK(MPI_T_cvar_handle_free(&enable));
    CHECK(MPI_T_finalize());
    return nothing;
}

int main(int argc, char **argv) {
    pthread_t thread;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    REQUIRE(pthread_create(&thread, NULL, switch_all_the_time, NULL) == 0);
    while (!begun) {
    }
    finish();
    over = 1;
    return pthread_join(thread, NULL);
}
