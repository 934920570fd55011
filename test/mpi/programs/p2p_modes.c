/* Every way to send, from every process to every process, itself included, in sizes from empty to rendezvous. */
#include <string.h>

#include "ways.h"

enum { ALL_WAYS = WAYS + READY_WAYS, LARGEST = 100000 };

static const int sizes[] = {0, 1, 100, 5000, LARGEST};
enum { SIZES = sizeof(sizes) / sizeof(*sizes) };

/* MPICH 4.0 crashes on these two if neither the source nor the destination is a process. */
static int is_isendrecv(way w) {
    return w == by_isendrecv || w == by_isendrecv_replace;
}

/* All messages from the rank `distance` before to the one `distance` after; receives first, so none can block. */
static void shift(int distance) {
    enum { MESSAGES = ALL_WAYS * SIZES };
    char *in = reserve((size_t)ALL_WAYS * LARGEST * SIZES), *out = reserve(LARGEST);
    MPI_Request requests[MESSAGES];
    int to = after(rank, distance, size), from = after(rank, -distance, size);
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Irecv(in + (size_t)i * LARGEST, sizes[i % SIZES], MPI_BYTE, from, i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    memset(out, rank + 1, LARGEST);
    for (int i = 0; i < MESSAGES; i++) {
        way_of(i / SIZES)(out, sizes[i % SIZES], to, i, MPI_COMM_WORLD);
        if (!is_isendrecv(way_of(i / SIZES))) {
            way_of(i / SIZES)(out, sizes[i % SIZES], MPI_PROC_NULL, i, MPI_COMM_WORLD);
        }
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MESSAGES; i++) {
        int bytes = sizes[i % SIZES];
        REQUIRE(bytes == 0 || in[(size_t)i * LARGEST + bytes - 1] == from + 1);
    }
    free(in);
    free(out);
}

/* One exchange in both directions per function that does both. */
static void exchange(void) {
    int next = after(rank, 1, size), previous = after(rank, -1, size), in[3] = {-1, -1, -1};
    MPI_Request request;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, in, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isendrecv(&rank, 1, MPI_INT, next, 1, in + 1, 1, MPI_INT, previous, 1, MPI_COMM_WORLD, &request);
    finish_request(&request);
    in[2] = rank;
    MPI_Sendrecv_replace(in + 2, 1, MPI_INT, next, 2, previous, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isendrecv_replace(in + 2, 1, MPI_INT, previous, 3, next, 3, MPI_COMM_WORLD, &request);
    finish_request(&request);
    REQUIRE(in[0] == previous && in[1] == previous && in[2] == rank);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    attach_buffer(4 * (LARGEST * SIZES + MPI_BSEND_OVERHEAD * ALL_WAYS * SIZES));
    for (int distance = 0; distance < size; distance++) {
        shift(distance);
    }
    exchange();
    detach_buffer();
    return finish();
}
