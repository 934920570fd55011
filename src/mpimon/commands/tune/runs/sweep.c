/*
 * Calls blocking collectives as a plan says, for mpimon tune --offline. Compiled with the installation's mpicc.
 *
 * The first use of memory takes time that is no algorithm's: all buffers are written before, and messages are exchanged
 * for as long as the transport takes another part of its memory for each.
 */
#include "plan.h"

/* Buffers for one line: elements, as many as each process exchanges with each. */
struct buffers {
    void *send, *receive;
    MPI_Datatype type;
    int count;    /* of one process's part */
    int *counts;  /* all of them are `count` */
    int *offsets; /* in elements, and in bytes for MPI_Alltoallw */
    int *byte_offsets;
    MPI_Datatype *types;
};

static void barrier(const struct buffers *b, MPI_Comm comm) {
    (void)b;
    MPI_Barrier(comm);
}
static void bcast(const struct buffers *b, MPI_Comm comm) {
    MPI_Bcast(b->send, b->count, b->type, 0, comm);
}
static void reduce(const struct buffers *b, MPI_Comm comm) {
    MPI_Reduce(b->send, b->receive, b->count, b->type, MPI_SUM, 0, comm);
}
static void allreduce(const struct buffers *b, MPI_Comm comm) {
    MPI_Allreduce(b->send, b->receive, b->count, b->type, MPI_SUM, comm);
}
static void scan(const struct buffers *b, MPI_Comm comm) {
    MPI_Scan(b->send, b->receive, b->count, b->type, MPI_SUM, comm);
}
static void exscan(const struct buffers *b, MPI_Comm comm) {
    MPI_Exscan(b->send, b->receive, b->count, b->type, MPI_SUM, comm);
}
static void gather(const struct buffers *b, MPI_Comm comm) {
    MPI_Gather(b->send, b->count, b->type, b->receive, b->count, b->type, 0, comm);
}
static void gatherv(const struct buffers *b, MPI_Comm comm) {
    MPI_Gatherv(b->send, b->count, b->type, b->receive, b->counts, b->offsets, b->type, 0, comm);
}
static void scatter(const struct buffers *b, MPI_Comm comm) {
    MPI_Scatter(b->send, b->count, b->type, b->receive, b->count, b->type, 0, comm);
}
static void scatterv(const struct buffers *b, MPI_Comm comm) {
    MPI_Scatterv(b->send, b->counts, b->offsets, b->type, b->receive, b->count, b->type, 0, comm);
}
static void allgather(const struct buffers *b, MPI_Comm comm) {
    MPI_Allgather(b->send, b->count, b->type, b->receive, b->count, b->type, comm);
}
static void allgatherv(const struct buffers *b, MPI_Comm comm) {
    MPI_Allgatherv(b->send, b->count, b->type, b->receive, b->counts, b->offsets, b->type, comm);
}
static void alltoall(const struct buffers *b, MPI_Comm comm) {
    MPI_Alltoall(b->send, b->count, b->type, b->receive, b->count, b->type, comm);
}
static void alltoallv(const struct buffers *b, MPI_Comm comm) {
    MPI_Alltoallv(b->send, b->counts, b->offsets, b->type, b->receive, b->counts, b->offsets, b->type, comm);
}
static void alltoallw(const struct buffers *b, MPI_Comm comm) {
    MPI_Alltoallw(b->send, b->counts, b->byte_offsets, b->types, b->receive, b->counts, b->byte_offsets, b->types,
                  comm);
}
static void reduce_scatter(const struct buffers *b, MPI_Comm comm) {
    MPI_Reduce_scatter(b->send, b->receive, b->counts, b->type, MPI_SUM, comm);
}
static void reduce_scatter_block(const struct buffers *b, MPI_Comm comm) {
    MPI_Reduce_scatter_block(b->send, b->receive, b->count, b->type, MPI_SUM, comm);
}
static void neighbor_allgather(const struct buffers *b, MPI_Comm comm) {
    MPI_Neighbor_allgather(b->send, b->count, b->type, b->receive, b->count, b->type, comm);
}
static void neighbor_allgatherv(const struct buffers *b, MPI_Comm comm) {
    MPI_Neighbor_allgatherv(b->send, b->count, b->type, b->receive, b->counts, b->offsets, b->type, comm);
}
static void neighbor_alltoall(const struct buffers *b, MPI_Comm comm) {
    MPI_Neighbor_alltoall(b->send, b->count, b->type, b->receive, b->count, b->type, comm);
}
static void neighbor_alltoallv(const struct buffers *b, MPI_Comm comm) {
    MPI_Neighbor_alltoallv(b->send, b->counts, b->offsets, b->type, b->receive, b->counts, b->offsets, b->type, comm);
}
static void neighbor_alltoallw(const struct buffers *b, MPI_Comm comm) {
    const MPI_Aint offsets[NEIGHBORS] = {0, b->byte_offsets[1]};
    MPI_Neighbor_alltoallw(b->send, b->counts, offsets, b->types, b->receive, b->counts, offsets, b->types, comm);
}

