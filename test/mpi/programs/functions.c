/* A known number of calls of some functions, one of which calls back. Rank 1 waits for rank 0, which sleeps. */
#include <unistd.h>

#include "program.h"

static int next, previous;

static void exchange(int bytes) {
    char out[64] = {0}, in[64];
    MPI_Sendrecv(out, bytes, MPI_BYTE, next, 0, in, bytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *copied, int *flag) {
    (void)comm, (void)keyval, (void)extra, (void)value, (void)copied;
    exchange(4);
    *flag = 0;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    char out[100] = {0}, in[100];
    int keyval, sum;
    MPI_Comm other;
    start(&argc, &argv);
    next = after(rank, 1, size);
    previous = after(rank, -1, size);
    for (int i = 0; i < 5; i++) {
        MPI_Request requests[2];
        MPI_Irecv(in, sizeof in, MPI_BYTE, previous, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, sizeof out, MPI_BYTE, next, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < 3; i++) {
        exchange(8);
    }
    for (int i = 0; i < 2; i++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &keyval);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&other);
    if (rank == 0) {
        usleep(200000);
        MPI_Ssend(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return finish();
}
