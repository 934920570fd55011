/*
 * How much memory the process has, while it computes.
 */
#ifndef MPIMON_TEST_MEMORY_H
#define MPIMON_TEST_MEMORY_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

/* KiB, by a line of the process's status such as "RssAnon". */
static inline long kib_of(const char *what) {
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    REQUIRE(file);
    while (kib < 0 && fgets(line, sizeof line, file)) {
        if (strncmp(line, what, strlen(what)) == 0) {
            sscanf(line + strlen(what), ": %ld", &kib);
        }
    }
    fclose(file);
    return kib;
}

/* With a look into MPI every 10 milliseconds. */
static inline void compute(int milliseconds) {
    for (int i = 0; i < milliseconds / 10; i++) {
        int flag;
        usleep(10000);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        REQUIRE(!flag);
    }
}

#endif
