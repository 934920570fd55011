/*
 * A program that closes all descriptors that it does not know, while messages are on their way, and gets the same
 * numbers for its own: overlap_descriptors CASE.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "overlap_hazards.h"

enum { DESCRIPTORS = 256 };

/* Closes all but those of the job's launcher, and has an event in each one's place: whoever uses a descriptor that is
 * none of its any more, takes it. */
static void replace_descriptors(void (*close_them)(int first, int last)) {
    const char *of_launcher = getenv("PMI_FD");
    const int kept = of_launcher ? atoi(of_launcher) : DESCRIPTORS;
    close_them(3, kept - 1);
    close_them(kept + 1, DESCRIPTORS - 1);
    for (int i = 0; i < DESCRIPTORS; i++) {
        const int made = eventfd(1, EFD_NONBLOCK);
        if (made >= DESCRIPTORS)
            close(made);
    }
}

static void require_descriptors(void) {
    const char *of_launcher = getenv("PMI_FD");
    const int kept = of_launcher ? atoi(of_launcher) : DESCRIPTORS;
    for (int i = 3; i < DESCRIPTORS; i++) {
        uint64_t events = 0;
        REQUIRE(i == kept || (read(i, &events, sizeof events) == sizeof events && events == 1));
    }
}

static void close_each(int first, int last) {
    for (int i = first; i <= last; i++)
        close(i);
}

static void close_range_of_them(int first, int last) {
    if (first <= last)
        close_range(first, last, 0);
}

/* A copied send is on its way, too, for which the kernel stops no system call. */
static void close_descriptors(void) {
    static unsigned char sent[5000];
    if (rank == 0)
        MPI_Send(sent, 5000, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
    if (is_receiving()) {
        replace_descriptors(close_each);
        require_received();
    }
    if (rank == 1)
        MPI_Recv(buffer, 5000, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!is_receiving())
        return;
    require_received();
    require_descriptors();
}

/* The same where the network module tells; UCX itself then cannot finalize. */
static void close_what_tells(void) {
    for (int i = 0; i < 3; i++) {
        if (!is_receiving())
            continue;
        if (i == 1)
            replace_descriptors(close_range_of_them);
        require_received();
    }
    if (rank == 0) {
        require_descriptors();
        MPI_Abort(MPI_COMM_WORLD, 9);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct hazard cases[] = {
    CASE(close_descriptors),
    CASE(close_what_tells),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
