/*
 * The counters of a communicator and of a window, read through MPI_T while the program runs: world, self, a copy, a
 * split in reverse order, an inter-communicator, a window. Every process sends r + 1 messages of 10 * (r + 1) bytes to
 * member r.
 */
#include "mpit.h"

enum { MOST = 64 };

static MPI_T_pvar_session session;

/* What was counted on one communicator; `any`: what its members got on whatever communicator. */
struct bound {
    MPI_T_pvar_handle messages, bytes, received, received_bytes, any;
    int members, own_rank;
    int inter;
    count_t before[MOST];
};

static struct bound bind_comm(MPI_Comm *comm) {
    struct bound b;
    MPI_Comm_test_inter(*comm, &b.inter);
    MPI_Comm_rank(*comm, &b.own_rank);
    if (b.inter) {
        MPI_Comm_remote_size(*comm, &b.members);
    } else {
        MPI_Comm_size(*comm, &b.members);
    }
    REQUIRE(b.members <= MOST);
    b.messages = bind_pvar(session, "monitoring_p2p_sent_messages", MPI_T_PVAR_CLASS_COUNTER, comm, b.members);
    b.bytes = bind_pvar(session, "monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, comm, b.members);
    b.received = bind_pvar(session, "monitoring_p2p_received_messages", MPI_T_PVAR_CLASS_COUNTER, comm, b.members);
    b.received_bytes = bind_pvar(session, "monitoring_p2p_received_bytes", MPI_T_PVAR_CLASS_AGGREGATE, comm, b.members);
    b.any = bind_pvar(session, "monitoring_p2p_sent_messages_any", MPI_T_PVAR_CLASS_COUNTER, comm, b.members);
    return b;
}

static void traffic(MPI_Comm comm, const struct bound *b) {
    static char out[10 * MOST], in[10 * MOST];
    int from_each = b->own_rank + 1;
    MPI_Request requests[2 * MOST * MOST];
    int pending = 0;
    for (int r = 0; r < b->members; r++) {
        for (int i = 0; i < from_each; i++) {
            MPI_Irecv(in, sizeof in, MPI_BYTE, r, 0, comm, &requests[pending++]);
        }
        for (int i = 0; i <= r; i++) {
            MPI_Isend(out, 10 * (r + 1), MPI_BYTE, r, 0, comm, &requests[pending++]);
        }
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

/* The counters are exactly what traffic() does, `times` times. */
static void require_counted(const struct bound *b, int times) {
    count_t messages[MOST], bytes[MOST], received[MOST], received_bytes[MOST];
    CHECK(MPI_T_pvar_read(session, b->messages, messages));
    CHECK(MPI_T_pvar_read(session, b->bytes, bytes));
    CHECK(MPI_T_pvar_read(session, b->received, received));
    CHECK(MPI_T_pvar_read(session, b->received_bytes, received_bytes));
    for (int r = 0; r < b->members; r++) {
        REQUIRE(messages[r] == (count_t)times * (r + 1));
        REQUIRE(bytes[r] == (count_t)times * (r + 1) * 10 * (r + 1));
        REQUIRE(received[r] == (count_t)times * (b->own_rank + 1));
        REQUIRE(received_bytes[r] == (count_t)times * (b->own_rank + 1) * 10 * (b->own_rank + 1));
    }
}

static void check_window(void) {
    int *memory;
    MPI_Win win, other;
    count_t sent[MOST], got[MOST];
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &other);
    MPI_T_pvar_handle to = bind_pvar(session, "monitoring_win_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &win, size);
    MPI_T_pvar_handle from =
        bind_pvar(session, "monitoring_win_received_messages", MPI_T_PVAR_CLASS_COUNTER, &win, size);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    int value = 1, fetched[2];
    for (int i = 0; i < 3; i++) {
        MPI_Put(&value, 1, MPI_INT, after(rank, 1, size), 0, 1, MPI_INT, win);
    }
    MPI_Get(fetched, 2, MPI_INT, after(rank, 1, size), 8, 2, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, after(rank, 1, size), 0, 1, MPI_INT, other);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    CHECK(MPI_T_pvar_read(session, to, sent));
    CHECK(MPI_T_pvar_read(session, from, got));
    for (int r = 0; r < size; r++) {
        REQUIRE(sent[r] == (r == after(rank, 1, size) ? 3 * sizeof(int) : 0));
        REQUIRE(got[r] == (r == after(rank, 1, size) ? 1 : 0));
    }
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    REQUIRE(MPI_T_pvar_read(session, to, sent) == MPI_T_ERR_INVALID_HANDLE);
}

/* Of many copies that are made one after the other the last ones are one communicator to the counters, not to handles.
 */
static void check_copies(void) {
    MPI_T_pvar_handle before = MPI_T_PVAR_HANDLE_NULL;
    for (int i = 0; i < 80; i++) {
        MPI_Comm copy;
        count_t values[MOST];
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        if (i > 0) {
            REQUIRE(MPI_T_pvar_read(session, before, values) == MPI_T_ERR_INVALID_HANDLE);
            CHECK(MPI_T_pvar_handle_free(session, &before));
        }
        before = bind_pvar(session, "monitoring_p2p_sent_messages", MPI_T_PVAR_CLASS_COUNTER, &copy, size);
        MPI_Comm_free(&copy);
    }
    CHECK(MPI_T_pvar_handle_free(session, &before));
}

static void check_collectives(MPI_Comm comm) {
    static count_t calls[1024], bytes[1024];
    static double seconds[1024];
    int count, data[4] = {0};
    count_t all_calls = 0, all_bytes = 0;
    double all_seconds = 0;
    MPI_T_pvar_handle handles[3];
    CHECK(MPI_T_pvar_handle_alloc(session, pvar_index("monitoring_Bcast_calls", MPI_T_PVAR_CLASS_COUNTER), &comm,
                                  &handles[0], &count));
    REQUIRE(count > 100 && count <= 1024);
    CHECK(MPI_T_pvar_handle_alloc(session, pvar_index("monitoring_Bcast_bytes", MPI_T_PVAR_CLASS_AGGREGATE), &comm,
                                  &handles[1], &count));
    CHECK(MPI_T_pvar_handle_alloc(session, pvar_index("monitoring_Bcast_time", MPI_T_PVAR_CLASS_TIMER), &comm,
                                  &handles[2], &count));
    for (int i = 0; i < 3; i++) {
        CHECK(MPI_T_pvar_start(session, handles[i]));
    }
    for (int i = 0; i < 5; i++) {
        MPI_Bcast(data, 4, MPI_INT, 0, comm);
    }
    MPI_Bcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(comm);
    CHECK(MPI_T_pvar_read(session, handles[0], calls));
    CHECK(MPI_T_pvar_read(session, handles[1], bytes));
    CHECK(MPI_T_pvar_read(session, handles[2], seconds));
    for (int i = 0; i < count; i++) {
        all_calls += calls[i];
        all_bytes += bytes[i];
        all_seconds += seconds[i];
        REQUIRE((calls[i] > 0) == (seconds[i] > 0));
    }
    REQUIRE(all_calls == 5 && all_bytes == 5 * 4 * sizeof(int) && all_seconds < 10);
    for (int i = 0; i < 3; i++) {
        CHECK(MPI_T_pvar_handle_free(session, &handles[i]));
    }
}

/* Broadcasts of none, 16 and 100 bytes: in the bins of numbers with 0, 5 and 7 bits. A nonblocking one has no time, nor
 * has one that ends before MPICH looks for an algorithm. */
static void check_collective_sizes(MPI_Comm comm) {
    enum { BINS = 65 };
    static const struct { int bin, calls, bytes; } expected[] = {{0, 1, 0}, {5, 6, 6 * 16}, {7, 3, 3 * 100}};
    count_t calls[BINS], bytes[BINS];
    double seconds[BINS];
    char data[100] = {0};
    MPI_Request request;
    MPI_T_pvar_handle handles[3] = {
        bind_pvar(session, "monitoring_Bcast_calls_by_size", MPI_T_PVAR_CLASS_COUNTER, &comm, BINS),
        bind_pvar(session, "monitoring_Bcast_bytes_by_size", MPI_T_PVAR_CLASS_AGGREGATE, &comm, BINS),
        bind_pvar(session, "monitoring_Bcast_time_by_size", MPI_T_PVAR_CLASS_TIMER, &comm, BINS)};
    for (int i = 0; i < 3; i++) {
        CHECK(MPI_T_pvar_start(session, handles[i]));
    }
    for (int i = 0; i < 5; i++) {
        MPI_Bcast(data, 4, MPI_INT, 0, comm);
    }
    MPI_Ibcast(data, 16, MPI_BYTE, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++) {
        MPI_Bcast(data, 100, MPI_BYTE, size - 1, comm);
    }
    MPI_Bcast(data, 0, MPI_BYTE, 0, comm);
    MPI_Bcast(data, 16, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(MPI_T_pvar_read(session, handles[0], calls));
    CHECK(MPI_T_pvar_read(session, handles[1], bytes));
    CHECK(MPI_T_pvar_read(session, handles[2], seconds));
    for (int bin = 0, next = 0; bin < BINS; bin++) {
        const int is_expected = next < 3 && bin == expected[next].bin;
        REQUIRE(calls[bin] == (is_expected ? (count_t)expected[next].calls : 0));
        REQUIRE(bytes[bin] == (is_expected ? (count_t)expected[next].bytes : 0));
        const int takes_time = is_expected && (bin > 0 || !BCAST_ENDS_WITHOUT_DATA);
        REQUIRE(seconds[bin] < 10 && (seconds[bin] > 0) == takes_time);
        next += is_expected;
    }
    for (int i = 0; i < 3; i++) {
        CHECK(MPI_T_pvar_handle_free(session, &handles[i]));
    }
}

int main(int argc, char **argv) {
    int provided;
    MPI_Comm comms[5];
    struct bound bounds[5];
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    comms[0] = MPI_COMM_WORLD;
    comms[1] = MPI_COMM_SELF;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[3]);
    /* The leader of each half is its highest rank. */
    MPI_Intercomm_create(comms[3], 0, MPI_COMM_WORLD, size - 1 - (rank % 2 != size % 2), 0, &comms[4]);
    for (int i = 0; i < 5; i++) {
        bounds[i] = bind_comm(&comms[i]);
    }
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    for (int times = 1; times <= 2; times++) {
        for (int i = 0; i < 5; i++) {
            traffic(comms[i], &bounds[i]);
        }
        for (int i = 0; i < 5; i++) {
            require_counted(&bounds[i], times);
        }
    }
    count_t any[MOST], sent[5][MOST];
    CHECK(MPI_T_pvar_read(session, bounds[1].any, any));
    for (int i = 0; i < 5; i++) {
        CHECK(MPI_T_pvar_read(session, bounds[i].messages, sent[i]));
    }
    REQUIRE(any[0] == sent[0][rank] + sent[1][0] + sent[2][rank] + sent[3][bounds[3].own_rank]);
    check_collectives(comms[2]);
    check_collective_sizes(comms[2]);
    check_window();
    check_copies();
    MPI_Comm_free(&comms[2]);
    REQUIRE(MPI_T_pvar_read(session, bounds[2].messages, any) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    MPI_Comm_free(&comms[4]);
    MPI_Comm_free(&comms[3]);
    return finish();
}
