/*
 * A solver of the Poisson equation by red-black successive over-relaxation on an N × N grid, as in Natvig's thesis on
 * automatic overlap: sor VARIANT[,isend] N ITERATIONS [SKIPPED [WINDOW]]. Variants: `sendrecv`, `isend` and `full`,
 * where what needs no border is computed while borders are on their way. Rank 0 prints the median time of an iteration
 * in microseconds, without those that are skipped, and a hash of the whole grid, which is the same for all variants.
 *
 * With `,isend`, the variant and the one by hand take turns after those that are skipped, so many iterations each: what
 * the host does for a while, and how it shares its cores out, is both ones' then. Rank 0 also prints how many times as
 * long as the one by hand a window takes, by the median.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "program.h"

enum { LEFT, RIGHT, UP, DOWN, RED = 0, BLACK = 1 };

static int width, height, neighbour[4], is_checked;
static double *grid, step;
static MPI_Datatype column, row;
static MPI_Comm cart;

/* The library's own, whatever stands before them. */
static int (*library_irecv)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
static int (*library_isend)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
static int (*library_waitall)(int, MPI_Request *, MPI_Status *);

static void find_library(void) {
    void *library = dlopen("libmpi.so.12", RTLD_LAZY | RTLD_NOLOAD);
    REQUIRE(library);
    void *irecv = dlsym(library, "PMPI_Irecv"), *isend = dlsym(library, "PMPI_Isend"),
         *waitall = dlsym(library, "PMPI_Waitall");
    memcpy(&library_irecv, &irecv, sizeof irecv);
    memcpy(&library_isend, &isend, sizeof isend);
    memcpy(&library_waitall, &waitall, sizeof waitall);
}

static double *at(int y, int x) {
    return &grid[(size_t)y * (width + 2) + x];
}

/* Points of a colour in line y are at even or odd x. */
static int first_of(int colour, int y) {
    return ((y & 1) == (colour == RED)) ? 1 : 2;
}

static void update(int colour, int from_y, int to_y, int from_x, int to_x) {
    const double omega = 1.4;
    for (int y = from_y; y <= to_y; y++) {
        const int first = first_of(colour, y);
        for (int x = from_x + ((first ^ from_x) & 1); x <= to_x; x += 2) {
            const double around = *at(y - 1, x) + *at(y + 1, x) + *at(y, x - 1) + *at(y, x + 1);
            *at(y, x) = (1 - omega) * *at(y, x) + omega / 4 * (around - step * step);
        }
    }
}

/* The points of a colour in a border: what is sent to a side, or comes from it. */
static double *border(int colour, int side, int is_sent) {
    const int last_x = width + !is_sent, last_y = height + !is_sent, first = !!is_sent;
    switch (side) {
        case UP:
            return at(first, first_of(colour, first));
        case DOWN:
            return at(last_y, first_of(colour, last_y));
        case LEFT:
            return at(first_of(colour, first), first);
        default:
            return at(first_of(colour, last_x), last_x);
    }
}

static MPI_Datatype type_of(int side) {
    return side == UP || side == DOWN ? row : column;
}

static void exchange(int colour) {
    static const int order[4] = {UP, DOWN, LEFT, RIGHT};
    for (int i = 0; i < 4; i++) {
        const int to = order[i], from = order[i ^ 1];
        MPI_Status status;
        MPI_Sendrecv(border(colour, to, 1), 1, type_of(to), neighbour[to], 0, border(colour, from, 0), 1, type_of(from),
                     neighbour[from], 0, cart, &status);
        if (is_checked && neighbour[from] != MPI_PROC_NULL) {
            int count;
            MPI_Get_count(&status, type_of(from), &count);
            REQUIRE(count == 1 && status.MPI_SOURCE == neighbour[from]);
        }
    }
}

static void begin(int colour, MPI_Request requests[8]) {
    for (int side = 0; side < 4; side++)
        library_irecv(border(colour, side, 0), 1, type_of(side), neighbour[side], 0, cart, &requests[side]);
    for (int side = 0; side < 4; side++)
        library_isend(border(colour, side, 1), 1, type_of(side), neighbour[side], 0, cart, &requests[4 + side]);
}

static void end(MPI_Request requests[8]) {
    MPI_Status statuses[8];
    library_waitall(8, requests, statuses);
}

/* Sends of a colour read its points, so only the other one's may change meanwhile. */
static void overlapped(int colour) {
    MPI_Request requests[8];
    begin(!colour, requests);
    update(colour, 2, height - 1, 2, width - 1);
    end(requests);
    update(colour, 1, 1, 1, width);
    update(colour, height, height, 1, width);
    update(colour, 2, height - 1, 1, 1);
    update(colour, 2, height - 1, width, width);
}

