/*
 * Heat spreads over a plate that burners heat from below: an explicit scheme on POINTS x POINTS points, in strips of
 * rows, one for each process.
 *
 *     heat [POINTS [STEPS]]     points per side (default 512), steps (default 200)
 *
 * It is slower than it need be, as docs/tour.md finds out. Compiled with -DSHARED each process computes its part of
 * what the burners do, and with -DTOGETHER the sums over the bands of the plate are made by one reduction.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BURNERS = 600, BANDS = 16, DEGREES = 1024 };

static const double kSpread = 0.2; /* of the difference to its neighbours that a point takes over in a step */

struct plate {
    int rank, processes;
    int points;    /* per side */
    int rows;      /* of this process, with one more on each side that belongs to its neighbours */
    double *now;   /* temperatures, row by row */
    double *next;  /* those after this step */
    double *given; /* by the burners, to each point of a column in this step */
};

/* How the burners, which swing to and fro, heat a column in a step. */
static double given_to(int column, int points, int step) {
    double x = (column + 0.5) / points, sum = 0;
    for (int i = 0; i < BURNERS; i++) {
        double place = (i + 0.5 + sin(0.01 * step + i)) / BURNERS;
        sum += exp(-(x - place) * (x - place) * BURNERS);
    }
    return sum / BURNERS;
}

static void look_at_burners(struct plate *plate, int step) {
#ifdef SHARED
    int mine = plate->points / plate->processes, first = plate->rank * mine;
    for (int i = first; i < first + mine; i++) {
        plate->given[i] = given_to(i, plate->points, step);
    }
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, plate->given, mine, MPI_DOUBLE, MPI_COMM_WORLD);
#else
    if (plate->rank == 0) {
        for (int i = 0; i < plate->points; i++) {
            plate->given[i] = given_to(i, plate->points, step);
        }
    }
    MPI_Bcast(plate->given, plate->points, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#endif
}

static void exchange_borders(struct plate *plate) {
    int above = plate->rank > 0 ? plate->rank - 1 : MPI_PROC_NULL;
    int below = plate->rank + 1 < plate->processes ? plate->rank + 1 : MPI_PROC_NULL;
    double *first = plate->now + plate->points, *last = plate->now + (size_t)plate->rows * plate->points;
    MPI_Sendrecv(first, plate->points, MPI_DOUBLE, above, 0, last + plate->points, plate->points, MPI_DOUBLE, below, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, plate->points, MPI_DOUBLE, below, 0, plate->now, plate->points, MPI_DOUBLE, above, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void spread(struct plate *plate) {
    int points = plate->points;
    for (int row = 1; row <= plate->rows; row++) {
        const double *now = plate->now + (size_t)row * points;
        double *next = plate->next + (size_t)row * points;
        for (int i = 0; i < points; i++) {
            double left = i > 0 ? now[i - 1] : 0, right = i + 1 < points ? now[i + 1] : 0;
            next[i] =
                now[i] + kSpread * (left + right + now[i - points] + now[i + points] - 4 * now[i]) + plate->given[i];
        }
    }
    double *before = plate->now;
    plate->now = plate->next;
    plate->next = before;
}

/* The heat in each band of columns, of the whole plate. */
static void sum_bands(const struct plate *plate, double bands[BANDS]) {
    double mine[BANDS] = {0};
    for (int row = 1; row <= plate->rows; row++) {
        for (int i = 0; i < plate->points; i++) {
            mine[i * BANDS / plate->points] += plate->now[(size_t)row * plate->points + i];
        }
    }
#ifdef TOGETHER
    MPI_Allreduce(mine, bands, BANDS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#else
    for (int i = 0; i < BANDS; i++) {
        MPI_Allreduce(&mine[i], &bands[i], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
#endif
}

/* How many points have which temperature; returns the one that most of them have. */
static int count_degrees(const struct plate *plate) {
    double mine[DEGREES] = {0}, all[DEGREES];
    for (int i = plate->points; i < (plate->rows + 1) * plate->points; i++) {
        int degree = (int)plate->now[i];
        mine[degree < DEGREES ? degree : DEGREES - 1]++;
    }
    MPI_Allreduce(mine, all, DEGREES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int most = 0;
    for (int i = 1; i < DEGREES; i++) {
        most = all[i] > all[most] ? i : most;
    }
    return most;
}

static double *zeros(size_t count) {
    double *numbers = calloc(count, sizeof *numbers);
    if (!numbers) {
        fprintf(stderr, "heat: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return numbers;
}

int main(int argc, char **argv) {
    struct plate plate = {.points = argc > 1 ? atoi(argv[1]) : 512};
    int steps = argc > 2 ? atoi(argv[2]) : 200, usual = 0;
    double bands[BANDS] = {0}, heat = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &plate.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &plate.processes);
    if (plate.points < BANDS || plate.points > 20000 || plate.points % plate.processes != 0 || steps < 1) {
        if (plate.rank == 0) {
            fprintf(stderr, "usage: heat [POINTS [STEPS]]: POINTS from 16 to 20000, a multiple of the processes\n");
        }
        MPI_Finalize();
        return 2;
    }
    plate.rows = plate.points / plate.processes;
    size_t cells = (size_t)(plate.rows + 2) * plate.points;
    plate.now = zeros(cells);
    plate.next = zeros(cells);
    plate.given = zeros(plate.points);

    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        look_at_burners(&plate, step);
        exchange_borders(&plate);
        spread(&plate);
        sum_bands(&plate, bands);
        usual = count_degrees(&plate);
    }
    double seconds = MPI_Wtime() - start;
    for (int i = 0; i < BANDS; i++) {
        heat += bands[i];
    }
    if (plate.rank == 0) {
        printf("%d x %d points, %d steps in %.2f s: heat %.6e, most points at %d degrees\n", plate.points, plate.points,
               steps, seconds, heat, usual);
    }
    free(plate.now);
    free(plate.next);
    free(plate.given);
    MPI_Finalize();
    return 0;
}
