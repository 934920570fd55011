/*
 * storm_messages own|one: eight threads in every process send in bursts, in every way that there is, over a
 * communicator of each thread's own, or all over the world's; with their own also collectively. When the threads have
 * ended, others do the same once more.
 */
#include "storm.h"

enum { GENERATIONS = 2, BURST = 25, TURNS = 4, LARGEST = 70000 };

static MPI_Comm own[THREADS];
static int is_own;

/* The communicator, buffers and requests of a burst. */
struct burst {
    struct worker *worker;
    MPI_Comm comm;
    int to, from, tag, bytes;
    char *out, *in;
    MPI_Request requests[2 * BURST];
};

static char *buffer_of(struct burst *burst, int i) {
    return burst->in + (size_t)i * LARGEST;
}

static void receive_all(struct burst *burst, int from) {
    for (int i = 0; i < BURST; i++) {
        MPI_Irecv(buffer_of(burst, i), LARGEST, MPI_BYTE, from, burst->tag, burst->comm, &burst->requests[BURST + i]);
    }
}

/* Sends one message; `i` is its number. */
static void send(struct burst *burst, int i) {
    MPI_Isend(burst->out, burst->bytes, MPI_BYTE, burst->to, burst->tag, burst->comm, &burst->requests[i]);
    count(&burst->worker->sent[burst->to], (unsigned)burst->bytes);
}

static void send_all(struct burst *burst) {
    for (int i = 0; i < BURST; i++) {
        send(burst, i);
    }
}

static void wait_for_sends(struct burst *burst) {
    MPI_Waitall(BURST, burst->requests, MPI_STATUSES_IGNORE);
}

static void wait_for_all(struct burst *burst) {
    MPI_Waitall(2 * BURST, burst->requests, MPI_STATUSES_IGNORE);
}

static void posted_first(struct burst *burst) {
    receive_all(burst, burst->from);
    send_all(burst);
    wait_for_all(burst);
}

static void sent_first(struct burst *burst) {
    send_all(burst);
    receive_all(burst, burst->from);
    wait_for_all(burst);
}

static void from_anybody(struct burst *burst) {
    receive_all(burst, MPI_ANY_SOURCE);
    send_all(burst);
    wait_for_all(burst);
}

static void blocking(struct burst *burst) {
    receive_all(burst, burst->from);
    for (int i = 0; i < BURST; i++) {
        MPI_Send(burst->out, burst->bytes, MPI_BYTE, burst->to, burst->tag, burst->comm);
        count(&burst->worker->sent[burst->to], (unsigned)burst->bytes);
    }
    MPI_Waitall(BURST, burst->requests + BURST, MPI_STATUSES_IGNORE);
}

static void synchronous(struct burst *burst) {
    for (int i = 0; i < BURST; i++) {
        MPI_Issend(burst->out, burst->bytes, MPI_BYTE, burst->to, burst->tag, burst->comm, &burst->requests[i]);
        count(&burst->worker->sent[burst->to], (unsigned)burst->bytes);
    }
    for (int i = 0; i < BURST; i++) {
        MPI_Recv(buffer_of(burst, 0), LARGEST, MPI_BYTE, burst->from, burst->tag, burst->comm, MPI_STATUS_IGNORE);
    }
    wait_for_sends(burst);
}

static void both_ways(struct burst *burst) {
    for (int i = 0; i < TURNS; i++) {
        MPI_Sendrecv(burst->out, burst->bytes, MPI_BYTE, burst->to, burst->tag, burst->in, LARGEST, MPI_BYTE,
                     burst->from, burst->tag, burst->comm, MPI_STATUS_IGNORE);
        count(&burst->worker->sent[burst->to], (unsigned)burst->bytes);
    }
}

static void persistent(struct burst *burst) {
    for (int i = 0; i < BURST; i++) {
        MPI_Send_init(burst->out, burst->bytes, MPI_BYTE, burst->to, burst->tag, burst->comm, &burst->requests[i]);
        MPI_Recv_init(buffer_of(burst, i), LARGEST, MPI_BYTE, burst->from, burst->tag, burst->comm,
                      &burst->requests[BURST + i]);
    }
    for (int start = 0; start < 2; start++) {
        MPI_Startall(2 * BURST, burst->requests);
        wait_for_all(burst);
        for (int i = 0; i < BURST; i++) {
            count(&burst->worker->sent[burst->to], (unsigned)burst->bytes);
        }
    }
    for (int i = 0; i < 2 * BURST; i++) {
        MPI_Request_free(&burst->requests[i]);
    }
}