static void iterate(const char *variant) {
    for (int colour = RED; colour <= BLACK; colour++) {
        if (!strcmp(variant, "full")) {
            overlapped(colour);
            continue;
        }
        if (!strcmp(variant, "isend")) {
            MPI_Request requests[8];
            begin(!colour, requests);
            end(requests);
        } else {
            exchange(!colour);
        }
        update(colour, 1, height, 1, width);
    }
}

/* Of all points but the outer border, by coordinates, so it does not matter which process has them. */
static uint64_t hash_of(int left, int top, int n) {
    uint64_t sum = 0, total;
    for (int y = 1; y <= height; y++) {
        for (int x = 1; x <= width; x++) {
            uint64_t bits;
            memcpy(&bits, at(y, x), sizeof bits);
            sum += (bits ^ ((uint64_t)(top + y) * n + left + x)) * 0x9e3779b97f4a7c15u;
        }
    }
    MPI_Allreduce(&sum, &total, 1, MPI_UINT64_T, MPI_SUM, cart);
    return total;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, int count) {
    qsort(numbers, count, sizeof *numbers, by_size);
    return numbers[count / 2];
}

/* Seconds of each iteration. */
static void run(const char *variant, double *times, int iterations) {
    for (int i = 0; i < iterations; i++) {
        const double begun = MPI_Wtime();
        iterate(variant);
        times[i] = MPI_Wtime() - begun;
    }
}

static double total(const double *times, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += times[i];
    return sum;
}

/* The first of the two comes first in every other pair of windows. Returns the median of their ratios; `times` begins
 * with those of the variant. */
static double run_in_turn(const char *variant, double *times, int iterations, int window) {
    const int pairs = iterations / (2 * window);
    REQUIRE(pairs > 0);
    double *ratios = reserve(sizeof *ratios * pairs), *by_hand = reserve(sizeof *by_hand * window);
    for (int pair = 0; pair < pairs; pair++) {
        double *own = times + pair * window;
        if (pair % 2 == 0)
            run(variant, own, window);
        run("isend", by_hand, window);
        if (pair % 2 == 1)
            run(variant, own, window);
        ratios[pair] = total(own, window) / total(by_hand, window);
    }
    return median(ratios, pairs);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc >= 4);
    find_library();
    const int n = atoi(argv[2]), iterations = atoi(argv[3]), skipped = argc > 4 ? atoi(argv[4]) : 0;
    const int window = argc > 5 ? atoi(argv[5]) : 20;
    char *const other = strchr(argv[1], ',');
    if (other)
        *other = 0;
    is_checked = getenv("SOR_CHECKED") != NULL;
    int dims[2] = {0, 0}, periods[2] = {0, 0}, coordinates[2], own;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
    MPI_Comm_rank(cart, &own);
    MPI_Cart_coords(cart, own, 2, coordinates);
    MPI_Cart_shift(cart, 0, 1, &neighbour[LEFT], &neighbour[RIGHT]);
    MPI_Cart_shift(cart, 1, 1, &neighbour[UP], &neighbour[DOWN]);
    width = n / dims[0];
    height = n / dims[1];
    REQUIRE(n % dims[0] == 0 && n % dims[1] == 0 && width % 2 == 0 && height % 2 == 0);
    step = 1.0 / (n + 1);
    MPI_Type_vector(height / 2, 1, (width + 2) * 2, MPI_DOUBLE, &column);
    MPI_Type_vector(width / 2, 1, 2, MPI_DOUBLE, &row);
    MPI_Type_commit(&column);
    MPI_Type_commit(&row);
    grid = reserve(sizeof(double) * (width + 2) * (height + 2));
    for (int y = 0; y <= height + 1; y++)
        for (int x = 0; x <= width + 1; x++)
            *at(y, x) = (coordinates[0] * width + x) * step * ((coordinates[1] * height + y) * step);
    double *times = reserve(sizeof(double) * iterations);
    MPI_Barrier(cart);
    run(argv[1], times, skipped);
    int timed = iterations - skipped;
    double ratio = 1;
    if (other) {
        ratio = run_in_turn(argv[1], times, timed, window);
        timed = timed / (2 * window) * window;
    } else {
        run(argv[1], times, timed);
    }
    const uint64_t hash = hash_of(coordinates[0] * width, coordinates[1] * height, n);
    if (rank == 0)
        printf("%.1f us %016llx %.4f\n", 1e6 * median(times, timed), (unsigned long long)hash, ratio);
    MPI_Type_free(&column);
    MPI_Type_free(&row);
    MPI_Comm_free(&cart);
    return finish();
}
