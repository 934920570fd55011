/*
 * Waits that end their function, and what comes after them: rank 0 waits for messages of rank 1 that are late, again
 * and again; then it calls functions for the first time, and completes many receives at once, the first of which is
 * late.
 */
#include <mpi.h>
#include <unistd.h>

enum { WAITS = 5, LATE = 20000, MANY = 200, COPIED = 1 << 16 };

static char many[MANY][COPIED];

static void receive(void) {
    MPI_Request requests[MANY];
    char byte = 0;
    int done;
    for (int i = 0; i < WAITS; i++)
        MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(&byte, 1, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD, requests);
    MPI_Test(requests, &done, MPI_STATUS_IGNORE);
    for (int i = 0; i < MANY; i++)
        MPI_Irecv(many[i], COPIED, MPI_CHAR, 1, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
}

static void send(void) {
    char byte = 0;
    for (int i = 0; i < WAITS; i++) {
        usleep(LATE);
        MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
    usleep(LATE);
    for (int i = 0; i < MANY; i++)
        MPI_Send(many[i], COPIED, MPI_CHAR, 0, i, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        receive();
    else
        send();
    MPI_Finalize();
    return 0;
}
