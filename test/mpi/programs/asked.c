/*
 * What collective calls ask for, pair by pair: Open MPI's variables coll_monitoring_*, read while the program runs, and
 * what they have to be by their definition. `asked rounds` makes the rounds after which every process has the same with
 * every other one; `asked all` every operation in every mode, on communicators of all kinds; `asked prof` the same
 * without looking, and prints what each process asked of the others.
 *
 * Of operations in which each process has a count of its own, what goes from one to another is counted by count_of().
 */
#include "asked.h"

/* The arguments of calls: which member sends how many ints to which is count_of(), else it is `count` ints. */
struct call {
    struct bound *b;
    int count, root, is_root;
    int *out, *in;
    int to[ROOM], from[ROOM], starts[ROOM], bytes[ROOM], shares[ROOM], one_each[ROOM];
    MPI_Aint long_places[ROOM];
    MPI_Datatype types[ROOM];
};

/* Who sends to whom: members of an inter-communicator are those of the other group, and by it each has its number. */
static int number_of(const struct bound *b, int member) {
    return b->to_world[member];
}

static void prepare(struct call *c, struct bound *b, int root) {
    static int out[ROOM * ROOM], in[ROOM * ROOM];
    memset(c, 0, sizeof *c);
    c->b = b;
    c->count = 3;
    c->root = root;
    c->is_root = b->inter ? root == MPI_ROOT : root == b->own_rank;
    c->out = out;
    c->in = in;
    for (int i = 0; i < b->members; i++) {
        c->to[i] = count_of(rank, number_of(b, i));
        c->from[i] = count_of(number_of(b, i), rank);
        c->shares[i] = 2 + i % 3;
    }
    for (int i = 0; i < ROOM; i++) {
        c->starts[i] = ROOM / 2 * i;
        c->bytes[i] = c->starts[i] * (int)sizeof(int);
        c->long_places[i] = c->bytes[i];
        c->types[i] = MPI_INT;
        c->one_each[i] = c->count;
    }
}

static void repeat(MPI_Request *request) {
    MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Request_free(request);
}

/* Defines do_OPERATION(), one call. */
#define OPERATION(NAME, I_NAME, ...)                                 \
    static void do_##NAME(struct call *c, enum mode mode) {          \
        MPI_Request request;                                         \
        (void)c;                                                     \
        if (mode == PERSISTENT) {                                    \
            MPI_##NAME##_init(__VA_ARGS__, MPI_INFO_NULL, &request); \
            repeat(&request);                                        \
        } else if (mode == NONBLOCKING) {                            \
            MPI_##I_NAME(__VA_ARGS__, &request);                     \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                   \
        } else {                                                     \
            MPI_##NAME(__VA_ARGS__);                                 \
        }                                                            \
    }

#define COMM c->b->comm
OPERATION(Barrier, Ibarrier, COMM)
OPERATION(Bcast, Ibcast, c->out, c->count, MPI_INT, c->root, COMM)
OPERATION(Gather, Igather, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, c->root, COMM)
OPERATION(Scatter, Iscatter, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, c->root, COMM)
OPERATION(Allgather, Iallgather, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, COMM)
OPERATION(Alltoall, Ialltoall, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, COMM)
OPERATION(Reduce, Ireduce, c->out, c->in, c->count, MPI_INT, MPI_SUM, c->root, COMM)
OPERATION(Allreduce, Iallreduce, c->out, c->in, c->count, MPI_INT, MPI_SUM, COMM)
OPERATION(Reduce_scatter_block, Ireduce_scatter_block, c->out, c->in, c->count, MPI_INT, MPI_SUM, COMM)
OPERATION(Scan, Iscan, c->out, c->in, c->count, MPI_INT, MPI_SUM, COMM)
OPERATION(Exscan, Iexscan, c->out, c->in, c->count, MPI_INT, MPI_SUM, COMM)
OPERATION(Gatherv, Igatherv, c->out, c->to[0], MPI_INT, c->in, c->from, c->starts, MPI_INT, c->root, COMM)
OPERATION(Scatterv, Iscatterv, c->out, c->to, c->starts, MPI_INT, c->in, c->from[0], MPI_INT, c->root, COMM)
OPERATION(Allgatherv, Iallgatherv, c->out, c->to[0], MPI_INT, c->in, c->from, c->starts, MPI_INT, COMM)
OPERATION(Alltoallv, Ialltoallv, c->out, c->to, c->starts, MPI_INT, c->in, c->from, c->starts, MPI_INT, COMM)
OPERATION(Alltoallw, Ialltoallw, c->out, c->to, c->bytes, c->types, c->in, c->from, c->bytes, c->types, COMM)
OPERATION(Reduce_scatter, Ireduce_scatter, c->out, c->in, c->shares, MPI_INT, MPI_SUM, COMM)
OPERATION(Neighbor_allgather, Ineighbor_allgather, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, COMM)
OPERATION(Neighbor_allgatherv, Ineighbor_allgatherv, c->out, c->count, MPI_INT, c->in, c->one_each, c->starts, MPI_INT,
          COMM)
