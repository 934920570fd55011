/*
 * Solves -(u_xx + u_yy) = f on the unit square by red-black successive over-relaxation, on a 2-D grid of processes.
 *
 *     redblack [POINTS [SWEEPS]]     inner points per side (default 64), most sweeps made (default 10 * POINTS)
 *
 * The exact solution u = x(1-x) y(1-y) + x - y has no fourth derivatives in x or y alone, so the five-point stencil is
 * exact for it and what the solver finds agrees as far as it sweeps: the program says whether it does, and exits with 1
 * where not.
 *
 * A point is red where its global row + column is even, black where odd; a red point depends on black ones only. Each
 * half sweep updates one colour and then sends that colour's border cells (every second one) to the four neighbours.
 * The method and its communication are described in T. Natvig, "Automatic Optimization of MPI Applications"
 * (NTNU, 2006), chapter 3.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS, COLUMNS };
enum { UP, DOWN, LEFT, RIGHT, SIDES };
enum { RED, BLACK, COLOURS };

#define TOLERANCE 1e-6 /* sweeps end when the residual f + u_xx + u_yy is this small (root mean square) */
#define CHECK_EVERY 10 /* sweeps between two residuals */

/*
 * The error's root mean square is at most the residual's over the operator's smallest eigenvalue, 8/h^2 sin^2(pi h/2),
 * which is 16 for h = 1/2 and grows to 2 pi^2 as h falls.
 */
#define LARGEST_ERROR (TOLERANCE / 16)

/* One side of a process's block: where the cells of a colour are, as an MPI datatype over the side's first cell. */
struct border {
    double *send[COLOURS];
    double *receive[COLOURS];
    MPI_Datatype send_type[COLOURS];
    MPI_Datatype receive_type[COLOURS];
};

struct solver {
    int points;   /* inner points per side of the whole grid */
    double h;     /* distance of two points */
    double omega; /* over-relaxation, at its best value for this problem */
    MPI_Comm grid;
    int processes[2];
    int neighbour[SIDES];
    int first[2]; /* global index of this process's first row and column, from 1 */
    int count[2]; /* its rows and columns */
    int stride;   /* cells from one row to the next: columns and two ghosts */
    double *u;    /* (rows + 2) * stride, ghost cells included */
    struct border border[SIDES];
};

static double exact(double x, double y) {
    return x * (1 - x) * y * (1 - y) + x - y;
}

static double source(double x, double y) {
    return 2 * (x * (1 - x) + y * (1 - y));
}

static double *cell(const struct solver *s, int row, int column) {
    return s->u + (size_t)row * s->stride + column;
}

/* The colour of local cell (row, column); ghost cells have one too. */
static int colour_of(const struct solver *s, int row, int column) {
    return (s->first[ROWS] + row + s->first[COLUMNS] + column) & 1;
}

/* The rows or columns of `points` that part `index` of `parts` gets, as even as can be. */
static void split(int points, int parts, int index, int *first, int *count) {
    int base = points / parts, extra = points % parts;
    *count = base + (index < extra);
    *first = 1 + index * base + (index < extra ? index : extra);
}

