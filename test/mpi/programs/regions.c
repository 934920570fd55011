/* Traffic in nested regions and outside of them; leaves that match no enter; levels of MPI_Pcontrol that mean something
 * else, and have no name as an argument. */
#include "program.h"

#include <mpich_monitoring.h>
#include <unistd.h>

static int next, previous;

static void exchange(int bytes) {
    char out[128] = {0}, in[128];
    MPI_Sendrecv(out, bytes, MPI_BYTE, next, 0, in, bytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange_by_requests(int bytes) {
    char out[128] = {0}, in[128];
    MPI_Request requests[2];
    MPI_Irecv(in, bytes, MPI_BYTE, previous, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_BYTE, next, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    next = after(rank, 1, size);
    previous = after(rank, -1, size);
    exchange(16);
    for (int step = 0; step < 3; step++) {
        MPIMON_REGION_BEGIN("solve");
        exchange(8);
        MPIMON_REGION_BEGIN("exchange");
        exchange_by_requests(100);
        exchange_by_requests(100);
        MPIMON_REGION_END("exchange");
        if (step == 0) {
            usleep(100000);
        }
        MPIMON_REGION_END("solve");
        for (int level = -5; level < 6; level++) {
            MPI_Pcontrol(level);
        }
    }
    MPIMON_REGION_BEGIN("exchange");
    exchange(1);
    MPIMON_REGION_END("solve");
    MPIMON_REGION_END("solve");
    exchange(1);
    MPIMON_REGION_END("exchange");
    exchange(16);
    MPIMON_REGION_BEGIN("open");
    exchange(2);
    return finish();
}
