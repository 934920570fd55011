/*
 * Exchanges a message in each of REGIONS regions, every one of which takes some 7 KiB of the process's segment.
 *
 *   grows REGIONS PAUSE_MS [KIB]
 *
 * Pauses after each region. With KIB, no file may be larger from MPI_Init on; MPICH itself makes large ones before.
 *
 * Rank 0 prints the sum of what it received, and, as `seconds N`, how long all took up to MPI_Finalize.
 */
#define _GNU_SOURCE
#include <mpich_monitoring.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    double begin = now();
    start(&argc, &argv);
    if (argc > 3) {
        struct rlimit limit = {1024 * (rlim_t)atol(argv[3]), RLIM_INFINITY};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    long sum = 0;
    for (int i = 0; i < atoi(argv[1]); i++) {
        char name[32];
        int out = i, in;
        snprintf(name, sizeof name, "region %d", i);
        MPIMON_REGION_BEGIN(name);
        MPI_Sendrecv(&out, 1, MPI_INT, after(rank, 1, size), 0, &in, 1, MPI_INT, after(rank, -1, size), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPIMON_REGION_END(name);
        sum += in;
        usleep(1000 * (useconds_t)atoi(argv[2]));
    }
    if (rank == 0) {
        printf("sum %ld\nseconds %.3f\n", sum, now() - begin);
    }
    return finish();
}
