/*
 * overlap_reductions CASE, two processes: a reduction calls the program's own operation only while the program is in a
 * function of MPI, and by the program's thread, though a message that was sent before is under way.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>

#include "overlap_hazards.h"

enum { SENT = 1 << 17 }; /* not there before it is received */

static volatile int is_outside, calls;
static long thread_of_program;
static int in[4] = {1, 2, 3, 4}, out[4];
static MPI_Op operation;

static double seconds(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + at.tv_nsec * 1e-9;
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)type;
    REQUIRE(!is_outside && syscall(SYS_gettid) == thread_of_program);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    calls++;
}

static void compute(double duration) {
    const double begun = seconds();
    is_outside = 1;
    while (seconds() - begun < duration)
        ;
    is_outside = 0;
}

/* Rank 1 receives the message only when the reduction could be over, since it goes on there all the time. */
static void receive_amid(unsigned char *to, MPI_Request *request) {
    const double begun = seconds();
    int flag;
    while (seconds() - begun < 3e-6 * LATE)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(to, SENT, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void begin(MPI_Request *request) {
    MPI_Iallreduce(in, out, 4, MPI_INT, operation, MPI_COMM_WORLD, request);
}

static void send_before_or_amid(int before) {
    MPI_Request request;
    unsigned char *message = reserve(SENT);
    thread_of_program = syscall(SYS_gettid);
    MPI_Op_create(add, 1, &operation);
    if (rank == 1) {
        usleep(LATE / 2);
        begin(&request);
        receive_amid(message, &request);
    } else {
        if (!before)
            begin(&request);
        MPI_Send(message, SENT, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        if (before)
            begin(&request);
        compute(4e-6 * LATE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        REQUIRE(out[i] == 2 * in[i]);
    REQUIRE(calls > 0);
    MPI_Op_free(&operation);
    free(message);
}

static void sent_before(void) {
    send_before_or_amid(1);
}

static void sent_amid(void) {
    send_before_or_amid(0);
}

static const struct hazard cases[] = {CASE(sent_before), CASE(sent_amid)};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
