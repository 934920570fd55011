/*
 * Rank 0 ends at once. A second later each of the other ranks begins to count and sends BYTES to the next one of them:
 * counts_late BYTES. With a rank that is to count from the beginning, as counts_late BYTES RANK, that one does so
 * before rank 0 ends.
 */
#include <unistd.h>

#include "mpit.h"

static void begin_to_count(void) {
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    CHECK(MPI_T_finalize());
}

int main(int argc, char **argv) {
    char data[1000] = {0};
    start(&argc, &argv);
    const int bytes = atoi(argv[1]), is_first = argc > 2 && rank == atoi(argv[2]);
    if (is_first)
        begin_to_count();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        return finish();
    sleep(1);
    if (!is_first)
        begin_to_count();
    const int next = 1 + rank % (size - 1), last = 1 + (rank + size - 3) % (size - 1);
    MPI_Sendrecv(data, bytes, MPI_BYTE, next, 0, data + sizeof data / 2, bytes, MPI_BYTE, last, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return finish();
}