OPERATION(Neighbor_alltoall, Ineighbor_alltoall, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, COMM)
OPERATION(Neighbor_alltoallv, Ineighbor_alltoallv, c->out, c->to, c->starts, MPI_INT, c->in, c->from, c->starts,
          MPI_INT, COMM)
OPERATION(Neighbor_alltoallw, Ineighbor_alltoallw, c->out, c->to, c->long_places, c->types, c->in, c->from,
          c->long_places, c->types, COMM)

#define ALL_MODES(NAME, KIND, ...)                          \
    for (enum mode mode = BLOCKING; mode < MODES; mode++) { \
        do_##NAME(&c, mode);                                \
        if ((KIND) == ALL_TO_ALL || c.is_root) {            \
            b->kind_calls[KIND]++;                          \
            __VA_ARGS__;                                    \
        }                                                   \
        look(#NAME, b);                                     \
    }
#define EACH_MEMBER for (int i = 0; i < b->members; i++)
#define INTS(NUMBER) (sizeof(int) * (size_t)(NUMBER))

/* Operations that every communicator has. What a Gatherv's or Allgatherv's callers send differs by the caller alone, so
 * there `to` of them all is the first one's. */
static void operations(struct bound *b, int root) {
    struct call c;
    prepare(&c, b, root);
    ALL_MODES(Barrier, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, 0))
    ALL_MODES(Allreduce, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, INTS(c.count)))
    ALL_MODES(Allgather, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, INTS(c.count)))
    ALL_MODES(Alltoall, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, INTS(c.count)))
    ALL_MODES(Alltoallv, ALL_TO_ALL, EACH_MEMBER expect(b, ALL_TO_ALL, i, INTS(c.to[i])))
    ALL_MODES(Alltoallw, ALL_TO_ALL, EACH_MEMBER expect(b, ALL_TO_ALL, i, INTS(c.to[i])))
    ALL_MODES(Bcast, ONE_TO_ALL, expect_each(b, ONE_TO_ALL, INTS(c.count)))
    ALL_MODES(Scatter, ONE_TO_ALL, expect_each(b, ONE_TO_ALL, INTS(c.count)))
    ALL_MODES(Gather, ALL_TO_ONE, expect_each(b, ALL_TO_ONE, INTS(c.count)))
    ALL_MODES(Reduce, ALL_TO_ONE, expect_each(b, ALL_TO_ONE, INTS(c.count)))
    for (int i = 0; i < MOST; i++) {
        c.from[i] = i < b->members ? 1 + number_of(b, i) % 4 : 0;
        c.to[i] = 1 + rank % 4;
    }
    ALL_MODES(Allgatherv, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, INTS(c.to[0])))
    ALL_MODES(Gatherv, ALL_TO_ONE, EACH_MEMBER expect(b, ALL_TO_ONE, i, INTS(c.from[i])))
    for (int i = 0; i < MOST; i++) {
        c.to[i] = i < b->members ? 1 + number_of(b, i) % 4 : 0;
        c.from[i] = 1 + rank % 4;
    }
    ALL_MODES(Scatterv, ONE_TO_ALL, EACH_MEMBER expect(b, ONE_TO_ALL, i, INTS(c.to[i])))
}

/* Operations that only intra-communicators have: with an order of ranks, or shares of the own group. */
static void operations_within(struct bound *b) {
    struct call c;
    prepare(&c, b, 0);
    ALL_MODES(Reduce_scatter, ALL_TO_ALL, EACH_MEMBER expect(b, ALL_TO_ALL, i, INTS(c.shares[i])))
    ALL_MODES(Reduce_scatter_block, ALL_TO_ALL, expect_each(b, ALL_TO_ALL, INTS(c.count)))
    ALL_MODES(Scan, ALL_TO_ALL,
              for (int i = b->own_rank + 1; i < b->members; i++) expect(b, ALL_TO_ALL, i, INTS(c.count)))
    ALL_MODES(Exscan, ALL_TO_ALL,
              for (int i = b->own_rank + 1; i < b->members; i++) expect(b, ALL_TO_ALL, i, INTS(c.count)))
}

/* With `sources` and `targets`, some of which may be nobody, or the process itself. */
static void operations_of_neighbors(struct bound *b, const int *sources, int in, const int *targets, int out) {
    struct call c;
    prepare(&c, b, 0);
    for (int i = 0; i < in; i++) {
        c.from[i] = sources[i] < 0 ? 1 : count_of(sources[i], b->own_rank);
    }
    for (int i = 0; i < out; i++) {
        c.to[i] = targets[i] < 0 ? 1 : count_of(b->own_rank, targets[i]);
    }
#define EACH_TARGET for (int i = 0; i < out; i++)
    ALL_MODES(Neighbor_allgather, ALL_TO_ALL, EACH_TARGET expect(b, ALL_TO_ALL, targets[i], INTS(c.count)))
    ALL_MODES(Neighbor_allgatherv, ALL_TO_ALL, EACH_TARGET expect(b, ALL_TO_ALL, targets[i], INTS(c.count)))
    ALL_MODES(Neighbor_alltoall, ALL_TO_ALL, EACH_TARGET expect(b, ALL_TO_ALL, targets[i], INTS(c.count)))
    ALL_MODES(Neighbor_alltoallv, ALL_TO_ALL, EACH_TARGET expect(b, ALL_TO_ALL, targets[i], INTS(c.to[i])))
    ALL_MODES(Neighbor_alltoallw, ALL_TO_ALL, EACH_TARGET expect(b, ALL_TO_ALL, targets[i], INTS(c.to[i])))
}

