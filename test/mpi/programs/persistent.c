/* Persistent sends: started one by one, all at once, several times, never, and to no process. */
#include "ways.h"

enum { ROUNDS = 3, KINDS = 4 };

typedef int (*init)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
static const init inits[KINDS] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};

int main(int argc, char **argv) {
    start(&argc, &argv);
    attach_buffer(100000);
    int next = after(rank, 1, size), previous = after(rank, -1, size);
    double out[KINDS][4] = {{rank}}, in[KINDS][4];
    MPI_Request sends[KINDS], receives[KINDS], idle, nowhere;
    for (int k = 0; k < KINDS; k++) {
        inits[k](out[k], 1 + k, MPI_DOUBLE, next, k, MPI_COMM_WORLD, &sends[k]);
        MPI_Recv_init(in[k], 1 + k, MPI_DOUBLE, previous, k, MPI_COMM_WORLD, &receives[k]);
    }
    MPI_Send_init(out, 4, MPI_DOUBLE, next, KINDS, MPI_COMM_WORLD, &idle);
    MPI_Send_init(out, 4, MPI_DOUBLE, MPI_PROC_NULL, KINDS, MPI_COMM_WORLD, &nowhere);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Startall(KINDS, receives);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Start(&nowhere);
        if (round % 2) {
            MPI_Startall(KINDS, sends);
        } else {
            for (int k = 0; k < KINDS; k++) {
                MPI_Start(&sends[k]);
            }
        }
        MPI_Waitall(KINDS, sends, MPI_STATUSES_IGNORE);
        MPI_Waitall(KINDS, receives, MPI_STATUSES_IGNORE);
        MPI_Wait(&nowhere, MPI_STATUS_IGNORE);
    }
    REQUIRE(in[0][0] == previous);
    for (int k = 0; k < KINDS; k++) {
        MPI_Request_free(&sends[k]);
        MPI_Request_free(&receives[k]);
    }
    MPI_Request_free(&idle);
    MPI_Request_free(&nowhere);
    detach_buffer();
    return finish();
}
