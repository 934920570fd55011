/* `PROGRAM SCENARIO`: small applications as they are in the wild, most of them with a fault among clean work, that the
 * rules of mpimon advise were not made with. Other patterns, sizes and numbers of ranks than those of advised_*.c. */
#include "advised.h"

enum { STEPS = 40, HALO = 2048 };

static double values[1 << 16], sums[64];

static void exchange_with(int peer, int bytes, MPI_Request *requests) {
    MPI_Irecv(buffer, bytes, MPI_CHAR, peer, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(buffer + (1 << 20), bytes, MPI_CHAR, peer, 2, MPI_COMM_WORLD, &requests[1]);
}

/* Borders with both neighbors of a ring, while the inner part is computed. */
static void halo(double inner_seconds) {
    MPI_Request requests[4];
    MPI_Status statuses[4];
    exchange_with(after(rank, 1, size), HALO, requests);
    exchange_with(after(rank, -1, size), HALO, requests + 2);
    compute(inner_seconds);
    MPI_Waitall(4, requests, statuses);
}

static double dot(void) {
    double own = 1, sum;
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Clean: conjugate gradient, a matrix-vector product with halo exchange and two dot products in each step. */
static void conjugate_gradient(void) {
    for (int step = 0; step < STEPS; step++) {
        halo(0.01);
        REQUIRE(dot() == size);
        compute(0.002);
        REQUIRE(dot() == size);
    }
}

/* Clean: a master gives out pieces of work, all as large, to whoever is done, and takes the results. */
static void task_farm(void) {
    enum { RESULT = 512, NO_MORE = -1 };
    const int tasks = 30 * (size - 1);
    int task = 0;
    while (rank > 0) {
        MPI_Recv(&task, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == NO_MORE)
            return;
        compute(0.012);
        MPI_Send(values, RESULT, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
    }
    for (; task < size - 1; task++)
        MPI_Send(&task, 1, MPI_INT, task + 1, 3, MPI_COMM_WORLD);
    for (int results = 0; results < tasks; results++) {
        const int next = task < tasks ? task++ : NO_MORE;
        MPI_Status status;
        MPI_Recv(values, RESULT, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status);
        MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 3, MPI_COMM_WORLD);
    }
}

/* Clean: transposes of a spectral method along the rows and columns of a grid of ranks. */
static void spectral(void) {
    MPI_Comm row, column;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 3, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, rank, &column);
    for (int step = 0; step < STEPS; step++) {
        compute(0.008);
        MPI_Alltoall(buffer, 4096, MPI_CHAR, buffer + (1 << 20), 4096, MPI_CHAR, row);
        compute(0.008);
        MPI_Alltoall(buffer, 4096, MPI_CHAR, buffer + (1 << 20), 4096, MPI_CHAR, column);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}

/* late-sender: of a pipeline, one stage in the middle takes twice as long, so those after it wait. */
static void pipeline(void) {
    for (int step = 0; step < STEPS; step++) {
        if (rank > 0)
            MPI_Recv(buffer, 1024, MPI_CHAR, rank - 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        compute(rank == 2 ? 0.016 : 0.008);
        if (rank < size - 1)
            MPI_Send(buffer, 1024, MPI_CHAR, rank + 1, 5, MPI_COMM_WORLD);
    }
}

/* late-in-collectives: one of eight ranks has more of the grid; its sums, and the borders, are waited for. */
static void uneven_grid(void) {
    for (int step = 0; step < STEPS; step++) {
        halo(0.002);
        compute(rank == 5 ? 0.02 : 0.01);
        REQUIRE(dot() == size);
    }
}

/* communicators-in-a-loop: each step of a library, which is clean otherwise, duplicates the communicator that it gets.
 */
static void careless_library(void) {
    for (int step = 0; step < 4 * STEPS; step++) {
        MPI_Comm own;
        MPI_Comm_dup(MPI_COMM_WORLD, &own);
        compute(0.001);
        MPI_Sendrecv(buffer, 8192, MPI_CHAR, after(rank, 1, size), 6, buffer + (1 << 20), 8192, MPI_CHAR,
                     after(rank, -1, size), 6, own, MPI_STATUS_IGNORE);
        MPI_Comm_free(&own);
    }
}

/* small-reductions: an orthogonalization that projects onto one vector after the other. */
static void orthogonalization(void) {
    for (int step = 0; step < STEPS / 2; step++) {
        halo(0.0005);
        for (int vector = 0; vector < 20 + step; vector++)
            sums[vector % 64] = dot();
    }
}

/* tiny-messages: particles that leave are sent to rank 0 one by one, which is told their number before. */
static void particles(void) {
    enum { LEAVING = 300 };
    for (int step = 0; step < STEPS / 2; step++) {
        int leaving = rank > 0 ? LEAVING : 0, all;
        compute(0.001);
        MPI_Reduce(&leaving, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        for (int i = 0; rank > 0 && i < leaving; i++)
            MPI_Send(values, 6, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
        for (int i = 0; rank == 0 && i < all; i++)
            MPI_Recv(values, 6, MPI_DOUBLE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* locks-around-tiny-operations: a histogram that is spread over the ranks grows by one at a time. */
static void histogram(void) {
    unsigned long long state = 17 + (unsigned)rank, one = 1, *bins;
    MPI_Win window;
    MPI_Win_allocate(512 * sizeof *bins, sizeof *bins, MPI_INFO_NULL, MPI_COMM_WORLD, &bins, &window);
    for (int i = 0; i < 200; i++) {
        const int owner = (int)draw_from(&state, (unsigned)size);
        MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, window);
        MPI_Accumulate(&one, 1, MPI_UNSIGNED_LONG_LONG, owner, draw_from(&state, 512), 1, MPI_UNSIGNED_LONG_LONG,
                       MPI_SUM, window);
        MPI_Win_unlock(owner, window);
    }
    MPI_Win_free(&window);
}

/* tiny-io and opens-in-a-loop: the log of each step is opened, and written record by record. */
static void step_log(void) {
    enum { RECORDS = 2000 };
    for (int step = 0; step < STEPS / 2; step++) {
        MPI_File log;
        halo(0.001);
        REQUIRE(MPI_File_open(MPI_COMM_WORLD, "log.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &log) ==
                MPI_SUCCESS);
        for (int record = 0; record < RECORDS; record++)
            MPI_File_write_at(log, 24 * (RECORDS * (MPI_Offset)rank + record), values, 24, MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_File_close(&log);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {{"conjugate-gradient", conjugate_gradient},
                 {"task-farm", task_farm},
                 {"spectral", spectral},
                 {"pipeline", pipeline},
                 {"uneven-grid", uneven_grid},
                 {"careless-library", careless_library},
                 {"orthogonalization", orthogonalization},
                 {"particles", particles},
                 {"histogram", histogram},
                 {"step-log", step_log}};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2);
    size_t i = 0;
    while (i < sizeof scenarios / sizeof *scenarios && strcmp(scenarios[i].name, argv[1]) != 0)
        i++;
    REQUIRE(i < sizeof scenarios / sizeof *scenarios);
    scenarios[i].run();
    return finish();
}
