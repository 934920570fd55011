/*
 * Collectives whose processes have sizes of their own, with known results: on the world and on communicators of two and
 * three of its processes that call a different number of them, between other calls that are nonblocking. With the
 * argument `bcasts N`: N broadcasts of 64 bytes and as many reductions of 8 bytes instead, each with its result
 * checked; with `nodes N`: as many on the world, within the nodes, among their first processes, and among two of these;
 * with `late N`: N broadcasts to which all but the root come late; with `apart N`: N broadcasts on the world, between
 * barriers that are nonblocking, and blocking ones of parts, of which the last process is one alone.
 */
#define _DEFAULT_SOURCE
#include <string.h>
#include <time.h>

#include "program.h"

enum { ROUNDS = 60, LONGEST = 300 };

/* What `from` has for `to` in a round: some have nothing. */
static int count_of(int from, int to, int round) {
    return (from * 7 + to * 3 + round) % 5 == 0 ? 0 : (from * 31 + to * 17 + round * 5) % LONGEST;
}

static int word_of(int from, int to, int at) {
    return from * 1000003 + to * 1009 + at;
}

struct vector {
    int counts[16], offsets[16], words[16 * LONGEST];
};

/* Lays out, or checks, what comes from or goes to each member. */
static void lay_out(struct vector *v, int own, int members, int round, int is_sent) {
    int next = 0;
    for (int i = 0; i < members; i++) {
        v->counts[i] = is_sent ? count_of(own, i, round) : count_of(i, own, round);
        v->offsets[i] = next;
        for (int at = 0; at < v->counts[i]; at++) {
            v->words[next + at] = is_sent ? word_of(own, i, at) : -1;
        }
        next += v->counts[i];
    }
}

static void check(const struct vector *v, int own, int members) {
    for (int i = 0; i < members; i++) {
        for (int at = 0; at < v->counts[i]; at++) {
            REQUIRE(v->words[v->offsets[i] + at] == word_of(i, own, at));
        }
    }
}

/* Each member's own part is that for rank 0. */
static void gathers(MPI_Comm comm, int own, int members, int round) {
    static struct vector sent, received;
    lay_out(&sent, own, members, round, 1);
    const int root = round % members;
    int next = 0;
    for (int i = 0; i < members; i++) {
        received.counts[i] = count_of(i, 0, round);
        received.offsets[i] = next;
        next += received.counts[i];
    }
    memset(received.words, -1, sizeof received.words);
    MPI_Allgatherv(sent.words, sent.counts[0], MPI_INT, received.words, received.counts, received.offsets, MPI_INT,
                   comm);
    check(&received, 0, members);
    memset(received.words, -1, sizeof received.words);
    MPI_Gatherv(sent.words, sent.counts[0], MPI_INT, received.words, received.counts, received.offsets, MPI_INT, root,
                comm);
    if (own == root) {
        check(&received, 0, members);
    }
}

static void exchanges(MPI_Comm comm, int own, int members, int round) {
    static struct vector sent, received;
    lay_out(&sent, own, members, round, 1);
    lay_out(&received, own, members, round, 0);
    MPI_Alltoallv(sent.words, sent.counts, sent.offsets, MPI_INT, received.words, received.counts, received.offsets,
                  MPI_INT, comm);
    check(&received, own, members);
    const int root = round % members;
    int part[LONGEST];
    MPI_Scatterv(sent.words, sent.counts, sent.offsets, MPI_INT, part, count_of(root, own, round), MPI_INT, root, comm);
    for (int at = 0; at < count_of(root, own, round); at++) {
        REQUIRE(part[at] == word_of(root, own, at));
    }
}

/* In place, and with other calls under way. */
static void reductions(MPI_Comm comm, int own, int members, int round) {
    int sum = own + round, counts[16], total = 0;
    MPI_Request request;
    int others = 1;
    MPI_Iallreduce(MPI_IN_PLACE, &others, 1, MPI_INT, MPI_SUM, comm, &request);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    REQUIRE(sum == members * round + members * (members - 1) / 2);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    REQUIRE(others == members);
    for (int i = 0; i < members; i++) {
        counts[i] = (i + round) % 4;
        total += counts[i];
    }
    double parts[64];
    for (int i = 0; i < total; i++) {
        parts[i] = i;
    }
    MPI_Reduce_scatter(MPI_IN_PLACE, parts, counts, MPI_DOUBLE, MPI_SUM, comm);
    int before = 0;
    for (int i = 0; i < own; i++) {
        before += counts[i];
    }
    for (int i = 0; i < counts[own]; i++) {
        REQUIRE(parts[i] == members * (double)(before + i));
    }
}

static void rounds(MPI_Comm comm, int number) {
    int own, members;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    for (int round = 0; round < number; round++) {
        gathers(comm, own, members, round);
        exchanges(comm, own, members, round);
        reductions(comm, own, members, round);
    }
}

static void bcasts(MPI_Comm comm, int number) {
    int own, members;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    for (int i = 0; i < number; i++) {
        int words[16];
        for (int at = 0; at < 16; at++) {
            words[at] = own == 0 ? i + at : -1;
        }
        MPI_Bcast(words, 16, MPI_INT, 0, comm);
        REQUIRE(words[0] == i && words[15] == i + 15);
        double one = 1, all = 0;
        MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
        REQUIRE(all == members);
    }
}

static void late_bcasts(int number) {
    const struct timespec pause = {.tv_nsec = 200000};
    for (int i = 0; i < number; i++) {
        int word = rank == 0 ? i : -1;
        if (rank > 0) {
            nanosleep(&pause, NULL);
        }
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
        REQUIRE(word == i);
    }
}

static void apart(int number) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1, rank, &part);
    for (int i = 0; i < number; i++) {
        MPI_Request request;
        int word = rank == 0 ? i : -1;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(part);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
        REQUIRE(word == i);
    }
    MPI_Comm_free(&part);
}

/* Those who are not `in` it get none. */
static void bcasts_of(int in, int number) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, in ? 0 : MPI_UNDEFINED, rank, &comm);
    if (in) {
        bcasts(comm, number);
        MPI_Comm_free(&comm);
    }
}

static void on_nodes(int number) {
    MPI_Comm node;
    int own, before = 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &own);
    const int is_first = own == 0;
    MPI_Exscan(&is_first, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    bcasts(MPI_COMM_WORLD, number);
    bcasts(node, number);
    MPI_Comm_free(&node);
    bcasts_of(is_first, number);
    bcasts_of(is_first && before < 2, number);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "nodes") == 0) {
        on_nodes(atoi(argv[2]));
        return finish();
    }
    if (argc > 2 && strcmp(argv[1], "apart") == 0) {
        apart(atoi(argv[2]));
        return finish();
    }
    if (argc > 2 && strcmp(argv[1], "late") == 0) {
        late_bcasts(atoi(argv[2]));
        return finish();
    }
    if (argc > 2) {
        bcasts(MPI_COMM_WORLD, atoi(argv[2]));
        return finish();
    }
    rounds(MPI_COMM_WORLD, ROUNDS);
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, -rank, &part);
    rounds(part, rank < 2 ? ROUNDS : ROUNDS / 3);
    MPI_Comm_free(&part);
    rounds(MPI_COMM_WORLD, ROUNDS);
    return finish();
}
