/*
 * A stencil of seven points on a grid in three dimensions, in blocks, one for each process: the faces are under way
 * while the inner points are computed.
 *
 *     stencil3d [POINTS [FIELDS [WORK [STEPS]]]]
 *
 * POINTS per side of a block (default 48); FIELDS that go in one message with each face, which makes messages longer
 * (1); WORK: how often the inner points are computed while faces are under way (1); STEPS (50).
 *
 * Rank 0 prints the microseconds of a step, of it those in MPI, and how much of the exchange was hidden: by how many
 * percent a step's time in MPI is shorter than an exchange without computing. All are medians of the slowest process.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 6 };

struct block {
    MPI_Comm grid;
    int points, fields, work;
    int neighbours[SIDES];
    double *now, *next;
    double *out[SIDES], *in[SIDES];
};

static size_t index_of(const struct block *block, int x, int y, int z) {
    return ((size_t)x * block->points + y) * block->points + z;
}

/* The point (i, j) of the face on this side. */
static size_t on_face(const struct block *block, int side, int i, int j) {
    int depth = side % 2 == 0 ? 0 : block->points - 1;
    switch (side / 2) {
        case 0:
            return index_of(block, depth, i, j);
        case 1:
            return index_of(block, i, depth, j);
        default:
            return index_of(block, i, j, depth);
    }
}

static void pack(struct block *block) {
    int face = block->points * block->points;
    for (int side = 0; side < SIDES; side++) {
        for (int field = 0; field < block->fields; field++) {
            for (int i = 0; i < face; i++) {
                block->out[side][field * face + i] =
                    block->now[on_face(block, side, i / block->points, i % block->points)];
            }
        }
    }
}

static void compute(struct block *block) {
    for (int x = 1; x + 1 < block->points; x++) {
        for (int y = 1; y + 1 < block->points; y++) {
            for (int z = 1; z + 1 < block->points; z++) {
                const double *at = block->now + index_of(block, x, y, z);
                size_t row = (size_t)block->points, plane = row * row;
                block->next[index_of(block, x, y, z)] =
                    (at[0] + at[-1] + at[1] + at[-row] + at[row] + at[-plane] + at[plane]) / 7;
            }
        }
    }
}

/* What came in is taken into the faces. */
static void take_in(struct block *block) {
    for (int side = 0; side < SIDES; side++) {
        if (block->neighbours[side] == MPI_PROC_NULL) {
            continue;
        }
        for (int i = 0; i < block->points * block->points; i++) {
            size_t at = on_face(block, side, i / block->points, i % block->points);
            block->next[at] = (block->now[at] + block->in[side][i]) / 2;
        }
    }
}

/* One step; its seconds in MPI. */
static double step(struct block *block, int computes) {
    MPI_Request requests[2 * SIDES];
    int values = block->points * block->points * block->fields;
    pack(block);
    double start = MPI_Wtime();
    for (int side = 0; side < SIDES; side++) {
        MPI_Irecv(block->in[side], values, MPI_DOUBLE, block->neighbours[side], 0, block->grid, &requests[side]);
    }
    for (int side = 0; side < SIDES; side++) {
        MPI_Isend(block->out[side], values, MPI_DOUBLE, block->neighbours[side], 0, block->grid,
                  &requests[SIDES + side]);
    }
    double begun = MPI_Wtime();
    for (int i = 0; computes && i < block->work; i++) {
        compute(block);
    }
    double waits = MPI_Wtime();
    MPI_Waitall(2 * SIDES, requests, MPI_STATUSES_IGNORE);
    double in_mpi = begun - start + MPI_Wtime() - waits;
    take_in(block);
    double *was = block->now;
    block->now = block->next;
    block->next = was;
    return in_mpi;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Microseconds, in the slowest process of each step. */
static double median_us(double *seconds, int count) {
    double *slowest = malloc(sizeof(double) * (size_t)count);
    MPI_Allreduce(seconds, slowest, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    qsort(slowest, (size_t)count, sizeof(double), by_size);
    double median = 1e6 * slowest[count / 2];
    free(slowest);
    return median;
}

static void make(struct block *block) {
    int processes, dimensions[3] = {0, 0, 0}, periods[3] = {0, 0, 0};
    size_t points = (size_t)block->points * block->points * block->points;
    size_t face = (size_t)block->points * block->points * block->fields;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Dims_create(processes, 3, dimensions);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dimensions, periods, 0, &block->grid);
    for (int axis = 0; axis < 3; axis++) {
        MPI_Cart_shift(block->grid, axis, 1, &block->neighbours[2 * axis], &block->neighbours[2 * axis + 1]);
    }
    block->now = calloc(points, sizeof(double));
    block->next = calloc(points, sizeof(double));
    for (size_t i = 0; i < points; i++) {
        block->now[i] = (double)(i % 100);
    }
    for (int side = 0; side < SIDES; side++) {
        block->out[side] = calloc(face, sizeof(double));
        block->in[side] = calloc(face, sizeof(double));
    }
}

int main(int argc, char **argv) {
    struct block block = {.points = argc > 1 ? atoi(argv[1]) : 48,
                          .fields = argc > 2 ? atoi(argv[2]) : 1,
                          .work = argc > 3 ? atoi(argv[3]) : 1};
    int steps = argc > 4 ? atoi(argv[4]) : 50, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (block.points < 3 || block.fields < 1 || block.work < 0 || steps < 1) {
        fprintf(stderr, "usage: stencil3d [POINTS [FIELDS [WORK [STEPS]]]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    make(&block);
    double *all = calloc((size_t)steps, sizeof(double)), *in_mpi = calloc((size_t)steps, sizeof(double));
    double *bare = calloc((size_t)steps, sizeof(double));
    for (int i = 0; i < steps; i++) {
        bare[i] = step(&block, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < steps; i++) {
        double start = MPI_Wtime();
        in_mpi[i] = step(&block, 1);
        all[i] = MPI_Wtime() - start;
    }
    double step_us = median_us(all, steps), mpi_us = median_us(in_mpi, steps), bare_us = median_us(bare, steps);
    if (rank == 0) {
        printf("%.1f us a step, %.1f us in MPI, %.0f %% of the exchange hidden\n", step_us, mpi_us,
               100 * (1 - mpi_us / bare_us));
    }
    MPI_Finalize();
    return 0;
}
