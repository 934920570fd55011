/* Messages over every kind of communicator: each must land on the right rank of the world. */
#include "program.h"

/* One message of `bytes` from every process to the next one of its communicator (of the other group, where it has
 * two). */
static void ring(MPI_Comm comm, int bytes) {
    int inter, own_rank, members, others;
    char out[4096] = {0}, in[4096];
    MPI_Comm_test_inter(comm, &inter);
    MPI_Comm_rank(comm, &own_rank);
    MPI_Comm_size(comm, &members);
    others = members;
    if (inter) {
        MPI_Comm_remote_size(comm, &others);
    }
    /* Every process of a smaller group receives from all those of the larger one that wrap around to it. */
    MPI_Request request;
    MPI_Isend(out, bytes, MPI_BYTE, after(own_rank, 1, others), 0, comm, &request);
    for (int from = 0; from < others; from++) {
        if (after(from, 1, members) == own_rank) {
            MPI_Recv(in, bytes, MPI_BYTE, from, 0, comm, MPI_STATUS_IGNORE);
        }
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void ring_and_free(MPI_Comm comm, int bytes) {
    if (comm != MPI_COMM_NULL) {
        ring(comm, bytes);
        MPI_Comm_free(&comm);
    }
}

/* An inter-communicator between the even and the odd ranks, and what can be made of it. */
static void between_groups(void) {
    MPI_Comm half, bridge, copy, merged;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    ring(half, 5);
    int leader = (size - 1) % 2 == rank % 2 ? size - 2 : size - 1; /* the last of the other group */
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, leader, 9, &bridge);
    ring(bridge, 6);
    MPI_Comm_dup(bridge, &copy);
    ring_and_free(copy, 7);
    MPI_Intercomm_merge(bridge, rank % 2, &merged);
    ring_and_free(merged, 8);
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
}

/* Inter-communicators of the same processes in the same order, divided at another rank each time. */
static void divided_anywhere(void) {
    for (int cut = 1; cut < size; cut++) {
        MPI_Comm part, bridge;
        MPI_Comm_split(MPI_COMM_WORLD, rank < cut, rank, &part);
        MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank < cut ? cut : 0, 9, &bridge);
        MPI_Comm_free(&part);
        ring_and_free(bridge, 14);
    }
}

static void from_groups(void) {
    MPI_Group world, part;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int ranges[1][3] = {{size - 1, size > 2 ? 1 : 0, -1}}; /* backwards, without rank 0 if there are enough */
    MPI_Group_range_incl(world, 1, ranges, &part);
    MPI_Comm_create(MPI_COMM_WORLD, part, &comm);
    ring_and_free(comm, 9);
    int own_rank;
    MPI_Group_rank(part, &own_rank);
    if (own_rank != MPI_UNDEFINED) {
        MPI_Comm_create_group(MPI_COMM_WORLD, part, 1, &comm);
        ring_and_free(comm, 10);
    }
    MPI_Group_free(&part);
    MPI_Group_free(&world);
}

static void with_topology(void) {
    int shape[1] = {size}, periodic[1] = {1}, next = after(rank, 1, size), previous = after(rank, -1, size);
    MPI_Comm comm;
    MPI_Cart_create(MPI_COMM_WORLD, 1, shape, periodic, 1, &comm);
    ring_and_free(comm, 11);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    ring_and_free(comm, 12);
}

static void many(void) {
    for (int i = 0; i < 40; i++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, i % 3 ? 0 : rank % 2, i % 2 ? rank : -rank, &comm);
        ring_and_free(comm, 13);
    }
}

/* From even ranks to the next ones, which have let go of the communicator before the message comes. */
static void freed_early(void) {
    char out[15] = {0}, in[15];
    MPI_Comm comm;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank % 2) {
        MPI_Irecv(in, sizeof in, MPI_BYTE, rank - 1, 0, comm, &request);
        MPI_Comm_free(&comm);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 0 && rank + 1 < size) {
        MPI_Send(out, sizeof out, MPI_BYTE, rank + 1, 0, comm);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank % 2 == 0) {
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Comm copy, single;
    ring(MPI_COMM_WORLD, 1);
    ring(MPI_COMM_SELF, 2);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_name(copy, "a copy");
    ring_and_free(copy, 3);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &single);
    ring_and_free(single, 4);
    between_groups();
    divided_anywhere();
    from_groups();
    with_topology();
    freed_early();
    many();
    MPI_Request to_self;
    MPI_Isend(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &to_self);
    MPI_Recv(&copy, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&to_self, MPI_STATUS_IGNORE);
    return finish();
}
