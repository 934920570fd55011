/*
 * Monitoring is switched on and off by control variables while eight threads in every process send; off at the start.
 *
 * First at any time: messages over the communicator "loose", which all threads use at once before it is known, are
 * counted or not, each as a whole. Then between messages: of those over "exact" the ones are counted that were sent
 * while monitoring was on. A communicator that is freed while monitoring is off keeps its name.
 */
#include <sched.h>

#include "mpit.h"
#include "storm.h"

enum { LOOSE_BURSTS = 30, BURST = 20, BYTES = 24, RUNS = 6 };

static MPI_Comm loose, exact;
static int switched_on, threads_done, run;

static void send_burst(struct worker *worker, MPI_Comm comm, int to, int from) {
    static const char out[BYTES];
    char in[BURST][BYTES];
    MPI_Request requests[2 * BURST];
    for (int i = 0; i < BURST; i++) {
        MPI_Isend(out, BYTES, MPI_BYTE, to, worker->number, comm, &requests[i]);
    }
    for (int i = 0; i < BURST; i++) {
        MPI_Irecv(in[i], BYTES, MPI_BYTE, from, worker->number, comm, &requests[BURST + i]);
    }
    MPI_Waitall(2 * BURST, requests, MPI_STATUSES_IGNORE);
}

/* Begins when monitoring was on for the first time: else all may have been sent by then. */
static void *send_loosely(void *argument) {
    while (!__atomic_load_n(&switched_on, __ATOMIC_ACQUIRE)) {
        sched_yield();
    }
    for (int i = 0; i < LOOSE_BURSTS; i++) {
        send_burst(argument, loose, after(rank, 1, size), after(rank, -1, size));
    }
    __atomic_add_fetch(&threads_done, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Sends one burst more with each run. */
static void *send_exactly(void *argument) {
    for (int i = 0; i <= run; i++) {
        send_burst(argument, exact, after(rank, 1, size), after(rank, -1, size));
    }
    return NULL;
}

static void switch_at_any_time(void) {
    static const char *const details[] = {"peers", "all", "peers,receives", "functions,regions,gauges"};
    begin_threads(send_loosely);
    for (int i = 0; __atomic_load_n(&threads_done, __ATOMIC_ACQUIRE) < THREADS; i++) {
        write_detail(details[i % 4]);
        write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", i % 3 == 2 ? 0 : 2);
        __atomic_store_n(&switched_on, 1, __ATOMIC_RELEASE);
        sched_yield();
    }
    end_threads();
}

/* What is counted is said in test/mpi/suite/test_threads.py. */
static void switch_between_messages(void) {
    static const char *const details[RUNS] = {NULL, "peers", "peers,receives", NULL, "all", NULL};
    for (run = 0; run < RUNS; run++) {
        if (details[run]) {
            write_detail(details[run]);
        }
        write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", details[run] ? 2 : 0);
        MPI_Barrier(MPI_COMM_WORLD);
        begin_threads(send_exactly);
        end_threads();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static MPI_Comm named(const char *name) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, name);
    return comm;
}

static void free_while_off(void) {
    struct worker worker = {0};
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    MPI_Comm first = named("first");
    send_burst(&worker, first, after(rank, 1, size), after(rank, -1, size));
    MPI_Barrier(MPI_COMM_WORLD);
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 0);
    MPI_Comm_free(&first);
    MPI_Comm second = named("second");
    MPI_Barrier(MPI_COMM_WORLD);
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    send_burst(&worker, second, after(rank, 1, size), after(rank, -1, size));
    send_burst(&worker, second, after(rank, 1, size), after(rank, -1, size));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&second);
}

int main(int argc, char **argv) {
    int provided;
    start_threaded(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    loose = named("loose");
    exact = named("exact");
    switch_at_any_time();
    switch_between_messages();
    free_while_off();
    MPI_Comm_free(&loose);
    MPI_Comm_free(&exact);
    CHECK(MPI_T_finalize());
    return finish();
}
