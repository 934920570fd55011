/*
 * A tool adds details while the program is in a region; 3 messages to the other process each time, 2 of them within.
 */
#include <mpich_monitoring.h>

#include "mpit.h"

static void exchange(void) {
    int value = 0;
    MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 0, &value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int provided, count;
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_cvar_handle detail = bind_cvar("MPIR_CVAR_MONITORING_DETAIL", &count);
    MPIMON_REGION_BEGIN("solve");
    exchange();
    CHECK(MPI_T_cvar_write(detail, "regions,functions"));
    exchange();
    MPIMON_REGION_END("solve");
    exchange();
    CHECK(MPI_T_finalize());
    return finish();
}
