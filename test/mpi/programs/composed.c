/*
 * Collectives that MPICH composes of others on communicators of its own: `composed TIMES`, each of three kinds of calls
 * on a copy of the world and on its halves in reverse order. Their messages are those of the communicator that was
 * called, so variables bound to it have them: every process gets every broadcast once, and sends its part of every
 * reduction once.
 */
#include "mpit.h"

enum { MOST = 16, BYTES = 1 << 20, INTS = BYTES / sizeof(int) };

static MPI_T_pvar_session session;

struct bound {
    MPI_Comm comm;
    int members, own_rank;
    MPI_T_pvar_handle sent, received;
};

static struct bound bind(MPI_Comm comm) {
    struct bound b = {.comm = comm};
    MPI_Comm_size(comm, &b.members);
    MPI_Comm_rank(comm, &b.own_rank);
    REQUIRE(b.members <= MOST);
    b.sent = bind_pvar(session, "monitoring_coll_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &b.comm, b.members);
    b.received = bind_pvar(session, "monitoring_coll_received_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &b.comm, b.members);
    CHECK(MPI_T_pvar_start(session, b.sent));
    CHECK(MPI_T_pvar_start(session, b.received));
    return b;
}

static count_t sum(const count_t *values, int length) {
    count_t total = 0;
    for (int i = 0; i < length; i++) {
        total += values[i];
    }
    return total;
}

enum known { RECEIVED, SENT };

/* So many messages of BYTES have come to, or gone from, this process; and each is where it belongs on both sides. */
static void require_moved(struct bound *b, enum known known, count_t number) {
    count_t sent[MOST], received[MOST], claimed[MOST];
    CHECK(MPI_T_pvar_read(session, b->received, received));
    CHECK(MPI_T_pvar_read(session, b->sent, sent));
    CHECK(MPI_T_pvar_reset(session, b->received));
    CHECK(MPI_T_pvar_reset(session, b->sent));
    count_t bytes = sum(known == SENT ? sent : received, b->members);
    if (bytes != number * BYTES) {
        fprintf(stderr, "rank %d of %d: %llu bytes, not %llu\n", b->own_rank, b->members, bytes, number * BYTES);
    }
    REQUIRE(bytes == number * BYTES);
    MPI_Alltoall(sent, 1, MPI_UNSIGNED_LONG_LONG, claimed, 1, MPI_UNSIGNED_LONG_LONG, b->comm);
    for (int i = 0; i < b->members; i++) {
        REQUIRE(claimed[i] == received[i]);
    }
    CHECK(MPI_T_pvar_reset(session, b->received));
    CHECK(MPI_T_pvar_reset(session, b->sent));
    MPI_Barrier(MPI_COMM_WORLD);
}

static void call(struct bound *b, int times) {
    static int data[INTS], result[INTS];
    MPI_Request request;
    int is_root = b->own_rank == 0;
    for (int i = 0; i < 3 * times; i++) {
        MPI_Bcast(data, INTS, MPI_INT, 0, b->comm);
    }
    require_moved(b, RECEIVED, is_root ? 0 : 3 * times);
    for (int i = 0; i < times; i++) {
        MPI_Reduce(data, result, INTS, MPI_INT, MPI_SUM, 0, b->comm);
    }
    require_moved(b, SENT, is_root ? 0 : times);
    for (int i = 0; i < times; i++) {
        MPI_Ibcast(data, INTS, MPI_INT, 0, b->comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    require_moved(b, RECEIVED, is_root ? 0 : times);
}

int main(int argc, char **argv) {
    int provided;
    MPI_Comm copy, half;
    start(&argc, &argv);
    int times = argc > 1 ? atoi(argv[1]) : 1;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_name(copy, "copy");
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_set_name(half, rank % 2 ? "odd" : "even");
    struct bound all = bind(copy), part = bind(half);
    call(&all, times);
    call(&part, times);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    return finish();
}