static void probed(struct burst *burst) {
    MPI_Status status;
    send_all(burst);
    for (int i = 0; i < BURST; i++) {
        MPI_Probe(burst->from, burst->tag, burst->comm, &status);
        MPI_Recv(buffer_of(burst, 0), LARGEST, MPI_BYTE, status.MPI_SOURCE, burst->tag, burst->comm, MPI_STATUS_IGNORE);
    }
    wait_for_sends(burst);
}

static void matched(struct burst *burst) {
    MPI_Message message;
    send_all(burst);
    for (int i = 0; i < BURST; i++) {
        MPI_Mprobe(burst->from, burst->tag, burst->comm, &message, MPI_STATUS_IGNORE);
        if (i % 2) {
            MPI_Mrecv(buffer_of(burst, i), LARGEST, MPI_BYTE, &message, MPI_STATUS_IGNORE);
            burst->requests[BURST + i] = MPI_REQUEST_NULL;
        } else {
            MPI_Imrecv(buffer_of(burst, i), LARGEST, MPI_BYTE, &message, &burst->requests[BURST + i]);
        }
    }
    wait_for_all(burst);
}

static void to_itself(struct burst *burst) {
    struct burst mine = *burst;
    mine.to = mine.from = rank;
    posted_first(&mine);
    sent_first(&mine);
    mine.to = mine.from = 0; /* the only rank of MPI_COMM_SELF */
    mine.comm = MPI_COMM_SELF;
    for (int i = 0; i < BURST; i++) {
        MPI_Irecv(buffer_of(&mine, i), LARGEST, MPI_BYTE, 0, mine.tag, mine.comm, &mine.requests[BURST + i]);
        MPI_Isend(mine.out, mine.bytes, MPI_BYTE, 0, mine.tag, mine.comm, &mine.requests[i]);
        count(&mine.worker->sent[rank], (unsigned)mine.bytes);
    }
    wait_for_all(&mine);
}

/* Over a communicator that the thread makes while others do. */
static void on_a_new_communicator(struct burst *burst) {
    struct burst other = *burst;
    if (is_own) {
        MPI_Comm_dup(burst->comm, &other.comm);
    } else {
        MPI_Group group;
        MPI_Comm_group(burst->comm, &group);
        MPI_Comm_create_group(burst->comm, group, burst->tag, &other.comm);
        MPI_Group_free(&group);
    }
    posted_first(&other);
    MPI_Comm_free(&other.comm);
}

static void collectively(struct burst *burst) {
    double in[3] = {1, 2, 3}, out[3];
    MPI_Request request;
    MPI_Barrier(burst->comm);
    count_call(burst->worker, "Barrier,blocking", 0, 0);
    for (int root = 0; root < size; root++) {
        MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, burst->comm);
        count_call(burst->worker, "Allreduce,blocking", sizeof in, 0);
        MPI_Bcast(burst->in, burst->bytes, MPI_BYTE, root, burst->comm);
        count_call(burst->worker, "Bcast,blocking", (unsigned)burst->bytes, rank == root);
        MPI_Ibcast(burst->in, burst->bytes, MPI_BYTE, root, burst->comm, &request);
        count_call(burst->worker, "Bcast,nonblocking", (unsigned)burst->bytes, rank == root);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce_init(in, out, 3, MPI_DOUBLE, MPI_SUM, burst->comm, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        count_call(burst->worker, "Allreduce,persistent", sizeof in, 0);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void (*const ways[])(struct burst *) = {posted_first, sent_first, from_anybody,         blocking,
                                               synchronous,  both_ways,  persistent,           probed,
                                               matched,      to_itself,  on_a_new_communicator};
enum { WAYS = sizeof ways / sizeof *ways };

static void *storm(void *argument) {
    static const int sizes[] = {0, 1, 100, 4000, LARGEST};
    struct worker *worker = argument;
    struct burst burst = {.worker = worker, .tag = worker->number};
    burst.comm = is_own ? own[worker->number] : MPI_COMM_WORLD;
    burst.to = after(rank, 1, size);
    burst.from = after(rank, -1, size);
    burst.out = reserve(LARGEST);
    burst.in = reserve((size_t)BURST * LARGEST);
    for (int i = 0; i < WAYS; i++) {
        burst.bytes = sizes[(i + worker->number) % (int)(sizeof sizes / sizeof *sizes)];
        ways[i](&burst);
    }
    if (is_own) {
        collectively(&burst);
    }
    free(burst.out);
    free(burst.in);
    return NULL;
}

int main(int argc, char **argv) {
    start_threaded(&argc, &argv);
    REQUIRE(argc == 2);
    is_own = strcmp(argv[1], "own") == 0;
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    }
    for (int i = 0; i < GENERATIONS; i++) {
        begin_threads(storm);
        end_threads();
    }
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_free(&own[i]);
    }
    write_truth();
    return finish();
}
