/* Receives that are complete when their communicator is disconnected, which only then are asked for. */
#include "program.h"

enum { LONG = 300000 };

int main(int argc, char **argv) {
    start(&argc, &argv);
    char *out = reserve(LONG), *in = reserve(2 * LONG);
    MPI_Comm comm;
    MPI_Request requests[4];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int to = after(rank, 1, size), from = after(rank, -1, size);
    MPI_Irecv(in, LONG, MPI_BYTE, from, 1, comm, &requests[0]);
    MPI_Irecv(in + LONG, LONG, MPI_BYTE, from, 2, comm, &requests[1]);
    MPI_Isend(out, LONG, MPI_BYTE, to, 1, comm, &requests[2]);
    MPI_Isend(out, 10, MPI_BYTE, to, 2, comm, &requests[3]);
    MPI_Comm_disconnect(&comm);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    free(out);
    free(in);
    return finish();
}
