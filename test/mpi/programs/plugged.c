/*
 * What plugins are told of, with all results checked: `plugged KIND [CALLS]`.
 *
 *   events      communicators made and freed, collective calls of all modes, and regions, as often as is written below
 *   broadcasts  3 messages to the next rank, then CALLS broadcasts over the world
 *   sums        CALLS Allreduces of 4096 bytes over the world
 *   waits       rank 0 waits for CALLS milliseconds for a message
 *   posts       a broadcast, CALLS receives posted, a broadcast, all of them received, and two broadcasts
 */
#define _DEFAULT_SOURCE
#include <string.h>
#include <unistd.h>

#include "../../../include/mpich_monitoring.h"
#include "program.h"

enum { ELEMENTS = 1024 };

static void sum(MPI_Comm comm, int round) {
    int out[ELEMENTS], in[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
        out[i] = rank + round + i;
    }
    MPI_Allreduce(out, in, ELEMENTS, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < ELEMENTS; i++) {
        REQUIRE(in[i] == size * (size - 1) / 2 + size * (round + i));
    }
}

static void broadcast(MPI_Comm comm, int round) {
    const int root = round % size;
    int value = rank == root ? 7 * round : -1;
    MPI_Bcast(&value, 1, MPI_INT, root, comm);
    REQUIRE(value == 7 * round);
}

static void start_barriers(int count) {
    for (int i = 0; i < count; i++) {
        MPI_Request request;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* 2 communicators made and 1 freed, 30 Allreduces, 20 broadcasts, 10 nonblocking barriers, 3 calls of the process with
 * itself, and 4 regions within one. */
static void events(int calls) {
    MPI_Comm copy, part;
    (void)calls;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    for (int i = 0; i < 30; i++) {
        sum(MPI_COMM_WORLD, i);
    }
    MPIMON_REGION_BEGIN("outer");
    for (int i = 0; i < 4; i++) {
        MPIMON_REGION_BEGIN("inner");
        for (int j = 0; j < 5; j++) {
            broadcast(copy, i + j);
        }
        MPIMON_REGION_END("inner");
    }
    MPIMON_REGION_END("outer");
    start_barriers(10);
    for (int i = 0; i < 3; i++) {
        MPI_Barrier(MPI_COMM_SELF);
    }
    MPI_Comm_free(&part);
}

static void broadcasts(int calls) {
    for (int i = 0; i < 3; i++) {
        int in = -1;
        MPI_Sendrecv(&i, 1, MPI_INT, after(rank, 1, size), 0, &in, 1, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        REQUIRE(in == i);
    }
    for (int i = 0; i < calls; i++) {
        broadcast(MPI_COMM_WORLD, i);
    }
}

static void sums(int calls) {
    for (int i = 0; i < calls; i++) {
        sum(MPI_COMM_WORLD, i);
    }
}

static void waits(int calls) {
    if (rank == 1) {
        usleep((unsigned)calls * 1000);
        MPI_Send(&calls, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(&calls, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sends the broadcasts, so it has no receives for these. */
static void posts(int calls) {
    enum { MOST = 100 };
    MPI_Request requests[MOST];
    int in[MOST];
    REQUIRE(calls <= MOST);
    broadcast(MPI_COMM_WORLD, 0);
    for (int i = 0; i < calls; i++) {
        MPI_Irecv(&in[i], 1, MPI_INT, after(rank, -1, size), i, MPI_COMM_WORLD, &requests[i]);
    }
    broadcast(MPI_COMM_WORLD, 0);
    for (int i = 0; i < calls; i++) {
        MPI_Send(&i, 1, MPI_INT, after(rank, 1, size), i, MPI_COMM_WORLD);
    }
    MPI_Waitall(calls, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < calls; i++) {
        REQUIRE(in[i] == i);
    }
    broadcast(MPI_COMM_WORLD, 0);
    broadcast(MPI_COMM_WORLD, 0);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(int calls);
    } kinds[] = {{"events", events}, {"broadcasts", broadcasts}, {"sums", sums}, {"waits", waits}, {"posts", posts}};
    start(&argc, &argv);
    REQUIRE(argc >= 2);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, argv[1]) == 0) {
            kinds[i].run(argc > 2 ? atoi(argv[2]) : 0);
        }
    }
    return finish();
}
