/*
 * A program that closes all descriptors that it does not know, while messages are on their way, and gets the same
 * numbers for its own: overlap_descriptors CASE. Whoever uses a number that is none of its any more takes something of
 * what the program has there.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "overlap_hazards.h"

enum { DESCRIPTORS = 256 };

/* Ways to close those from `first` to `last`. */
static void by_one(int first, int last) {
    for (int i = first; i <= last; i++)
        close(i);
}

static void by_range(int first, int last) {
    if (first <= last)
        close_range(first, last, 0);
}

static void by_system_call(int first, int last) {
    if (first <= last)
        syscall(SYS_close_range, first, last, 0);
}

/* What is there instead, and whether it is as it was made. The kernel has one inode for all events. */
static int make_event(void) {
    return eventfd(1, EFD_NONBLOCK);
}

static int has_event(int descriptor) {
    uint64_t events = 0;
    return read(descriptor, &events, sizeof events) == sizeof events && events == 1;
}

static int make_file(void) {
    return open("/proc/self/exe", O_RDONLY);
}

static int is_unread(int descriptor) {
    return lseek(descriptor, 0, SEEK_CUR) == 0;
}

/* All but the launcher's. */
static int kept(void) {
    const char *of_launcher = getenv("PMI_FD");
    return of_launcher ? atoi(of_launcher) : DESCRIPTORS;
}

static void replace(void (*close_them)(int first, int last), int (*make)(void)) {
    close_them(3, kept() - 1);
    close_them(kept() + 1, DESCRIPTORS - 1);
    for (int i = 3; i < DESCRIPTORS - (kept() < DESCRIPTORS); i++)
        REQUIRE(make() >= 0);
}

static void require_own(int (*is_as_made)(int descriptor)) {
    for (int i = 3; i < DESCRIPTORS; i++)
        REQUIRE(i == kept() || is_as_made(i));
}

/* A copied send is on its way, too, for which the kernel stops no system call. */
static void close_descriptors(void) {
    static unsigned char sent[5000];
    if (rank == 0)
        MPI_Send(sent, sizeof sent, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
    if (is_receiving()) {
        replace(by_one, make_event);
        require_received();
    }
    if (rank == 1)
        MPI_Recv(buffer, sizeof sent, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!is_receiving())
        return;
    require_received();
    require_own(has_event);
}

/* Longer than the helper sleeps without looking, and without a system call. */
static void compute(void) {
    for (const double begun = MPI_Wtime(); MPI_Wtime() - begun < 0.08;)
        ;
}

/* The same where the network module tells. UCX itself can go on then, but not finalize. */
static void close_what_tells(void (*close_them)(int first, int last), int (*make)(void), int (*is_as_made)(int)) {
    for (int i = 0; i < 3; i++) {
        if (!is_receiving())
            continue;
        if (i == 1)
            replace(close_them, make);
        compute();
        require_received();
    }
    if (rank == 0) {
        require_own(is_as_made);
        MPI_Abort(MPI_COMM_WORLD, 9);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void close_range_of_told(void) {
    close_what_tells(by_range, make_event, has_event);
}

static void close_told_by_system_call(void) {
    close_what_tells(by_system_call, make_file, is_unread);
}

static const struct hazard cases[] = {
    CASE(close_descriptors),
    CASE(close_range_of_told),
    CASE(close_told_by_system_call),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
