/*
 * Exchanges a message in each of REGIONS regions, every one of which takes some 7 KiB of the process's segment.
 *
 *   grows REGIONS PAUSE_MS [fsize KIB | as KIB]
 *
 * Pauses after each region. With `fsize`, no file may be larger from MPI_Init on; MPICH itself makes large ones before.
 * With `as`, the address space may grow by so much after a first exchange.
 *
 * Rank 0 prints the sum of what it received, and, as `seconds N`, how long all took up to MPI_Finalize.
 */
#define _GNU_SOURCE
#include <mpich_monitoring.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void limit_file_size(long kib) {
    struct rlimit limit = {1024 * (rlim_t)kib, RLIM_INFINITY};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* A stack that cannot grow any more ends a program, and MPICH's reductions take 130 KiB of it. */
static void grow_stack(void) {
    volatile char deep[1 << 20];
    for (size_t i = 0; i < sizeof deep; i += 4096)
        deep[i] = 1;
}

static void limit_address_space(long kib) {
    long pages;
    grow_stack();
    FILE *file = fopen("/proc/self/statm", "r");
    REQUIRE(file && fscanf(file, "%ld", &pages) == 1 && fclose(file) == 0);
    struct rlimit limit = {(rlim_t)(pages * sysconf(_SC_PAGESIZE) + 1024 * kib), RLIM_INFINITY};
    REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
}

/* Sends a number around the ring; returns the one that came. */
static int pass_on(int out) {
    int in;
    MPI_Sendrecv(&out, 1, MPI_INT, after(rank, 1, size), 0, &in, 1, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return in;
}

int main(int argc, char **argv) {
    double begin = now();
    start(&argc, &argv);
    if (argc > 4 && strcmp(argv[3], "fsize") == 0) {
        limit_file_size(atol(argv[4]));
    } else if (argc > 4) {
        pass_on(0);
        limit_address_space(atol(argv[4]));
    }
    long sum = 0;
    for (int i = 0; i < atoi(argv[1]); i++) {
        char name[32];
        snprintf(name, sizeof name, "region %d", i);
        MPIMON_REGION_BEGIN(name);
        sum += pass_on(i);
        MPIMON_REGION_END(name);
        usleep(1000 * (useconds_t)atoi(argv[2]));
    }
    if (rank == 0) {
        printf("sum %ld\nseconds %.3f\n", sum, now() - begin);
    }
    return finish();
}
