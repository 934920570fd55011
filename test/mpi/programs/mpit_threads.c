/*
 * Threads that use MPI_T while others communicate: `mpit_threads LEVEL ROUNDS`. With MPI_THREAD_MULTIPLE two threads
 * send, each on communicators that it makes and frees; else the main one does. Two tools' threads bind, start, stop,
 * read and free handles in sessions of their own meanwhile, and begin and end MPI_T themselves. In the end every number
 * is exact.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "mpit.h"

enum { SENDERS = 2, TOOLS = 3, BURST = 8 };

static int rounds;
static count_t expected; /* messages of this process */
static pthread_barrier_t tools_ready;
static atomic_int senders_left;
static MPI_Comm lanes[SENDERS];

/* Messages on communicators that come and go, so that they are new to the counters again and again. */
static void send_round(MPI_Comm lane, int round) {
    MPI_Comm own;
    MPI_Comm_dup(lane, &own);
    for (int i = 0; i < BURST; i++) {
        char out[64] = {0}, in[64];
        MPI_Sendrecv(out, 1 + round % 64, MPI_BYTE, after(rank, 1, size), 0, in, sizeof in, MPI_BYTE,
                     after(rank, -1, size), 0, i % 2 ? own : lane, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&own);
}

static void *send_all(void *lane) {
    for (int round = 0; round < rounds; round++) {
        send_round(*(MPI_Comm *)lane, round);
    }
    senders_left--;
    return NULL;
}

/* A handle of each kind that lives for a moment. */
static void glance(MPI_T_pvar_session session, MPI_Comm *comm) {
    static const char *const names[] = {"monitoring_p2p_sent_messages", "monitoring_p2p_sent_bytes_any",
                                        "monitoring_Bcast_time"};
    static const int classes[] = {MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_AGGREGATE, MPI_T_PVAR_CLASS_TIMER};
    static _Thread_local union {
        count_t counts[4096];
        double times[4096];
    } values;
    for (int i = 0; i < 3; i++) {
        MPI_T_pvar_handle handle;
        int count;
        CHECK(MPI_T_pvar_handle_alloc(session, pvar_index(names[i], classes[i]), comm, &handle, &count));
        REQUIRE(count <= 4096);
        CHECK(MPI_T_pvar_start(session, handle));
        CHECK(MPI_T_pvar_read(session, handle, &values));
        CHECK(MPI_T_pvar_stop(session, handle));
        CHECK(MPI_T_pvar_handle_free(session, &handle));
    }
}

/* From the start on, the high watermark is no lower than any value that is seen. */
static void watch(MPI_T_pvar_session session) {
    MPI_T_pvar_handle level = bind_pvar(session, "monitoring_posted_receives", MPI_T_PVAR_CLASS_LEVEL, NULL, 1);
    MPI_T_pvar_handle high =
        bind_pvar(session, "monitoring_posted_receives_high", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL, 1);
    for (int i = 0; i < 10; i++) {
        CHECK(MPI_T_pvar_reset(session, high));
        CHECK(MPI_T_pvar_start(session, high));
        count_t seen = read_one(session, level);
        REQUIRE(read_one(session, high) >= seen);
        CHECK(MPI_T_pvar_stop(session, high));
    }
    MPI_T_pvar_handle queue = bind_pvar(session, "monitoring_unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, NULL, 1);
    REQUIRE(read_one(session, queue) <= (count_t)SENDERS * rounds * BURST * size);
    CHECK(MPI_T_pvar_handle_free(session, &queue));
    CHECK(MPI_T_pvar_handle_free(session, &high));
    CHECK(MPI_T_pvar_handle_free(session, &level));
}

/* Readings of one handle that is reset each time, beside one that is not: both must come to the same. */
static void *observe(void *nothing) {
    count_t sum = 0;
    MPI_T_pvar_session session;
    MPI_Comm world = MPI_COMM_WORLD;
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle taken =
        bind_pvar(session, "monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    MPI_T_pvar_handle kept =
        bind_pvar(session, "monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    pthread_barrier_wait(&tools_ready);
    for (int left = 1; left;) {
        count_t value = 0;
        MPI_T_pvar_session other;
        left = senders_left; /* after the last message one more round is due */
        CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
        CHECK(MPI_T_pvar_session_create(&other));
        CHECK(MPI_T_pvar_readreset(session, taken, &value));
        sum += value;
        glance(other, &world);
        watch(other);
        CHECK(MPI_T_pvar_session_free(&other));
        CHECK(MPI_T_finalize());
    }
    REQUIRE(sum == expected && read_one(session, kept) == expected);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return nothing;
}

static void run(int level) {
    pthread_t senders[SENDERS], tools[TOOLS];
    senders_left = SENDERS;
    REQUIRE(pthread_barrier_init(&tools_ready, NULL, TOOLS + 1) == 0);
    for (int i = 0; i < TOOLS; i++) {
        REQUIRE(pthread_create(&tools[i], NULL, observe, NULL) == 0);
    }
    pthread_barrier_wait(&tools_ready);
    for (int i = 0; i < SENDERS; i++) {
        if (level == MPI_THREAD_MULTIPLE) {
            REQUIRE(pthread_create(&senders[i], NULL, send_all, &lanes[i]) == 0);
        } else {
            send_all(&lanes[i]);
        }
    }
    for (int i = 0; i < SENDERS && level == MPI_THREAD_MULTIPLE; i++) {
        pthread_join(senders[i], NULL);
    }
    for (int i = 0; i < TOOLS; i++) {
        pthread_join(tools[i], NULL);
    }
}

int main(int argc, char **argv) {
    int provided, level = argc == 3 && strcmp(argv[1], "multiple") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    REQUIRE(argc == 3);
    rounds = atoi(argv[2]);
    MPI_Init_thread(&argc, &argv, level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(provided == level);
    for (int i = 0; i < SENDERS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &lanes[i]);
    }
    expected = (count_t)SENDERS * rounds * BURST;
    run(level);
    for (int i = 0; i < SENDERS; i++) {
        MPI_Comm_free(&lanes[i]);
    }
    return finish();
}
