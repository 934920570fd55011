/*
 * Collective operations: `collectives OPERATION MODE COUNT TIMES ROOT`, or `collectives all` for every operation in
 * every mode, on several communicators, in place and not.
 *
 * OPERATION is MPI's name without MPI_ and I, MODE is blocking, nonblocking or persistent. Elements are ints. Where
 * each process has a count of its own (the "v" operations and Reduce_scatter), process r's is COUNT + r; between r and
 * s of Alltoallv and Alltoallw it is COUNT + (r + s) % 3. Neighbours are the next two processes in a ring.
 */
#include <string.h>

#include "program.h"

enum mode { BLOCKING, NONBLOCKING, PERSISTENT, MODES };
enum { MOST_MEMBERS = 64, NEIGHBOURS = 2 };

/* One communicator and the buffers and counts for operations on it. */
struct setting {
    MPI_Comm comm;
    MPI_Comm ring;
    int own_rank, members, count, root;
    int *out, *in;
    int by_rank[MOST_MEMBERS], rank_starts[MOST_MEMBERS]; /* COUNT + r */
    int by_pair[MOST_MEMBERS], pair_starts[MOST_MEMBERS]; /* COUNT + (r + s) % 3 */
    int pair_bytes[MOST_MEMBERS];                         /* the same starts in bytes, as Alltoallw wants them */
    int few[NEIGHBOURS], few_places[NEIGHBOURS];
    MPI_Aint few_bytes[NEIGHBOURS];
    MPI_Datatype types[MOST_MEMBERS];
};

static void set_up(struct setting *s, MPI_Comm comm, int count, int root) {
    memset(s, 0, sizeof *s);
    s->comm = comm;
    s->count = count;
    s->root = root;
    MPI_Comm_rank(comm, &s->own_rank);
    MPI_Comm_size(comm, &s->members);
    REQUIRE(s->members <= MOST_MEMBERS);
    s->out = reserve(sizeof(int) * s->members * (count + s->members + 3));
    s->in = reserve(sizeof(int) * s->members * (count + s->members + 3));
    for (int i = 0, rank_start = 0, pair_start = 0; i < s->members; i++) {
        s->by_rank[i] = count + i;
        s->by_pair[i] = count + (s->own_rank + i) % 3;
        s->rank_starts[i] = rank_start;
        s->pair_starts[i] = pair_start;
        s->pair_bytes[i] = pair_start * (int)sizeof(int);
        rank_start += s->by_rank[i];
        pair_start += s->by_pair[i];
    }
    for (int i = 0; i < MOST_MEMBERS; i++) {
        s->types[i] = MPI_INT;
    }
    int to[NEIGHBOURS], from[NEIGHBOURS];
    for (int i = 0; i < NEIGHBOURS; i++) {
        to[i] = after(s->own_rank, i + 1, s->members);
        from[i] = after(s->own_rank, -i - 1, s->members);
        s->few[i] = count;
        s->few_places[i] = 0;
    }
    MPI_Dist_graph_create_adjacent(comm, NEIGHBOURS, from, MPI_UNWEIGHTED, NEIGHBOURS, to, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &s->ring);
}

static void tear_down(struct setting *s) {
    MPI_Comm_free(&s->ring);
    free(s->out);
    free(s->in);
}

static void repeat(MPI_Request *request, int times) {
    for (int i = 0; i < times; i++) {
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(request);
}

/* Defines `do_OPERATION`, which does it `times` times. */
#define OPERATION(NAME, I_NAME, ...)                                      \
    static void do_##NAME(struct setting *s, enum mode mode, int times) { \
        MPI_Request request;                                              \
        (void)s;                                                          \
        if (mode == PERSISTENT) {                                         \
            MPI_##NAME##_init(__VA_ARGS__, MPI_INFO_NULL, &request);      \
            repeat(&request, times);                                      \
        }                                                                 \
        for (int i = 0; mode == BLOCKING && i < times; i++) {             \
            MPI_##NAME(__VA_ARGS__);                                      \
        }                                                                 \
        for (int i = 0; mode == NONBLOCKING && i < times; i++) {          \
            MPI_##I_NAME(__VA_ARGS__, &request);                          \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                        \
        }                                                                 \
    }

