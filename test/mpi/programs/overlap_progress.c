/*
 * What moves messages while the program computes: rank 0 computes without MPI, first with nothing on its way, then with
 * a message from rank 1 that comes a third of the time later and needs both sides. Prints, in microseconds, the
 * helper's processor time in each half, and how long rank 1 was in its call; and how often the helper was woken, and
 * slept till the end of its time, in the second half.
 */
#include <dirent.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mpit.h"

enum { BYTES = 1 << 20, COMPUTED = 300000 };

static double microseconds(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return 1e6 * (double)at.tv_sec + 1e-3 * (double)at.tv_nsec;
}

static void compute(void) {
    const double begun = microseconds(CLOCK_MONOTONIC);
    while (microseconds(CLOCK_MONOTONIC) - begun < COMPUTED)
        ;
}

/* The first number of a file, or its text. */
static double read_task(const char *task, const char *name, char *text, int room) {
    char path[300];
    snprintf(path, sizeof path, "/proc/self/task/%s/%s", task, name);
    FILE *file = fopen(path, "r");
    REQUIRE(file && fgets(text, room, file));
    fclose(file);
    return strtod(text, NULL);
}

/* As the kernel counts it, in whole calls of the scheduler. */
static double time_of_helper(void) {
    char text[200];
    double time = -1;
    DIR *tasks = opendir("/proc/self/task");
    REQUIRE(tasks);
    for (struct dirent *task; (task = readdir(tasks));) {
        if (*task->d_name == '.')
            continue;
        read_task(task->d_name, "comm", text, sizeof text);
        if (strcmp(text, "overlap helper\n") == 0)
            time = 1e-3 * read_task(task->d_name, "schedstat", text, sizeof text);
    }
    closedir(tasks);
    REQUIRE(time >= 0);
    return time;
}

static MPI_T_pvar_session session;

/* Counts from now on. */
static MPI_T_pvar_handle counter(const char *name) {
    return bind_pvar(session, name, MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
}

static void receive_amid_computing(unsigned char *buffer) {
    MPI_Barrier(MPI_COMM_WORLD);
    double before = time_of_helper();
    compute();
    const double idle = time_of_helper() - before;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_T_pvar_handle wakeups = counter("monitoring_overlap_wakeups"), sleeps = counter("monitoring_overlap_sleeps");
    before = time_of_helper();
    MPI_Recv(buffer, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute();
    for (int i = 0; i < BYTES; i++)
        REQUIRE(buffer[i] == 7);
    const double busy = time_of_helper() - before;
    double in_call;
    MPI_Recv(&in_call, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("{\"idle\": %.0f, \"busy\": %.0f, \"in_call\": %.0f, \"wakeups\": %llu, \"sleeps\": %llu}\n", idle, busy,
           in_call, read_one(session, wakeups), read_one(session, sleeps));
}

static void send_late(unsigned char *buffer) {
    memset(buffer, 7, BYTES);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(COMPUTED / 3);
    const double begun = microseconds(CLOCK_MONOTONIC);
    MPI_Ssend(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    const double in_call = microseconds(CLOCK_MONOTONIC) - begun;
    MPI_Send(&in_call, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
}

/* For the first message of its size the network makes its buffers, which takes some machines 100 ms. */
static void make_buffers(unsigned char *buffer) {
    if (rank)
        MPI_Ssend(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int provided;
    start(&argc, &argv);
    REQUIRE(size == 2);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    unsigned char *buffer = reserve(BYTES);
    make_buffers(buffer);
    rank ? send_late(buffer) : receive_amid_computing(buffer);
    free(buffer);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return finish();
}
