/*
 * What programs of hazards share: a message from rank 1 that is late, so at rank 0 it is on its way if the receive is
 * asynchronous; and cases by their names.
 */
#ifndef OVERLAP_HAZARDS_H
#define OVERLAP_HAZARDS_H

#include <string.h>
#include <unistd.h>

#include "program.h"

enum { BYTES = 65536, LARGE = 1 << 20, LATE = 20000, PAGE = 4096 };

/* On the heap; the message is amid it, and neither begins nor ends with a page. */
static unsigned char *buffer;
static const int offset = 2 * PAGE + 2100, length = BYTES - 4 * PAGE;

struct hazard {
    const char *name;
    void (*run)(void);
};
#define CASE(name) \
    { #name, name }

static unsigned char pattern(size_t at) {
    return (unsigned char)(at * 31 + at / 251 + 5);
}

/* Also where the compiler sees nobody who would read it. */
static void fill(unsigned char *bytes, size_t count, int value) {
    memset(bytes, value, count);
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

/* Which the compiler does not leave out. */
static inline void allocate_and_free(size_t bytes) {
    void *block = malloc(bytes);
    __asm__ volatile("" : : "r"(block) : "memory");
    free(block);
}

static void require_pattern(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        REQUIRE(bytes[i] == pattern(i));
}

/* One message from rank 1, which has let rank 0 wait. */
static void receive_late(void *to, int count) {
    if (rank == 1) {
        unsigned char *sent = reserve(count);
        for (int i = 0; i < count; i++)
            sent[i] = pattern(i);
        usleep(LATE);
        MPI_Send(sent, count, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
        free(sent);
    } else {
        MPI_Recv(to, count, MPI_BYTE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 goes on amid the buffer's receive. */
static inline int is_receiving(void) {
    fill(buffer, BYTES, 9);
    receive_late(buffer + offset, length);
    return rank == 0;
}

static inline void require_received(void) {
    require_pattern(buffer + offset, length);
    for (int i = 0; i < BYTES; i++)
        REQUIRE((i >= offset && i < offset + length) || buffer[i] == 9);
}

/* start() of a program whose threads call MPI one after the other, if at all. */
static inline void start_serialized(int *argc, char ***argv) {
    int level;
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(level >= MPI_THREAD_SERIALIZED);
}

static inline int run_case(const struct hazard *cases, size_t count, const char *name) {
    buffer = reserve(BYTES);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].run();
            return finish();
        }
    }
    fprintf(stderr, "no case %s\n", name);
    MPI_Abort(MPI_COMM_WORLD, 6);
    return 1;
}

#endif