/* Describes the cells of `colour` in `length` cells from (row, column) on, `step` apart. */
static MPI_Datatype every_second(const struct solver *s, int row, int column, int step, int length, int colour,
                                 double **start) {
    int skip = colour_of(s, row, column) != colour;
    MPI_Datatype type;
    MPI_Type_vector((length - skip + 1) / 2, 1, 2 * step, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    *start = cell(s, row, column) + (size_t)skip * step;
    return type;
}

static void make_borders(struct solver *s) {
    int rows = s->count[ROWS], columns = s->count[COLUMNS];
    const struct {
        int row, column, ghost_row, ghost_column, step, length;
    } sides[SIDES] = {
        [UP] = {1, 1, 0, 1, 1, columns},
        [DOWN] = {rows, 1, rows + 1, 1, 1, columns},
        [LEFT] = {1, 1, 1, 0, s->stride, rows},
        [RIGHT] = {1, columns, 1, columns + 1, s->stride, rows},
    };
    for (int i = 0; i < SIDES; i++) {
        for (int c = 0; c < COLOURS; c++) {
            struct border *b = &s->border[i];
            b->send_type[c] =
                every_second(s, sides[i].row, sides[i].column, sides[i].step, sides[i].length, c, &b->send[c]);
            b->receive_type[c] = every_second(s, sides[i].ghost_row, sides[i].ghost_column, sides[i].step,
                                              sides[i].length, c, &b->receive[c]);
        }
    }
}

static void set_boundary(struct solver *s) {
    for (int i = 0; i <= s->count[ROWS] + 1; i++) {
        for (int j = 0; j <= s->count[COLUMNS] + 1; j++) {
            int row = s->first[ROWS] + i - 1, column = s->first[COLUMNS] + j - 1;
            int inside = row > 0 && row <= s->points && column > 0 && column <= s->points;
            *cell(s, i, j) = inside ? 0 : exact(column * s->h, row * s->h);
        }
    }
}

static void create(struct solver *s, int points) {
    int size, rank, periodic[2] = {0, 0}, coordinates[2];
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    s->processes[ROWS] = s->processes[COLUMNS] = 0;
    MPI_Dims_create(size, 2, s->processes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, s->processes, periodic, 1, &s->grid);
    MPI_Comm_rank(s->grid, &rank);
    MPI_Cart_coords(s->grid, rank, 2, coordinates);
    MPI_Cart_shift(s->grid, ROWS, 1, &s->neighbour[UP], &s->neighbour[DOWN]);
    MPI_Cart_shift(s->grid, COLUMNS, 1, &s->neighbour[LEFT], &s->neighbour[RIGHT]);

    s->points = points;
    s->h = 1.0 / (points + 1);
    s->omega = 2 / (1 + sin(acos(-1) * s->h));
    for (int d = 0; d < 2; d++) {
        split(points, s->processes[d], coordinates[d], &s->first[d], &s->count[d]);
    }
    s->stride = s->count[COLUMNS] + 2;
    s->u = malloc(sizeof(double) * (s->count[ROWS] + 2) * s->stride);
    if (!s->u) {
        fprintf(stderr, "redblack: no memory for %d x %d points\n", points, points);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    set_boundary(s);
    make_borders(s);
}

static void destroy(struct solver *s) {
    for (int i = 0; i < SIDES; i++) {
        for (int c = 0; c < COLOURS; c++) {
            MPI_Type_free(&s->border[i].send_type[c]);
            MPI_Type_free(&s->border[i].receive_type[c]);
        }
    }
    free(s->u);
    MPI_Comm_free(&s->grid);
}

static void exchange(struct solver *s, int colour) {
    MPI_Request requests[2 * SIDES];
    MPI_Status statuses[2 * SIDES];
    for (int i = 0; i < SIDES; i++) {
        struct border *b = &s->border[i];
        MPI_Irecv(b->receive[colour], 1, b->receive_type[colour], s->neighbour[i], colour, s->grid, &requests[i]);
    }
    for (int i = 0; i < SIDES; i++) {
        struct border *b = &s->border[i];
        MPI_Isend(b->send[colour], 1, b->send_type[colour], s->neighbour[i], colour, s->grid, &requests[SIDES + i]);
    }
    MPI_Waitall(2 * SIDES, requests, statuses);
}

/* h^2 times the residual f + u_xx + u_yy at a cell: four times what a Gauss-Seidel step would add to it. */
static double residual_at(const struct solver *s, int row, int column) {
    const double *u = cell(s, row, column);
    double x = (s->first[COLUMNS] + column - 1) * s->h, y = (s->first[ROWS] + row - 1) * s->h;
    return u[-1] + u[1] + u[-s->stride] + u[s->stride] - 4 * u[0] + s->h * s->h * source(x, y);
}

static void update(struct solver *s, int colour) {
    for (int i = 1; i <= s->count[ROWS]; i++) {
        for (int j = 1 + (colour_of(s, i, 1) != colour); j <= s->count[COLUMNS]; j += 2) {
            *cell(s, i, j) += s->omega / 4 * residual_at(s, i, j);
        }
    }
}

static double error_at(const struct solver *s, int row, int column) {
    double x = (s->first[COLUMNS] + column - 1) * s->h, y = (s->first[ROWS] + row - 1) * s->h;
    return *cell(s, row, column) - exact(x, y);
}

/* Root mean square of what `at` says of every point of the whole grid, at every process. */
static double mean_square(const struct solver *s, double (*at)(const struct solver *, int, int)) {
    double mine = 0, all;
    for (int i = 1; i <= s->count[ROWS]; i++) {
        for (int j = 1; j <= s->count[COLUMNS]; j++) {
            double value = at(s, i, j);
            mine += value * value;
        }
    }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, s->grid);
    return sqrt(all) / s->points;
}

static double residual(const struct solver *s) {
    return mean_square(s, residual_at) / (s->h * s->h);
}

/* Sweeps until the residual is small or `most` are made; returns the number made. */
static int solve(struct solver *s, int most, double *last) {
    int sweep = 0;
    *last = residual(s);
    while (*last > TOLERANCE && sweep < most) {
        for (int colour = RED; colour < COLOURS; colour++) {
            update(s, colour);
            exchange(s, colour);
        }
        if (++sweep % CHECK_EVERY == 0 || sweep == most) {
            *last = residual(s);
        }
    }
    return sweep;
}

/* A whole number from `text`, or -1. */
static int number(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value > 0 && value <= 100000 ? (int)value : -1;
}

/* What rank 0 was asked for, told to all: points and sweeps; -1 where they are wrong. */
static void parameters(int argc, char **argv, int values[2]) {
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        values[0] = argc > 1 ? number(argv[1]) : 64;
        values[1] = argc > 2 ? number(argv[2]) : 10 * values[0];
        if (argc > 3 || values[0] < 0 || values[1] < 0) {
            fprintf(stderr, "usage: redblack [POINTS [SWEEPS]]: both whole numbers from 1 to 100000\n");
            values[0] = -1;
        } else if (values[0] < size) {
            fprintf(stderr, "redblack: %d points per side are too few for %d processes\n", values[0], size);
            values[0] = -1;
        }
    }
    MPI_Bcast(values, 2, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int values[2];
    parameters(argc, argv, values);
    if (values[0] < 0) {
        MPI_Finalize();
        return 2;
    }
    struct solver s;
    create(&s, values[0]);
    double start = MPI_Wtime(), last;
    int sweeps = solve(&s, values[1], &last);
    double error = mean_square(&s, error_at), seconds = MPI_Wtime() - start;
    int matches = error <= LARGEST_ERROR, rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("%d x %d points on %d x %d processes: %d sweeps in %.4f s, residual %.1e\n", s.points, s.points,
               s.processes[ROWS], s.processes[COLUMNS], sweeps, seconds, last);
        printf("mean error %.1e: the solution %s the exact one\n", error, matches ? "matches" : "DOES NOT match");
    }
    destroy(&s);
    MPI_Finalize();
    return matches ? 0 : 1;
}
