/*
 * Collectives of neighbours with known results: `neighbors N` has so many rounds of blocking, nonblocking and
 * persistent ones on a ring. Between those that are not blocking, the processes wait for rank 0, which has begun its
 * own: so none of them may wait for all others. Of two processes both neighbours are the same one, and the parts of
 * MPI_Neighbor_alltoallv and MPI_Neighbor_alltoallw were swapped in MPICH 4.0.
 */
#include "program.h"

enum { EACH = 8, NEIGHBORS = 2 };

static int sources[NEIGHBORS], sent[NEIGHBORS * EACH], received[NEIGHBORS * EACH];

/* What comes from the one before is what that sends to the one after, and the other way round. */
static int word_of(int from, int part, int at) {
    return from * 1009 + part * 97 + at;
}

static void fill(void) {
    for (int i = 0; i < NEIGHBORS * EACH; i++) {
        sent[i] = word_of(rank, i / EACH, i % EACH);
        received[i] = -1;
    }
}

/* `is_same`: each neighbour gets the first part. */
static void check(const int *counts, int is_same) {
    for (int part = 0; part < NEIGHBORS; part++) {
        for (int at = 0; at < EACH; at++) {
            const int word = word_of(sources[part], is_same ? 0 : 1 - part, at);
            REQUIRE(received[part * EACH + at] == (at < counts[part] ? word : -1));
        }
    }
}

static const int all[NEIGHBORS] = {EACH, EACH};

static void blocking(MPI_Comm ring, int round) {
    const int offsets[NEIGHBORS] = {0, EACH};
    const MPI_Aint bytes[NEIGHBORS] = {0, EACH * sizeof(int)};
    const MPI_Datatype types[NEIGHBORS] = {MPI_INT, MPI_INT};
    int from[NEIGHBORS], to[NEIGHBORS], gathered[NEIGHBORS];
    for (int part = 0; part < NEIGHBORS; part++) {
        from[part] = (sources[part] + 1 - part + round) % EACH;
        to[part] = (rank + part + round) % EACH;
        gathered[part] = (sources[part] + round) % EACH;
    }
    fill();
    MPI_Neighbor_allgather(sent, EACH, MPI_INT, received, EACH, MPI_INT, ring);
    check(all, 1);
    fill();
    MPI_Neighbor_allgatherv(sent, (rank + round) % EACH, MPI_INT, received, gathered, offsets, MPI_INT, ring);
    check(gathered, 1);
    fill();
    MPI_Neighbor_alltoall(sent, EACH, MPI_INT, received, EACH, MPI_INT, ring);
    check(all, 0);
    fill();
    MPI_Neighbor_alltoallv(sent, to, offsets, MPI_INT, received, from, offsets, MPI_INT, ring);
    check(from, 0);
    fill();
    MPI_Neighbor_alltoallw(sent, to, bytes, types, received, from, bytes, types, ring);
    check(from, 0);
}

/* The others come to a call only when rank 0 has left it. */
static void wait_for_first(int is_before) {
    int word = 0;
    if (is_before && rank > 0) {
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int other = 1; !is_before && rank == 0 && other < size; other++) {
        MPI_Send(&word, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    }
}

static void prepare(void) {
    fill();
    wait_for_first(1);
}

static void complete(MPI_Request *request, int is_same) {
    wait_for_first(0);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    check(all, is_same);
}

static void not_blocking(MPI_Comm ring) {
    MPI_Request request;
    prepare();
    MPI_Ineighbor_alltoall(sent, EACH, MPI_INT, received, EACH, MPI_INT, ring, &request);
    complete(&request, 0);
    prepare();
    MPI_Ineighbor_allgather(sent, EACH, MPI_INT, received, EACH, MPI_INT, ring, &request);
    complete(&request, 1);
}

static void persistent(MPI_Comm ring) {
    MPI_Request request;
    MPI_Neighbor_alltoall_init(sent, EACH, MPI_INT, received, EACH, MPI_INT, ring, MPI_INFO_NULL, &request);
    prepare();
    MPI_Start(&request);
    complete(&request, 0);
    MPI_Request_free(&request);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Comm ring;
    const int is_periodic = 1;
    sources[0] = after(rank, -1, size);
    sources[1] = after(rank, 1, size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &is_periodic, 0, &ring);
    for (int round = 0; argc > 1 && round < atoi(argv[1]); round++) {
        blocking(ring, round);
        not_blocking(ring);
        persistent(ring);
    }
    MPI_Comm_free(&ring);
    return finish();
}
