/*
 * Collectives whose results are known, whatever algorithms MPICH chooses: on the world, a copy of it, its halves and a
 * part of one process each, between its halves, with operations that commute and one that does not, of no elements and
 * of many.
 */
#include "program.h"

enum { MOST = 20000, PRIME = 10007 };

static int *in, *out;

/* Functions x -> a x + b, one after the other: their order matters. */
static void compose(void *first_v, void *second_v, int *length, MPI_Datatype *type) {
    int *first = first_v, *second = second_v;
    (void)type;
    for (int i = 0; i < *length; i++) {
        int a = first[2 * i], b = first[2 * i + 1];
        int c = second[2 * i], d = second[2 * i + 1];
        second[2 * i] = a * c % PRIME;
        second[2 * i + 1] = (b * c + d) % PRIME;
    }
}

static MPI_Datatype pair;
static MPI_Op composition;

static void composed(int members, int *a, int *b) {
    *a = 1;
    *b = 0;
    for (int r = 0; r < members; r++) {
        *b = (*b * (r + 2) + r) % PRIME;
        *a = *a * (r + 2) % PRIME;
    }
}

static void require_composed(int length, int members) {
    int a, b;
    composed(members, &a, &b);
    for (int i = 0; i < length; i++) {
        REQUIRE(out[2 * i] == a && out[2 * i + 1] == b);
    }
}

static void reductions(MPI_Comm comm, int length, int own, int members) {
    for (int i = 0; i < length; i++) {
        in[i] = own + i;
    }
    MPI_Allreduce(in, out, length, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < length; i++) {
        REQUIRE(out[i] == members * i + members * (members - 1) / 2);
    }
    MPI_Reduce(in, out, length, MPI_INT, MPI_MAX, members - 1, comm);
    for (int i = 0; own == members - 1 && i < length; i++) {
        REQUIRE(out[i] == members - 1 + i);
    }
    for (int i = 0; i < length / 2; i++) {
        in[2 * i] = own + 2;
        in[2 * i + 1] = own;
    }
    MPI_Allreduce(in, out, length / 2, pair, composition, comm);
    require_composed(length / 2, members);
    MPI_Reduce(in, out, length / 2, pair, composition, 0, comm);
    if (own == 0) {
        require_composed(length / 2, members);
    }
    MPI_Request request;
    MPI_Iallreduce(in, out, length / 2, pair, composition, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    require_composed(length / 2, members);
    int each = length / members / 2;
    MPI_Reduce_scatter_block(in, out, each, pair, composition, comm);
    require_composed(each, members);
    MPI_Scan(in, out, length / 2, pair, composition, comm);
    require_composed(length / 2, own + 1);
}

static void exchanges(MPI_Comm comm, int length, int own, int members) {
    for (int root = 0; root < members; root++) {
        for (int i = 0; i < length; i++) {
            out[i] = own == root ? root + i : -1;
        }
        MPI_Bcast(out, length, MPI_INT, root, comm);
        for (int i = 0; i < length; i++) {
            REQUIRE(out[i] == root + i);
        }
    }
    int each = length / members;
    for (int i = 0; i < each * members; i++) {
        in[i] = 100 * own + i / (each ? each : 1);
    }
    MPI_Alltoall(in, each, MPI_INT, out, each, MPI_INT, comm);
    for (int i = 0; i < each * members; i++) {
        REQUIRE(out[i] == 100 * (i / each) + own);
    }
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, each, MPI_INT, comm);
    for (int i = 0; i < each * members; i++) {
        REQUIRE(out[i] == 100 * own + i / each);
    }
    MPI_Allgather(in, each, MPI_INT, out, each, MPI_INT, comm);
    for (int i = 0; i < each * members; i++) {
        REQUIRE(out[i] == 100 * (i / each));
    }
    MPI_Gather(in, each, MPI_INT, out, each, MPI_INT, 0, comm);
    for (int i = 0; own == 0 && i < each * members; i++) {
        REQUIRE(out[i] == 100 * (i / each));
    }
    MPI_Scatter(in, each, MPI_INT, out, each, MPI_INT, 0, comm);
    for (int i = 0; i < each; i++) {
        REQUIRE(out[i] == own);
    }
    MPI_Barrier(comm);
}

static void everything(MPI_Comm comm) {
    static const int lengths[] = {0, 1, 2, 7, 64, 1000, MOST};
    int own, members;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        reductions(comm, lengths[i], own, members);
        exchanges(comm, lengths[i], own, members);
    }
}

static void between(MPI_Comm half) {
    MPI_Comm bridge;
    int first = size / 2, low = rank < first, sum = -1, others = low ? size - first : first;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? first : 0, 1, &bridge);
    MPI_Allreduce(&low, &sum, 1, MPI_INT, MPI_SUM, bridge);
    REQUIRE(sum == (low ? 0 : others));
    MPI_Allgather(&rank, 1, MPI_INT, out, 1, MPI_INT, bridge);
    for (int i = 0; i < others; i++) {
        REQUIRE(out[i] == (low ? first : 0) + i);
    }
    int root = low ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0, word = rank == 0 ? 4711 : 0;
    MPI_Bcast(&word, 1, MPI_INT, root, bridge);
    REQUIRE(low || word == 4711);
    MPI_Barrier(bridge);
    MPI_Comm_free(&bridge);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    in = reserve(sizeof(int) * 2 * MOST);
    out = reserve(sizeof(int) * 2 * MOST);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(compose, 0, &composition);
    everything(MPI_COMM_WORLD);
    MPI_Comm copy, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    everything(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, -rank, &half);
    everything(half);
    MPI_Comm_free(&half);
    everything(MPI_COMM_SELF);
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
        between(half);
        MPI_Comm_free(&half);
    }
    MPI_Op_free(&composition);
    MPI_Type_free(&pair);
    free(in);
    free(out);
    return finish();
}
