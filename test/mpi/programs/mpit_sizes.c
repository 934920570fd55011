/* The detail `sizes` switched while the program runs: of five rounds, the second and the fourth have it. */
#include "mpit.h"

static void exchange(int times, int bytes) {
    char out[100] = {0}, in[100];
    for (int i = 0; i < times; i++) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, after(rank, 1, size), 0, in, bytes, MPI_BYTE, after(rank, -1, size), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv) {
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    start(&argc, &argv);
    exchange(3, 1);
    write_detail("peers,sizes");
    exchange(2, 10);
    write_detail("peers");
    exchange(5, 10);
    write_detail("sizes");
    exchange(4, 100);
    write_detail("");
    exchange(1, 1);
    CHECK(MPI_T_finalize());
    return finish();
}
