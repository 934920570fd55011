/*
 * Makes the same communicator TIMES times, one after the other, and sends a message around it each time, or makes a
 * broadcast. It may be one to a process that is spawned.
 *
 *   made_again TIMES [spawn | collectives]
 */
#include <string.h>

#include "program.h"

/* Sends each process's message to the next one, to that of the other world if there is one. */
static void talk(MPI_Comm comm, int is_bridge, int number) {
    int in, next = is_bridge ? 0 : after(rank, 1, size), previous = is_bridge ? 0 : after(rank, -1, size);
    MPI_Sendrecv(&number, 1, MPI_INT, next, 0, &in, 1, MPI_INT, previous, 0, comm, MPI_STATUS_IGNORE);
    REQUIRE(in == number);
}

int main(int argc, char **argv) {
    MPI_Comm model, comm;
    start(&argc, &argv);
    MPI_Comm_get_parent(&model);
    int is_spawning = argc > 2 && strcmp(argv[2], "spawn") == 0, is_collective = argc > 2 && !is_spawning;
    int is_bridge = is_spawning || model != MPI_COMM_NULL;
    if (is_spawning)
        MPI_Comm_spawn(argv[0], (char *[]){argv[1], NULL}, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &model,
                       MPI_ERRCODES_IGNORE);
    for (int i = 0; i < atoi(argv[1]); i++) {
        MPI_Comm_dup(is_bridge ? model : MPI_COMM_WORLD, &comm);
        if (is_collective)
            MPI_Bcast(&i, 1, MPI_INT, 0, comm);
        else
            talk(comm, is_bridge, i);
        MPI_Comm_free(&comm);
    }
    if (is_bridge)
        MPI_Comm_disconnect(&model);
    return finish();
}