static void all_of(MPI_Comm comm) {
    struct bound b;
    begin(&b, comm);
    operations(&b, 0);
    operations(&b, b.members - 1);
    operations_within(&b);
    end(&b);
}

static void cart(void) {
    struct bound b;
    MPI_Comm grid;
    int extents[2] = {size, 1}, periods[2] = {0, 1}, neighbors[4];
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periods, 0, &grid);
    MPI_Comm_set_name(grid, "grid");
    begin(&b, grid);
    for (int dimension = 0; dimension < 2; dimension++) {
        MPI_Cart_shift(grid, dimension, 1, &neighbors[2 * dimension], &neighbors[2 * dimension + 1]);
    }
    operations_of_neighbors(&b, neighbors, 4, neighbors, 4);
    end(&b);
    MPI_Comm_free(&grid);
}

/* Each process is a neighbour of the next two in a ring, and of itself. */
static void graph(void) {
    struct bound b;
    MPI_Comm ring;
    int targets[3] = {after(rank, 1, size), after(rank, 2, size), rank};
    int sources[3] = {after(rank, -1, size), after(rank, -2, size), rank};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, targets, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
    begin(&b, ring);
    operations_of_neighbors(&b, sources, 3, targets, 3);
    end(&b);
    MPI_Comm_free(&ring);
}

/* Each group tells its own shares, and as many of both groups' members have one; the results are as long. */
static void shares_between_groups(struct bound *b) {
    struct call c;
    int own, sharing;
    prepare(&c, b, 0);
    MPI_Comm_size(b->comm, &own);
    sharing = own < b->members ? own : b->members;
    for (int i = 0; i < MOST; i++)
        c.shares[i] = i < sharing ? 2 + i : 0;
    ALL_MODES(Reduce_scatter, ALL_TO_ALL, EACH_MEMBER expect(b, ALL_TO_ALL, i, INTS(c.shares[i])))
}

/* The lower half of the world and the upper one; the root is the lower half's second process, or its only one. */
static void between_groups(void) {
    struct bound b;
    MPI_Comm half, inter;
    int lower = size / 2, is_lower = rank<lower, root_rank = lower> 1 ? 1 : 0;
    MPI_Comm_split(MPI_COMM_WORLD, is_lower, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_lower ? lower : 0, 0, &inter);
    begin(&b, inter);
    shares_between_groups(&b);
    operations(&b, is_lower ? (b.own_rank == root_rank ? MPI_ROOT : MPI_PROC_NULL) : root_rank);
    end(&b);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Communicators of the world's processes: all of them, in the same order, in two parts of another order. */
static void each_communicator(void (*run)(MPI_Comm)) {
    MPI_Comm copy, part;
    run(MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    run(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    run(part);
    MPI_Comm_free(&part);
}

static void rounds(MPI_Comm comm) {
    struct bound b;
    struct call c;
    begin(&b, comm);
    for (int root = 0; root < b.members; root++) {
        prepare(&c, &b, root);
        do_Allgather(&c, BLOCKING);
        do_Scatter(&c, BLOCKING);
        do_Allreduce(&c, BLOCKING);
        do_Alltoall(&c, BLOCKING);
        do_Bcast(&c, BLOCKING);
        do_Barrier(&c, BLOCKING);
        do_Gather(&c, BLOCKING);
        do_Reduce(&c, BLOCKING);
    }
    for (int i = 0; i < b.members; i++) {
        b.messages[i] = i == b.own_rank ? 0 : (b.members + 1) * 4;
        b.bytes[i] = i == b.own_rank ? 0 : (b.members * 3 + 4) * INTS(c.count);
    }
    require_same("messages", b.handles[0], b.messages, b.members);
    require_same("bytes", b.handles[1], b.bytes, b.members);
    end(&b);
}

static void all(void) {
    each_communicator(all_of);
    cart();
    graph();
    if (size > 1) {
        between_groups();
    }
}

int main(int argc, char **argv) {
    int provided;
    MPI_Comm world = MPI_COMM_WORLD;
    start(&argc, &argv);
    REQUIRE(argc == 2 && size <= MOST);
    looking = strcmp(argv[1], "prof") != 0;
    if (looking) {
        CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
        CHECK(MPI_T_pvar_session_create(&session));
        bind_both(&world, size, world_handles);
    }
    if (strcmp(argv[1], "rounds") == 0) {
        each_communicator(rounds);
    } else {
        all();
    }
    for (int i = 0; !looking && i < size; i++) {
        printf("%d %d %llu %llu\n", rank, i, world_messages[i], world_bytes[i]);
    }
    if (looking) {
        CHECK(MPI_T_pvar_session_free(&session));
        CHECK(MPI_T_finalize());
    }
    return finish();
}
