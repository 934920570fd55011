/*
 * timeline PHASES WAY: every process sends to the next one at the beginning of each phase, and then does without MPI
 * for as long as it takes to tell the phases apart: busy, or asleep. It forks a process in each that ends at once.
 * Standard output has a line for each process and phase: rank, begin and end of the sending in nanoseconds since 1970,
 * messages and bytes.
 */
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

enum { MOST = 4000, SECOND = 1000000000, REST = 350000000 };

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * (long long)SECOND + time.tv_nsec;
}

static void rest(int is_busy) {
    const struct timespec whole = {0, REST};
    const long long end = now(CLOCK_MONOTONIC) + REST;
    while (is_busy && now(CLOCK_MONOTONIC) < end) {
    }
    if (!is_busy) {
        nanosleep(&whole, NULL);
    }
}

static void have_a_child(void) {
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
    char out[MOST] = {0}, in[MOST];
    start(&argc, &argv);
    REQUIRE(argc == 3);
    const int phases = atoi(argv[1]), is_busy = strcmp(argv[2], "busy") == 0;
    MPI_Barrier(MPI_COMM_WORLD);
    rest(is_busy);
    for (int phase = 1; phase <= phases; phase++) {
        const int messages = 40 * phase + rank, bytes = 10 * phase + 100 * rank;
        const int from = after(rank, -1, size), expected = 40 * phase + from;
        const long long begin = now(CLOCK_REALTIME);
        for (int i = 0; i < messages || i < expected; i++) {
            MPI_Sendrecv(out, bytes, MPI_BYTE, i < messages ? after(rank, 1, size) : MPI_PROC_NULL, phase, in, MOST,
                         MPI_BYTE, i < expected ? from : MPI_PROC_NULL, phase, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        printf("phase %d %lld %lld %d %d\n", rank, begin, now(CLOCK_REALTIME), messages, messages * bytes);
        have_a_child();
        rest(is_busy);
    }
    fflush(stdout);
    return finish();
}
