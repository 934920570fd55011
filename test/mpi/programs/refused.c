/* A receive of 4711 bytes that cannot be posted (test/mpi/shims/refuses_receive.c), and messages before and after. */
#include "program.h"

enum { REFUSED = 4711 };

static char out[REFUSED], in[REFUSED];

static void exchange(int bytes) {
    MPI_Sendrecv(out, bytes, MPI_BYTE, after(rank, 1, size), 0, in, bytes, MPI_BYTE, after(rank, -1, size), 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    MPI_Request request;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    exchange(3);
    REQUIRE(MPI_Irecv(in, REFUSED, MPI_BYTE, after(rank, -1, size), 1, MPI_COMM_WORLD, &request) != MPI_SUCCESS);
    exchange(4);
    return finish();
}