OPERATION(Barrier, Ibarrier, s->comm)
OPERATION(Bcast, Ibcast, s->out, s->count, MPI_INT, s->root, s->comm)
OPERATION(Gather, Igather, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->root, s->comm)
OPERATION(Gatherv, Igatherv, s->out, s->by_rank[s->own_rank], MPI_INT, s->in, s->by_rank, s->rank_starts, MPI_INT,
          s->root, s->comm)
OPERATION(Scatter, Iscatter, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->root, s->comm)
OPERATION(Scatterv, Iscatterv, s->out, s->by_rank, s->rank_starts, MPI_INT, s->in, s->by_rank[s->own_rank], MPI_INT,
          s->root, s->comm)
OPERATION(Allgather, Iallgather, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->comm)
OPERATION(Allgatherv, Iallgatherv, s->out, s->by_rank[s->own_rank], MPI_INT, s->in, s->by_rank, s->rank_starts, MPI_INT,
          s->comm)
OPERATION(Alltoall, Ialltoall, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->comm)
OPERATION(Alltoallv, Ialltoallv, s->out, s->by_pair, s->pair_starts, MPI_INT, s->in, s->by_pair, s->pair_starts,
          MPI_INT, s->comm)
OPERATION(Alltoallw, Ialltoallw, s->out, s->by_pair, s->pair_bytes, s->types, s->in, s->by_pair, s->pair_bytes,
          s->types, s->comm)
OPERATION(Reduce, Ireduce, s->out, s->in, s->count, MPI_INT, MPI_SUM, s->root, s->comm)
OPERATION(Allreduce, Iallreduce, s->out, s->in, s->count, MPI_INT, MPI_SUM, s->comm)
OPERATION(Reduce_scatter, Ireduce_scatter, s->out, s->in, s->by_rank, MPI_INT, MPI_SUM, s->comm)
OPERATION(Reduce_scatter_block, Ireduce_scatter_block, s->out, s->in, s->count, MPI_INT, MPI_SUM, s->comm)
OPERATION(Scan, Iscan, s->out, s->in, s->count, MPI_INT, MPI_SUM, s->comm)
OPERATION(Exscan, Iexscan, s->out, s->in, s->count, MPI_INT, MPI_SUM, s->comm)
OPERATION(Neighbor_allgather, Ineighbor_allgather, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->ring)
OPERATION(Neighbor_allgatherv, Ineighbor_allgatherv, s->out, s->count, MPI_INT, s->in, s->few, s->few_places, MPI_INT,
          s->ring)
OPERATION(Neighbor_alltoall, Ineighbor_alltoall, s->out, s->count, MPI_INT, s->in, s->count, MPI_INT, s->ring)
OPERATION(Neighbor_alltoallv, Ineighbor_alltoallv, s->out, s->few, s->few_places, MPI_INT, s->in, s->few, s->few_places,
          MPI_INT, s->ring)
OPERATION(Neighbor_alltoallw, Ineighbor_alltoallw, s->out, s->few, s->few_bytes, s->types, s->in, s->few, s->few_bytes,
          s->types, s->ring)

