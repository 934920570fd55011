/*
 * Rank 0 receives two messages that are late, and counts for so long before it touches them that this cannot be seen
 * ahead. Prints how many times the kernel stopped it at them, after the steps in which that is learnt: where the second
 * call waits, none.
 */
#include <unistd.h>

#include "mpit.h"

enum { PAGE = 4096, BYTES = 4 * PAGE, MESSAGES = 2, LEARNT = 300, STEPS = 1500, LATE = 100, LONG = 1000 };

static unsigned char buffers[MESSAGES * BYTES] __attribute__((aligned(PAGE)));

static void count(void) {
    for (volatile int i = 0; i < LONG; i++)
        ;
}

static void receive(int step) {
    for (int i = 0; i < MESSAGES; i++)
        MPI_Recv(buffers + i * BYTES, BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count();
    for (int i = 0; i < MESSAGES * BYTES; i++)
        REQUIRE(buffers[i] == (unsigned char)step);
    MPI_Send(NULL, 0, MPI_BYTE, 1, MESSAGES, MPI_COMM_WORLD);
}

static void send_late(int step) {
    memset(buffers, step, (size_t)MESSAGES * BYTES);
    usleep(LATE);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Send(buffers + i * BYTES, BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, 0, MESSAGES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void take_steps(int first, int end) {
    for (int step = first; step < end; step++)
        rank ? send_late(step) : receive(step);
}

int main(int argc, char **argv) {
    int provided;
    MPI_T_pvar_session session;
    start(&argc, &argv);
    REQUIRE(size == 2);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    take_steps(0, LEARNT);
    MPI_T_pvar_handle faults = bind_pvar(session, "monitoring_overlap_faults", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    take_steps(LEARNT, STEPS);
    if (rank == 0)
        printf("%llu\n", read_one(session, faults));
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return finish();
}
