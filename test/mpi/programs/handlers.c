/* Whose error handler MPI asks if a receive is too short: while it waits, and when the message is there. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "program.h"

static const char *asked;

static void ask_own(MPI_Comm *comm, int *error, ...) {
    (void)comm, (void)error;
    asked = "own";
}

static void ask_world(MPI_Comm *comm, int *error, ...) {
    (void)comm, (void)error;
    asked = "world";
}

static void handle(MPI_Comm comm, MPI_Comm_errhandler_function *function) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(function, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
}

/* Whose handler is asked about a message of 8 bytes for which there is room for 4. */
static void receive(MPI_Comm own, int is_there) {
    char bytes[8] = "";
    MPI_Request request;
    asked = "none";
    MPI_Irecv(bytes, 4, MPI_BYTE, 1, 1, own, &request);
    MPI_Send(bytes, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
    if (is_there)
        MPI_Recv(bytes, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!is_there)
        MPI_Recv(bytes, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%s: %s\n", is_there ? "there" : "waits", asked);
}

/* So late that the other one waits. */
static void send_late(MPI_Comm own) {
    char bytes[8] = "";
    MPI_Recv(bytes, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(100000);
    MPI_Send(bytes, 8, MPI_BYTE, 0, 1, own);
    MPI_Send(bytes, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Comm own;
    start(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    handle(own, ask_own);
    handle(MPI_COMM_WORLD, ask_world);
    for (int is_there = 0; is_there < 2; is_there++)
        if (rank == 0)
            receive(own, is_there);
        else
            send_late(own);
    MPI_Comm_free(&own);
    return finish();
}
