/*
 * Many threads in every process that send at once. Each counts for itself what it asks MPI to move; the sums over all
 * threads are the truth that the process writes, in the form that truth.h describes.
 */
#ifndef MPIMON_TEST_MPI_STORM_H
#define MPIMON_TEST_MPI_STORM_H

#include <pthread.h>
#include <string.h>

#include "program.h"

enum { THREADS = 8, RANKS = 8, COLLECTIVES = 8 };

struct tally {
    unsigned long long messages, bytes;
};

/* `name`: the operation and the mode, as a row has them. */
struct calls {
    const char *name;
    unsigned long long calls, bytes, root_calls;
};

struct worker {
    int number;
    pthread_t thread;
    struct tally sent[RANKS], put[RANKS], fetched[RANKS]; /* by rank of the world */
    struct calls calls[COLLECTIVES];
};

static struct worker workers[THREADS];

static inline void count(struct tally *tally, unsigned long long bytes) {
    tally->messages++;
    tally->bytes += bytes;
}

static inline void count_call(struct worker *worker, const char *name, unsigned long long bytes, int is_root) {
    struct calls *calls = worker->calls;
    while (calls->name && strcmp(calls->name, name) != 0) {
        calls++;
        REQUIRE(calls < worker->calls + COLLECTIVES);
    }
    calls->name = name;
    calls->calls++;
    calls->bytes += bytes;
    calls->root_calls += is_root != 0;
}

/* Begins MPI with MPI_THREAD_MULTIPLE. */
static inline void start_threaded(int *argc, char ***argv) {
    int provided;
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(provided == MPI_THREAD_MULTIPLE && size <= RANKS);
}

static inline void begin_threads(void *(*work)(void *)) {
    for (int i = 0; i < THREADS; i++) {
        workers[i].number = i;
        REQUIRE(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
    }
}

static inline void end_threads(void) {
    for (int i = 0; i < THREADS; i++) {
        REQUIRE(pthread_join(workers[i].thread, NULL) == 0);
    }
}

static inline void write_flow(FILE *file, int peer) {
    struct tally sent = {0}, put = {0}, fetched = {0};
    for (int i = 0; i < THREADS; i++) {
        sent.messages += workers[i].sent[peer].messages;
        sent.bytes += workers[i].sent[peer].bytes;
        put.messages += workers[i].put[peer].messages;
        put.bytes += workers[i].put[peer].bytes;
        fetched.messages += workers[i].fetched[peer].messages;
        fetched.bytes += workers[i].fetched[peer].bytes;
    }
    if (sent.messages > 0) {
        fprintf(file, "flow,%d,%d,p2p,%llu,%llu,0,0\n", rank, peer, sent.messages, sent.bytes);
    }
    if (put.messages > 0) {
        fprintf(file, "flow,%d,%d,rma,%llu,%llu,0,0\n", rank, peer, put.messages, put.bytes);
    }
    if (fetched.messages > 0) {
        fprintf(file, "flow,%d,%d,rma,0,0,%llu,%llu\n", peer, rank, fetched.messages, fetched.bytes);
    }
}

/* All threads call the same operations, in the same order. */
static inline void write_calls(FILE *file) {
    for (int i = 0; i < COLLECTIVES && workers[0].calls[i].name; i++) {
        struct calls sum = {workers[0].calls[i].name, 0, 0, 0};
        for (int j = 0; j < THREADS; j++) {
            sum.calls += workers[j].calls[i].calls;
            sum.bytes += workers[j].calls[i].bytes;
            sum.root_calls += workers[j].calls[i].root_calls;
        }
        fprintf(file, "collective,%s,%llu,%llu,%llu\n", sum.name, sum.calls, sum.bytes, sum.root_calls);
    }
}

static inline void write_truth(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/world.%d.csv", getenv("TRUTH_DIR"), rank);
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    for (int peer = 0; peer < size; peer++) {
        write_flow(file, peer);
    }
    write_calls(file);
    REQUIRE(fclose(file) == 0);
}

#endif
