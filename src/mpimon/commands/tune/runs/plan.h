/*
 * The plan of a program of mpimon tune --offline: each line of it has an operation, the number of processes, the size
 * of a call as MPICH chooses by it, how many calls, and which processes these are; where it does not say that, they are
 * the first ones. Neighbours are the next ones on both sides: a profile does not say which ones a job has.
 */
#ifndef MPIMON_TUNE_PLAN_H
#define MPIMON_TUNE_PLAN_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char operation[32];
    int processes;
    long long size;
    long long calls;
    const char *members; /* their ranks */
};

enum { NEIGHBORS = 2 };

/* Whose parts the size is of, together: nobody's, but that of the buffer. */
enum parts { NONE, ALL, OF_NEIGHBORS };

static enum parts parts_of(const struct line *line) {
    static const char *const of_all[] = {"Allgather", "Allgatherv", "Alltoallv",      "Alltoallw",
                                         "Gather",    "Scatter",    "Reduce_scatter", "Reduce_scatter_block"};
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        if (!strcmp(of_all[i], line->operation))
            return ALL;
    return strncmp(line->operation, "Neighbor_", strlen("Neighbor_")) ? NONE : OF_NEIGHBORS;
}

/* Profiles count a call by how many bits its size has. */
static int bin_of(long long bytes) {
    int bin = 0;
    for (; bytes > 0; bytes >>= 1)
        bin++;
    return bin;
}

/* The bytes of the line's size where one process exchanges one with each. */
static long long parts_in(const struct line *line) {
    const enum parts parts = parts_of(line);
    return parts == ALL ? line->processes : parts == OF_NEIGHBORS ? NEIGHBORS : 1;
}

/* How many elements of so many bytes each process exchanges with each: of as many as the size has, or with one more,
 * for the call is to be counted, and its algorithm chosen, as one of that size. */
static int elements_of(const struct line *line, size_t bytes) {
    const long long each = (long long)bytes * parts_in(line), whole = line->size / each;
    return (int)(bin_of(whole * each) == bin_of(line->size) ? whole : whole + 1);
}

static void *allocate(size_t items, size_t size) {
    const size_t bytes = items ? items * size : size;
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "mpimon tune: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0, bytes);
}

/* The same processes in a ring. */
static MPI_Comm with_neighbors(MPI_Comm comm) {
    int rank, size;
    MPI_Comm ring;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int before = (rank + size - 1) % size, after = (rank + 1) % size;
    const int sources[NEIGHBORS] = {before, after}, destinations[NEIGHBORS] = {after, before};
    MPI_Dist_graph_create_adjacent(comm, NEIGHBORS, sources, MPI_UNWEIGHTED, NEIGHBORS, destinations, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
    MPI_Comm_free(&comm);
    return ring;
}

/* The communicator of the line's processes; the others get none, and nobody does if one is not there.
 * Where the operation is of neighbours, they are in a ring. */
static MPI_Comm of_line(const struct line *line) {
    int rank, size, position = -1, are_there = 1;
    const char *next = line->members;
    MPI_Comm comm;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < line->processes; i++) {
        char *end;
        const long given = strtol(next, &end, 10);
        const long member = end == next ? i : given;
        next = end;
        are_there = are_there && member < size;
        if (member == rank)
            position = i;
    }
    MPI_Comm_split(MPI_COMM_WORLD, are_there && position >= 0 ? 0 : MPI_UNDEFINED, position, &comm);
    return comm != MPI_COMM_NULL && parts_of(line) == OF_NEIGHBORS ? with_neighbors(comm) : comm;
}

/* Does this with each line. */
static void run_plan(FILE *plan, void (*run)(const struct line *)) {
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, plan) > 0) {
        struct line line;
        int members = 0;
        if (sscanf(text, "%31s %d %lld %lld%n", line.operation, &line.processes, &line.size, &line.calls, &members) !=
            4)
            continue;
        line.members = text + members;
        run(&line);
    }
    free(text);
}

#endif
