/*
 * Makes the same communicator TIMES times, one after the other, and sends a message around it each time.
 *
 *   made_again TIMES
 */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    for (int i = 0; i < atoi(argv[1]); i++) {
        int out = i, in;
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Sendrecv(&out, 1, MPI_INT, after(rank, 1, size), 0, &in, 1, MPI_INT, after(rank, -1, size), 0, comm,
                     MPI_STATUS_IGNORE);
        REQUIRE(in == i);
        MPI_Comm_free(&comm);
    }
    return finish();
}
