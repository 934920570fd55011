/*
 * Whether nonblocking collectives compute what they should, for mpimon tune --offline: each call of a plan is made with
 * one root after the other, and what each process has received is held against what the others have sent. For each line
 * of the plan the file of results has one: operation, processes and size, then `right`, or `wrong` and a root, or
 * neither where a call has ended the program. Compiled with the installation's mpicc.
 */
#include "plan.h"

#include <unistd.h>

/* More roots than so many are no others. */
enum { MOST_ROOTS = 8, NO_ROOT = MOST_ROOTS };
/* A call that does not end within these seconds never will: the signal ends the program. */
enum { LONGEST = 60 };

enum reduction { OF_NOTHING, OF_ALL, UP_TO_OWN, BELOW_OWN };
enum rooted { BY_ALL, ROOT_SENDS, ROOT_RECEIVES };

/* What is sent has a block for each of these processes, and what is received one of each. */
enum blocks { ONE, EACH, EACH_NEIGHBOR };

struct exchange {
    int *send, *receive;
    int count; /* of a block */
    int root;
    int *counts, *offsets, *byte_offsets;
    MPI_Datatype *types;
    MPI_Comm comm;
};

static void barrier(const struct exchange *e, MPI_Request *request) {
    MPI_Ibarrier(e->comm, request);
}
static void bcast(const struct exchange *e, MPI_Request *request) {
    int rank;
    MPI_Comm_rank(e->comm, &rank);
    MPI_Ibcast(rank == e->root ? e->send : e->receive, e->count, MPI_INT, e->root, e->comm, request);
}
static void reduce(const struct exchange *e, MPI_Request *request) {
    MPI_Ireduce(e->send, e->receive, e->count, MPI_INT, MPI_SUM, e->root, e->comm, request);
}
static void allreduce(const struct exchange *e, MPI_Request *request) {
    MPI_Iallreduce(e->send, e->receive, e->count, MPI_INT, MPI_SUM, e->comm, request);
}
static void scan(const struct exchange *e, MPI_Request *request) {
    MPI_Iscan(e->send, e->receive, e->count, MPI_INT, MPI_SUM, e->comm, request);
}
static void exscan(const struct exchange *e, MPI_Request *request) {
    MPI_Iexscan(e->send, e->receive, e->count, MPI_INT, MPI_SUM, e->comm, request);
}
static void gather(const struct exchange *e, MPI_Request *request) {
    MPI_Igather(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->root, e->comm, request);
}
static void gatherv(const struct exchange *e, MPI_Request *request) {
    MPI_Igatherv(e->send, e->count, MPI_INT, e->receive, e->counts, e->offsets, MPI_INT, e->root, e->comm, request);
}
static void scatter(const struct exchange *e, MPI_Request *request) {
    MPI_Iscatter(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->root, e->comm, request);
}
static void scatterv(const struct exchange *e, MPI_Request *request) {
    MPI_Iscatterv(e->send, e->counts, e->offsets, MPI_INT, e->receive, e->count, MPI_INT, e->root, e->comm, request);
}
static void allgather(const struct exchange *e, MPI_Request *request) {
    MPI_Iallgather(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->comm, request);
}
static void allgatherv(const struct exchange *e, MPI_Request *request) {
    MPI_Iallgatherv(e->send, e->count, MPI_INT, e->receive, e->counts, e->offsets, MPI_INT, e->comm, request);
}
static void alltoall(const struct exchange *e, MPI_Request *request) {
    MPI_Ialltoall(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->comm, request);
}
static void alltoallv(const struct exchange *e, MPI_Request *request) {
    MPI_Ialltoallv(e->send, e->counts, e->offsets, MPI_INT, e->receive, e->counts, e->offsets, MPI_INT, e->comm,
                   request);
}
static void alltoallw(const struct exchange *e, MPI_Request *request) {
    MPI_Ialltoallw(e->send, e->counts, e->byte_offsets, e->types, e->receive, e->counts, e->byte_offsets, e->types,
                   e->comm, request);
}
static void reduce_scatter(const struct exchange *e, MPI_Request *request) {
    MPI_Ireduce_scatter(e->send, e->receive, e->counts, MPI_INT, MPI_SUM, e->comm, request);
}
static void reduce_scatter_block(const struct exchange *e, MPI_Request *request) {
    MPI_Ireduce_scatter_block(e->send, e->receive, e->count, MPI_INT, MPI_SUM, e->comm, request);
}
static void neighbor_allgather(const struct exchange *e, MPI_Request *request) {
    MPI_Ineighbor_allgather(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->comm, request);
}
static void neighbor_allgatherv(const struct exchange *e, MPI_Request *request) {
    MPI_Ineighbor_allgatherv(e->send, e->count, MPI_INT, e->receive, e->counts, e->offsets, MPI_INT, e->comm, request);
}
static void neighbor_alltoall(const struct exchange *e, MPI_Request *request) {
    MPI_Ineighbor_alltoall(e->send, e->count, MPI_INT, e->receive, e->count, MPI_INT, e->comm, request);
}
static void neighbor_alltoallv(const struct exchange *e, MPI_Request *request) {
    MPI_Ineighbor_alltoallv(e->send, e->counts, e->offsets, MPI_INT, e->receive, e->counts, e->offsets, MPI_INT,
                            e->comm, request);
}
static void neighbor_alltoallw(const struct exchange *e, MPI_Request *request) {
    /* They are read until the call is complete. */
    static MPI_Aint offsets[NEIGHBORS];
    offsets[1] = (MPI_Aint)e->count * (MPI_Aint)sizeof(int);
    MPI_Ineighbor_alltoallw(e->send, e->counts, offsets, e->types, e->receive, e->counts, offsets, e->types, e->comm,
                            request);
}

