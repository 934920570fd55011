/* Partitioned transfers: one and several partitions, made ready singly, as a range and as a list, in three rounds; the
 * receiver may have room for more. */
#include "program.h"

enum { ROUNDS = 3, MOST = 8, ELEMENTS = 1000 };

static void make_ready(MPI_Request request, int partitions, int round) {
    int all[MOST];
    for (int i = 0; i < partitions; i++) {
        all[i] = partitions - 1 - i;
    }
    if (round == 0) {
        for (int i = 0; i < partitions; i++) {
            MPI_Pready(all[i], request);
        }
    } else if (round == 1) {
        MPI_Pready_range(0, partitions - 1, request);
    } else {
        MPI_Pready_list(partitions, all, request);
    }
}

/* The transfer of `partitions` partitions to the rank `distance` after this one, with a different cut at the receiver,
 * which has room for `more` elements more. */
static void transfer(int distance, int partitions, int elements, int more, MPI_Comm comm) {
    int to = after(rank, distance, size), from = after(rank, -distance, size), room = partitions * elements + more;
    int *out = reserve(sizeof(int) * partitions * elements), *in = reserve(sizeof(int) * room);
    MPI_Request requests[2];
    MPI_Psend_init(out, partitions, elements, MPI_INT, to, distance, comm, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 1, room, MPI_INT, from, distance, comm, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < ROUNDS; round++) {
        out[partitions * elements - 1] = rank * 10 + round;
        MPI_Startall(2, requests);
        make_ready(requests[0], partitions, round);
        int result = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        REQUIRE(result == MPI_SUCCESS || more > 0); /* MPICH tells of room that nothing was sent for */
        REQUIRE(in[partitions * elements - 1] == from * 10 + round);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    free(out);
    free(in);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int distance = 1; distance < size; distance++) {
        transfer(distance, 1, ELEMENTS, 0, MPI_COMM_WORLD);
        transfer(distance, MOST, 3, 0, copy);
        transfer(distance, MOST, 5, 7, copy);
    }
    transfer(1, 4, 20000, 1, MPI_COMM_WORLD);
    MPI_Comm_free(&copy);
    return finish();
}