static const struct operation {
    const char *name;
    void (*call)(const struct buffers *, MPI_Comm);
} operations[] = {
    {"Allgather", allgather},
    {"Allgatherv", allgatherv},
    {"Allreduce", allreduce},
    {"Alltoall", alltoall},
    {"Alltoallv", alltoallv},
    {"Alltoallw", alltoallw},
    {"Barrier", barrier},
    {"Bcast", bcast},
    {"Exscan", exscan},
    {"Gather", gather},
    {"Gatherv", gatherv},
    {"Neighbor_allgather", neighbor_allgather},
    {"Neighbor_allgatherv", neighbor_allgatherv},
    {"Neighbor_alltoall", neighbor_alltoall},
    {"Neighbor_alltoallv", neighbor_alltoallv},
    {"Neighbor_alltoallw", neighbor_alltoallw},
    {"Reduce", reduce},
    {"Reduce_scatter", reduce_scatter},
    {"Reduce_scatter_block", reduce_scatter_block},
    {"Scan", scan},
    {"Scatter", scatter},
    {"Scatterv", scatterv},
};

/* Of bytes where integers would be of another size altogether. */
static size_t bytes_of_element(const struct line *line) {
    const long long bytes = elements_of(line, sizeof(int)) * (long long)sizeof(int) * parts_in(line);
    return bin_of(bytes) == bin_of(line->size) ? sizeof(int) : sizeof(char);
}

static void run_calls(const struct operation *operation, const struct line *line, MPI_Comm comm) {
    const size_t element = bytes_of_element(line);
    const int size = line->processes > NEIGHBORS ? line->processes : NEIGHBORS;
    struct buffers b;
    b.type = element == sizeof(int) ? MPI_INT : MPI_UNSIGNED_CHAR;
    b.count = elements_of(line, element);
    b.send = allocate((size_t)b.count * (size_t)size, element);
    b.receive = allocate((size_t)b.count * (size_t)size, element);
    b.counts = allocate((size_t)size, sizeof(int));
    b.offsets = allocate((size_t)size, sizeof(int));
    b.byte_offsets = allocate((size_t)size, sizeof(int));
    b.types = allocate((size_t)size, sizeof(MPI_Datatype));
    for (int i = 0; i < size; i++) {
        b.counts[i] = b.count;
        b.offsets[i] = i * b.count;
        b.byte_offsets[i] = i * b.count * (int)element;
        b.types[i] = b.type;
    }
    for (long long i = 0; i < line->calls; i++)
        operation->call(&b, comm);
    free(b.send);
    free(b.receive);
    free(b.counts);
    free(b.offsets);
    free(b.byte_offsets);
    free(b.types);
}

static void run_line(const struct line *line) {
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, line->operation) != 0)
            continue;
        MPI_Comm comm = of_line(line);
        if (comm != MPI_COMM_NULL) {
            run_calls(&operations[i], line, comm);
            MPI_Comm_free(&comm);
        }
    }
}

/* Exchanges messages with the processes that algorithms reach first: the first messages take longer than later ones. */
static void warm_up(void) {
    enum { BYTES = 8192, MESSAGES = 256 };
    int rank, size;
    char *send = allocate(BYTES, 1), *receive = allocate(BYTES, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int distance = 1; distance < size; distance *= 2)
        for (int i = 0; i < MESSAGES; i++)
            MPI_Sendrecv(send, BYTES, MPI_BYTE, (rank + distance) % size, 0, receive, BYTES, MPI_BYTE,
                         (rank + size - distance) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(send);
    free(receive);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    FILE *plan = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!plan) {
        fprintf(stderr, "sweep: no plan\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    warm_up();
    run_plan(plan, run_line);
    fclose(plan);
    MPI_Finalize();
    return 0;
}