static const struct operation {
    const char *name;
    void (*begin)(const struct exchange *, MPI_Request *);
    enum blocks sent, received;
    enum reduction reduction;
    enum rooted rooted;
} operations[] = {
    {"Allgather", allgather, ONE, EACH, OF_NOTHING, BY_ALL},
    {"Allgatherv", allgatherv, ONE, EACH, OF_NOTHING, BY_ALL},
    {"Allreduce", allreduce, ONE, ONE, OF_ALL, BY_ALL},
    {"Alltoall", alltoall, EACH, EACH, OF_NOTHING, BY_ALL},
    {"Alltoallv", alltoallv, EACH, EACH, OF_NOTHING, BY_ALL},
    {"Alltoallw", alltoallw, EACH, EACH, OF_NOTHING, BY_ALL},
    {"Barrier", barrier, ONE, ONE, OF_NOTHING, BY_ALL},
    {"Bcast", bcast, ONE, ONE, OF_NOTHING, ROOT_SENDS},
    {"Exscan", exscan, ONE, ONE, BELOW_OWN, BY_ALL},
    {"Gather", gather, ONE, EACH, OF_NOTHING, ROOT_RECEIVES},
    {"Gatherv", gatherv, ONE, EACH, OF_NOTHING, ROOT_RECEIVES},
    {"Neighbor_allgather", neighbor_allgather, ONE, EACH_NEIGHBOR, OF_NOTHING, BY_ALL},
    {"Neighbor_allgatherv", neighbor_allgatherv, ONE, EACH_NEIGHBOR, OF_NOTHING, BY_ALL},
    {"Neighbor_alltoall", neighbor_alltoall, EACH_NEIGHBOR, EACH_NEIGHBOR, OF_NOTHING, BY_ALL},
    {"Neighbor_alltoallv", neighbor_alltoallv, EACH_NEIGHBOR, EACH_NEIGHBOR, OF_NOTHING, BY_ALL},
    {"Neighbor_alltoallw", neighbor_alltoallw, EACH_NEIGHBOR, EACH_NEIGHBOR, OF_NOTHING, BY_ALL},
    {"Reduce", reduce, ONE, ONE, OF_ALL, ROOT_RECEIVES},
    {"Reduce_scatter", reduce_scatter, EACH, ONE, OF_ALL, BY_ALL},
    {"Reduce_scatter_block", reduce_scatter_block, EACH, ONE, OF_ALL, BY_ALL},
    {"Scan", scan, ONE, ONE, UP_TO_OWN, BY_ALL},
    {"Scatter", scatter, EACH, ONE, OF_NOTHING, ROOT_SENDS},
    {"Scatterv", scatterv, EACH, ONE, OF_NOTHING, ROOT_SENDS},
};

static FILE *results; /* of rank 0 of the world */

/* An element that one process sends to another, or to all: small, so that sums fit, and another one for each root. */
static int element(int from, int to, int index, int root) {
    return 1 + (from * 31 + to * 17 + index * 7 + root * 5) % 1009;
}

/* Whom the block is from. */
static int source(enum blocks blocks, int block, int rank, int size) {
    if (blocks == EACH_NEIGHBOR)
        return (rank + (block == 0 ? size - 1 : 1)) % size;
    return blocks == EACH ? block : 0;
}

/* Whom it is for: neighbours that messages go to are in the other order. */
static int destination(enum blocks blocks, int block, int rank, int size) {
    return source(blocks, blocks == EACH_NEIGHBOR ? NEIGHBORS - 1 - block : block, rank, size);
}

