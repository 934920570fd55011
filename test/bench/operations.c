/*
 * Does one MPI operation of 8 bytes N times, for counting instructions: `operations OPERATION N`, on two processes.
 *
 * Rank 0 is the one that is counted. It waits for the other side outside of the operation, and does so every time, so
 * that the operation itself finds its partner ready and takes the same way each time.
 */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READY_AFTER_US = 3000 }; /* longer than the native partner needs to enter a collective call */

static int rank;
static long long value, values[2];

/* The other side has finished: a message from it. */
static void acknowledge(void) {
    if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void do_isend(int times) {
    for (int i = 0; i < times; i++) {
        if (rank == 0) {
            MPI_Request request;
            MPI_Isend(&value, 1, MPI_LONG_LONG, 1, 0, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&value, 1, MPI_LONG_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        acknowledge();
    }
}

static void do_put(int times) {
    long long *memory;
    MPI_Win win;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; rank == 0 && i < times; i++) {
        MPI_Put(&value, 1, MPI_LONG_LONG, 1, 0, 1, MPI_LONG_LONG, win);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void do_bcast(int times) {
    for (int i = 0; i < times; i++) {
        MPI_Bcast(&value, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
        acknowledge();
    }
}

static void do_alltoall(int times) {
    long long out[2] = {rank, rank};
    for (int i = 0; i < times; i++) {
        if (rank == 0) {
            usleep(READY_AFTER_US);
        }
        MPI_Alltoall(out, 1, MPI_LONG_LONG, values, 1, MPI_LONG_LONG, MPI_COMM_WORLD);
        acknowledge();
    }
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(int times);
    } operations[] = {{"Isend", do_isend}, {"Put", do_put}, {"Bcast", do_bcast}, {"Alltoall", do_alltoall}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *region = getenv("REGION");
    if (region) {
        MPI_Pcontrol(1001, region); /* MPIMON_REGION_ENTER; other MPIs have no header for it */
    }
    for (size_t i = 0; argc == 3 && i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, argv[1]) == 0) {
            operations[i].run(atoi(argv[2]));
        }
    }
    MPI_Finalize();
    return 0;
}
