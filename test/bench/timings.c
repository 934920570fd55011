/*
 * How long MPI operations take: `timings MILLISECONDS BYTES...`, on two or more processes, each on a core of its own.
 *
 * Each operation is timed at each size for about so many milliseconds, in batches short enough that many of them are
 * not interrupted by whatever else the machine does. Rank 0 prints a line for each, with the time of the fastest batch:
 *
 *     OPERATION BYTES MESSAGES NANOSECONDS
 *
 * NANOSECONDS is the time of one operation, in which MESSAGES are sent one after the other (1 for a collective call).
 */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 1 << 20, WINDOW = 64, SIDES = 2, FEWEST_BATCHES = 3, PAGE = 4096, LINE = 64 };

/* A batch has so many operations that it takes about 0.2 ms on a machine of these days, or one of them. */
enum { BATCH_BYTES = 800000, BYTES_OF_A_CALL = 2000 };

static int rank, size;
static char *out, *in;
static MPI_Win win;

static void ping_pong(int bytes) {
    if (rank == 0) {
        MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
}

/* A window of messages one way, and one back that says it has arrived. */
static void message_rate(int bytes) {
    MPI_Request requests[WINDOW];
    if (rank == 0) {
        for (int i = 0; i < WINDOW; i++) {
            MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        for (int i = 0; i < WINDOW; i++) {
            MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        MPI_Send(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

/* Each process exchanges a message with both its neighbours in a ring. */
static void halo(int bytes) {
    int neighbours[SIDES] = {(rank + size - 1) % size, (rank + 1) % size};
    MPI_Request requests[2 * SIDES];
    for (int i = 0; i < SIDES; i++) {
        MPI_Irecv(in + (size_t)i * LARGEST, bytes, MPI_BYTE, neighbours[i], 1 - i, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < SIDES; i++) {
        MPI_Isend(out, bytes, MPI_BYTE, neighbours[i], i, MPI_COMM_WORLD, &requests[SIDES + i]);
    }
    MPI_Waitall(2 * SIDES, requests, MPI_STATUSES_IGNORE);
}

static void all_to_all(int bytes) {
    MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void all_reduce(int bytes) {
    MPI_Allreduce(out, in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void put(int bytes) {
    if (rank == 0) {
        MPI_Put(out, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
        MPI_Win_flush(1, win);
    }
}

static void get(int bytes) {
    if (rank == 0) {
        MPI_Get(in, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
        MPI_Win_flush(1, win);
    }
}

static const struct operation {
    const char *name;
    void (*run)(int bytes);
    int messages;
} operations[] = {{"ping-pong", ping_pong, 2},
                  {"rate", message_rate, WINDOW},
                  {"halo", halo, SIDES},
                  {"alltoall", all_to_all, 1},
                  {"allreduce", all_reduce, 1},
                  {"put", put, 1},
                  {"get", get, 1}};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Rank 0 says when to end; the others follow. Returns the seconds of one operation in the fastest batch. */
static double measure(const struct operation *operation, int bytes, double duration) {
    int times = 1 + BATCH_BYTES / (BYTES_OF_A_CALL + bytes) / operation->messages, more = 1;
    double end = seconds() + duration, least = 1e9;
    for (int batch = 1; more; batch++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = seconds();
        for (int i = 0; i < times; i++) {
            operation->run(bytes);
        }
        double now = seconds();
        least = now - begin < least ? now - begin : least;
        more = batch < FEWEST_BATCHES || now < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return least / times;
}

/* Prints a line for each size. */
static void print_times(const struct operation *operation, double duration, char *const sizes[]) {
    for (; *sizes; sizes++) {
        int bytes = atoi(*sizes);
        double time = measure(operation, bytes, duration);
        if (rank == 0) {
            printf("%s %d %d %.2f\n", operation->name, bytes, operation->messages, time * 1e9);
        }
    }
}

/*
 * Copies are much slower where their ends lie unluckily to each other, and what a library has allocated before decides
 * on that: over many runs, it must not be one library's bad luck. So each run has another offset in the page, for the
 * buffers and, by a block before all others, for what the library itself takes from the heap.
 */
static size_t random_offset(void) {
    return (size_t)(rand() % (PAGE / LINE)) * LINE;
}

static char *move_heap(void) {
    srand((unsigned)getpid());
    return malloc(LINE + random_offset());
}

/* A buffer of zeros, at a random offset in its page. */
static char *new_buffer(size_t bytes) {
    char *memory = calloc(bytes + PAGE, 1);
    if (!memory) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory + random_offset();
}

static int are_sizes(char *const sizes[]) {
    for (; *sizes; sizes++) {
        int bytes = atoi(*sizes);
        if (bytes < 0 || bytes > LARGEST) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    char *first = move_heap();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 3 || atoi(argv[1]) <= 0 || !are_sizes(argv + 2) || size < 2) {
        fprintf(stderr, "usage: timings MILLISECONDS BYTES...: up to %d bytes, two or more processes\n", LARGEST);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    void *memory;
    size_t most = (size_t)LARGEST * (size_t)(size > SIDES ? size : SIDES);
    out = new_buffer(most);
    in = new_buffer(most);
    MPI_Win_allocate(LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        print_times(&operations[i], atoi(argv[1]) * 1e-3, argv + 2);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    free(first);
    return 0;
}
