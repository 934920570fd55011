/* `PROGRAM RULE fault|clean [TIMES]`: what one rule of mpimon advise is about, and the same as it should be; so many
 * times as long. */
#ifndef MPIMON_TEST_MPI_ADVISED_H
#define MPIMON_TEST_MPI_ADVISED_H

#include <string.h>
#include <time.h>

#include "program.h"

struct advised {
    const char *rule;
    void (*run)(int fault);
};

static char buffer[4 << 20];
static int times = 1;

/* Time outside of MPI that takes no processor from the other ranks. */
static inline void compute(double seconds) {
    struct timespec time = {0, (long)(seconds * 1e9)};
    nanosleep(&time, NULL);
}

static inline void send_to(int to, int bytes) {
    MPI_Send(buffer, bytes, MPI_CHAR, to, 1, MPI_COMM_WORLD);
}

static inline void receive_from(int from, int bytes) {
    MPI_Recv(buffer, bytes, MPI_CHAR, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static inline int run_advised(int argc, char **argv, const struct advised *all, size_t count) {
    start(&argc, &argv);
    REQUIRE(argc == 3 || argc == 4);
    times = argc == 4 ? atoi(argv[3]) : 1;
    size_t i = 0;
    while (i < count && strcmp(all[i].rule, argv[1]) != 0)
        i++;
    REQUIRE(i < count);
    all[i].run(!strcmp(argv[2], "fault"));
    return finish();
}

#define ADVISED(ALL)                                                      \
    int main(int argc, char **argv) {                                     \
        return run_advised(argc, argv, ALL, sizeof(ALL) / sizeof *(ALL)); \
    }

#endif