#define ENTRY(NAME) \
    { #NAME, do_##NAME }
static const struct {
    const char *name;
    void (*run)(struct setting *, enum mode, int times);
} operations[] = {ENTRY(Barrier),
                  ENTRY(Bcast),
                  ENTRY(Gather),
                  ENTRY(Gatherv),
                  ENTRY(Scatter),
                  ENTRY(Scatterv),
                  ENTRY(Allgather),
                  ENTRY(Allgatherv),
                  ENTRY(Alltoall),
                  ENTRY(Alltoallv),
                  ENTRY(Alltoallw),
                  ENTRY(Reduce),
                  ENTRY(Allreduce),
                  ENTRY(Reduce_scatter),
                  ENTRY(Reduce_scatter_block),
                  ENTRY(Scan),
                  ENTRY(Exscan),
                  ENTRY(Neighbor_allgather),
                  ENTRY(Neighbor_allgatherv),
                  ENTRY(Neighbor_alltoall),
                  ENTRY(Neighbor_alltoallv),
                  ENTRY(Neighbor_alltoallw)};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* Each operation a number of times of its own in each mode. */
static void every_operation(MPI_Comm comm, int count, int root) {
    struct setting s;
    set_up(&s, comm, count, root);
    for (int i = 0; i < OPERATIONS; i++) {
        for (int mode = 0; mode < MODES; mode++) {
            operations[i].run(&s, (enum mode)mode, 1 + (i + mode) % 3);
        }
    }
    tear_down(&s);
}

static void in_place(void) {
    struct setting s;
    set_up(&s, MPI_COMM_WORLD, 5, 0);
    int is_root = rank == s.root;
    MPI_Gather(is_root ? MPI_IN_PLACE : s.out, 5, MPI_INT, s.in, 5, MPI_INT, s.root, s.comm);
    MPI_Gatherv(is_root ? MPI_IN_PLACE : s.out, s.by_rank[rank], MPI_INT, s.in, s.by_rank, s.rank_starts, MPI_INT,
                s.root, s.comm);
    MPI_Scatter(s.out, 5, MPI_INT, is_root ? MPI_IN_PLACE : s.in, 5, MPI_INT, s.root, s.comm);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, 5, MPI_INT, s.comm);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, s.by_rank, s.rank_starts, MPI_INT, s.comm);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, 5, MPI_INT, s.comm);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, s.in, s.by_pair, s.pair_starts, MPI_INT, s.comm);
    MPI_Reduce(is_root ? MPI_IN_PLACE : s.out, s.in, 5, MPI_INT, MPI_SUM, s.root, s.comm);
    MPI_Allreduce(MPI_IN_PLACE, s.in, 5, MPI_INT, MPI_SUM, s.comm);
    MPI_Scan(MPI_IN_PLACE, s.in, 5, MPI_INT, MPI_SUM, s.comm);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, s.in, 5, MPI_INT, MPI_SUM, s.comm);
    tear_down(&s);
}

/* Both groups of an inter-communicator take part; data goes from one group to the other. */
static void between_groups(void) {
    MPI_Comm half, bridge;
    int value = rank, values[MOST_MEMBERS], own_rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &bridge);
    MPI_Comm_rank(half, &own_rank);
    MPI_Barrier(bridge);
    MPI_Bcast(&value, 1, MPI_INT, rank % 2 ? 0 : own_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, bridge);
    MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, bridge);
    MPI_Allgather(&rank, 1, MPI_INT, values, 1, MPI_INT, bridge);
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&half);
}

static void everything(void) {
    MPI_Comm copy, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    every_operation(MPI_COMM_WORLD, 3, 0);
    every_operation(copy, 1000, size - 1);
    every_operation(half, 1, 0);
    every_operation(MPI_COMM_SELF, 2, 0);
    in_place();
    between_groups();
    MPI_Comm_free(&copy);
    MPI_Comm_free(&half);
}

static void one_operation(char **arguments) {
    static const char *const modes[MODES] = {"blocking", "nonblocking", "persistent"};
    int operation = 0, mode = 0;
    while (operation < OPERATIONS && strcmp(operations[operation].name, arguments[0]) != 0) {
        operation++;
    }
    while (mode < MODES && strcmp(modes[mode], arguments[1]) != 0) {
        mode++;
    }
    REQUIRE(operation < OPERATIONS && mode < MODES);
    struct setting s;
    set_up(&s, MPI_COMM_WORLD, atoi(arguments[2]), atoi(arguments[4]));
    operations[operation].run(&s, (enum mode)mode, atoi(arguments[3]));
    tear_down(&s);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    if (argc == 6) {
        one_operation(argv + 1);
    } else {
        REQUIRE(argc == 2 && strcmp(argv[1], "all") == 0);
        everything();
    }
    return finish();
}
