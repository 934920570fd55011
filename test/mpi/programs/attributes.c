/*
 * What happens in MPI_Finalize when attributes are deleted: functions that a program has attached to MPI_COMM_SELF and
 * to MPI_COMM_WORLD still communicate. The first one receives a message of one int that was sent before MPI_Finalize;
 * both then send to the next rank, 5 and 6 ints.
 */
#include "program.h"

static void exchange(int count) {
    int out[8] = {0}, in[8];
    MPI_Sendrecv(out, count, MPI_INT, after(rank, 1, size), 1, in, 8, MPI_INT, after(rank, -1, size), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static int on_self_deleted(MPI_Comm comm, int key, void *value, void *state) {
    int in = -1;
    (void)comm, (void)key, (void)value, (void)state;
    MPI_Recv(&in, 1, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(in == after(rank, -1, size));
    exchange(5);
    return MPI_SUCCESS;
}

static int on_world_deleted(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm, (void)key, (void)value, (void)state;
    exchange(6);
    return MPI_SUCCESS;
}

static void attach(MPI_Comm comm, MPI_Comm_delete_attr_function *on_deleted) {
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_deleted, &key, NULL);
    MPI_Comm_set_attr(comm, key, NULL);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    attach(MPI_COMM_SELF, on_self_deleted);
    attach(MPI_COMM_WORLD, on_world_deleted);
    MPI_Send(&rank, 1, MPI_INT, after(rank, 1, size), 0, MPI_COMM_WORLD);
    return finish();
}
