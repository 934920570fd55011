/*
 * Collective calls and messages, with all results checked, while somebody changes settings: `steered KIND FOLDER`. Goes
 * on until there is a file FOLDER/end, which the ranks find at the same call, but for `computes`.
 *
 *   broadcasts  one after the other over the world
 *   traffic     also others, nonblocking ones, over parts of the world, and messages in a ring
 *   overtakes   rank 0 begins a nonblocking broadcast over a copy of the world before every other call over the world,
 *               the others after it
 *   duplicates  MPI_Comm_idup, then broadcasts
 *   threads     with MPI_THREAD_MULTIPLE, broadcasts
 *   messages    a ring, without collective calls
 *   computes    rank 0 computes, and the others wait for it
 *
 * Rank 0 makes a file FOLDER/runs when all have begun. At the end it prints how many calls over the world there were.
 */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "program.h"

enum { ELEMENTS = 64 };

static const char *folder;
static unsigned long long world_calls;

static int there_is(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void make(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    fclose(fopen(path, "w"));
}

static void fill(int *values, int root, int round) {
    for (int i = 0; i < ELEMENTS; i++) {
        values[i] = root * 1000003 + round * 1009 + i;
    }
}

static void check(const int *values, int root, int round) {
    for (int i = 0; i < ELEMENTS; i++) {
        REQUIRE(values[i] == root * 1000003 + round * 1009 + i);
    }
}

static void broadcast(MPI_Comm comm, int own, int members, int round) {
    int values[ELEMENTS] = {0};
    const int root = round % members;
    if (own == root) {
        fill(values, root, round);
    }
    MPI_Bcast(values, ELEMENTS, MPI_INT, root, comm);
    check(values, root, round);
}

/* Whether all see the end: a call over the world. */
static int is_end(int round) {
    int end = rank == 0 && round % 8 == 0 && there_is("end");
    MPI_Bcast(&end, 1, MPI_INT, 0, MPI_COMM_WORLD);
    world_calls++;
    return end;
}

static void ring(int round) {
    int out[ELEMENTS], in[ELEMENTS];
    const int before = after(rank, -1, size);
    fill(out, rank, round);
    MPI_Sendrecv(out, ELEMENTS, MPI_INT, after(rank, 1, size), 0, in, ELEMENTS, MPI_INT, before, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    check(in, before, round);
}

static void broadcasts(void) {
    for (int round = 0; !is_end(round); round++) {
        broadcast(MPI_COMM_WORLD, rank, size, round);
        world_calls++;
    }
}

static void reduce_and_gather(int round) {
    int sum = 0, own = rank + round, all[64];
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    REQUIRE(sum == size * (size - 1) / 2 + size * round);
    MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        REQUIRE(all[i] == i + round);
    }
    world_calls += 2;
}

static void traffic(void) {
    MPI_Comm part;
    int part_rank, part_size;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_rank(part, &part_rank);
    MPI_Comm_size(part, &part_size);
    for (int round = 0; !is_end(round); round++) {
        int values[ELEMENTS] = {0};
        MPI_Request request;
        if (rank == round % size) {
            fill(values, rank, round);
        }
        MPI_Ibcast(values, ELEMENTS, MPI_INT, round % size, MPI_COMM_WORLD, &request);
        broadcast(part, part_rank, part_size, round);
        ring(round);
        reduce_and_gather(round);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(values, round % size, round);
    }
    MPI_Comm_free(&part);
}

static void overtakes(void) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int round = 0; !is_end(round); round++) {
        int values[ELEMENTS] = {0};
        MPI_Request request;
        if (rank == 0) {
            fill(values, 0, round);
            MPI_Ibcast(values, ELEMENTS, MPI_INT, 0, copy, &request);
        }
        broadcast(MPI_COMM_WORLD, rank, size, round);
        world_calls++;
        if (rank != 0) {
            MPI_Ibcast(values, ELEMENTS, MPI_INT, 0, copy, &request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(values, 0, round);
    }
    MPI_Comm_free(&copy);
}

static void duplicates(void) {
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    broadcasts();
    MPI_Comm_free(&copy);
}

/* Rank 0 tells the others by messages whether this is the end. */
static int is_told_end(void) {
    int end = 0;
    if (rank != 0) {
        MPI_Recv(&end, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return end;
    }
    end = there_is("end");
    for (int other = 1; other < size; other++) {
        MPI_Send(&end, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
    }
    return end;
}

static void messages(void) {
    for (int round = 0; !is_told_end(); round++) {
        ring(round);
        usleep(1000);
    }
}

static void computes(void) {
    while (rank == 0 && !there_is("end")) {
        usleep(1000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {{"broadcasts", broadcasts}, {"traffic", traffic},    {"overtakes", overtakes},
                 {"duplicates", duplicates}, {"threads", broadcasts}, {"messages", messages},
                 {"computes", computes}};
    int provided;
    REQUIRE(argc == 3);
    MPI_Init_thread(&argc, &argv, strcmp(argv[1], "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    folder = argv[2];
    MPI_Barrier(MPI_COMM_WORLD);
    world_calls++;
    if (rank == 0) {
        make("runs");
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, argv[1]) == 0) {
            kinds[i].run();
        }
    }
    if (rank == 0) {
        printf("%llu\n", world_calls);
    }
    return finish();
}
