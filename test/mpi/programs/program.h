/* What the test programs share: the world's rank and size, and a check that ends the job. */
#ifndef MPIMON_TEST_MPI_PROGRAM_H
#define MPIMON_TEST_MPI_PROGRAM_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

#define REQUIRE(CONDITION)                                                                 \
    do {                                                                                   \
        if (!(CONDITION)) {                                                                \
            fprintf(stderr, "%s:%d: rank %d: %s\n", __FILE__, __LINE__, rank, #CONDITION); \
            MPI_Abort(MPI_COMM_WORLD, 4);                                                  \
        }                                                                                  \
    } while (0)

static inline void start(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline int finish(void) {
    MPI_Finalize();
    return 0;
}

/* The rank `distance` after this one, in a ring of `length`. */
static inline int after(int from, int distance, int length) {
    return ((from + distance) % length + length) % length;
}

/* A number below `below`, by chance; the same state gives the same numbers. */
static inline unsigned draw_from(unsigned long long *state, unsigned below) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(*state >> 33) % below;
}

static inline void *reserve(size_t bytes) {
    void *memory = calloc(bytes ? bytes : 1, 1);
    REQUIRE(memory);
    return memory;
}

#endif