static int count_of(enum blocks blocks, int size) {
    return blocks == EACH_NEIGHBOR ? NEIGHBORS : blocks == EACH ? size : 1;
}

static int expected(const struct operation *operation, int from, int rank, int size, int index, int root) {
    const int to = operation->sent == ONE ? 0 : rank;
    const int last = operation->reduction == OF_ALL ? size : operation->reduction == UP_TO_OWN ? rank + 1 : rank;
    int sum = 0;
    if (operation->reduction == OF_NOTHING)
        return element(from, to, index, root);
    for (int i = 0; i < last; i++)
        sum += element(i, to, index, root);
    return sum;
}

/* Whether the process gets anything that it has not had before. */
static int gets_something(const struct operation *operation, int rank, int root) {
    if (operation->begin == barrier || (operation->reduction == BELOW_OWN && rank == 0))
        return 0;
    if (operation->rooted == ROOT_RECEIVES)
        return rank == root;
    return operation->begin != bcast || rank != root;
}

static int is_right(const struct operation *operation, const struct exchange *e, int rank, int size) {
    if (!gets_something(operation, rank, e->root))
        return 1;
    for (int block = 0; block < count_of(operation->received, size); block++) {
        const int from = operation->rooted == ROOT_SENDS ? e->root : source(operation->received, block, rank, size);
        for (int i = 0; i < e->count; i++)
            if (e->receive[block * e->count + i] != expected(operation, from, rank, size, i, e->root))
                return 0;
    }
    return 1;
}

static void fill(const struct operation *operation, const struct exchange *e, int rank, int size) {
    for (int block = 0; block < count_of(operation->sent, size); block++)
        for (int i = 0; i < e->count; i++)
            e->send[block * e->count + i] = element(rank, destination(operation->sent, block, rank, size), i, e->root);
    for (int i = 0; i < count_of(operation->received, size) * e->count; i++)
        e->receive[i] = -1;
}

/* The first root with which this process gets something wrong; NO_ROOT: none. */
static int wrong_root(const struct operation *operation, const struct line *line, MPI_Comm comm) {
    struct exchange e;
    int rank, size, wrong = NO_ROOT;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int room = size > NEIGHBORS ? size : NEIGHBORS;
    e.comm = comm;
    e.count = elements_of(line, sizeof(int));
    e.send = allocate((size_t)e.count * (size_t)room, sizeof(int));
    e.receive = allocate((size_t)e.count * (size_t)room, sizeof(int));
    e.counts = allocate((size_t)room, sizeof(int));
    e.offsets = allocate((size_t)room, sizeof(int));
    e.byte_offsets = allocate((size_t)room, sizeof(int));
    e.types = allocate((size_t)room, sizeof(MPI_Datatype));
    for (int i = 0; i < room; i++) {
        e.counts[i] = e.count;
        e.offsets[i] = i * e.count;
        e.byte_offsets[i] = i * e.count * (int)sizeof(int);
        e.types[i] = MPI_INT;
    }
    for (e.root = 0; e.root < size && e.root < MOST_ROOTS; e.root++) {
        MPI_Request request;
        fill(operation, &e, rank, size);
        alarm(LONGEST);
        operation->begin(&e, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (wrong == NO_ROOT && !is_right(operation, &e, rank, size))
            wrong = e.root;
    }
    free(e.send);
    free(e.receive);
    free(e.counts);
    free(e.offsets);
    free(e.byte_offsets);
    free(e.types);
    return wrong;
}

static void check_line(const struct line *line) {
    int wrong = NO_ROOT, first;
    if (results) {
        fprintf(results, "%s %d %lld", line->operation, line->processes, line->size);
        fflush(results);
    }
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, line->operation) != 0)
            continue;
        MPI_Comm comm = of_line(line);
        if (comm != MPI_COMM_NULL) {
            wrong = wrong_root(&operations[i], line, comm);
            MPI_Comm_free(&comm);
        }
    }
    MPI_Reduce(&wrong, &first, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    alarm(0);
    if (results && first == NO_ROOT)
        fprintf(results, " right\n");
    else if (results)
        fprintf(results, " wrong %d\n", first);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *plan = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (plan && rank == 0)
        results = fopen(argv[2], "w");
    if (!plan || (rank == 0 && !results)) {
        fprintf(stderr, "check_results: no plan, or no file of results\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    run_plan(plan, check_line);
    fclose(plan);
    if (results)
        fclose(results);
    MPI_Finalize();
    return 0;
}
