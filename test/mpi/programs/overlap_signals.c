/*
 * Signals, and how a process ends, while a message is on its way: overlap_signals CASE, as overlap_hazards.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "overlap_hazards.h"

/* What the C library makes of signal() where programs are compiled to a standard. */
extern void (*__sysv_signal(int, void (*)(int)))(int);

static volatile sig_atomic_t seen;

static void note(int signal) {
    seen = signal;
}

/* The second time it is the program's; before that it may be a library's. */
static void set_handler(int signal) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, before;
    REQUIRE(sigaction(signal, &action, NULL) == 0 && sigaction(signal, &action, &before) == 0);
    REQUIRE(before.sa_handler == note && before.sa_flags & SA_RESTART);
}

/* Amid the message, and they are the program's: a signal that is sent comes to them, but nothing that is of the next
 * message. */
static void set_both_handlers(void) {
    set_handler(SIGSYS);
    set_handler(SIGSEGV);
    raise(SIGSYS);
    REQUIRE(seen == SIGSYS);
    raise(SIGSEGV);
    REQUIRE(seen == SIGSEGV);
    require_received();
}

static void set_handlers(void) {
    if (is_receiving())
        set_both_handlers();
    seen = 0;
    if (is_receiving()) {
        require_received();
        REQUIRE(seen == 0);
    }
}

static volatile int has_received;

static void look(int signal) {
    if (has_received)
        seen = signal + buffer[offset];
}

/* Handlers come so often that now and then one comes between a fault and its handler, and is first to wait. */
static void handle_signal_at_a_fault(void) {
    enum { OFTEN = 50, ROUNDS = 400 };
    const struct sigaction action = {.sa_handler = look};
    const struct itimerval often = {.it_value = {.tv_usec = OFTEN}, .it_interval = {.tv_usec = OFTEN}};
    sigaction(SIGALRM, &action, NULL);
    if (rank == 0)
        setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        fill(buffer, BYTES, 9);
        has_received = 0;
        if (rank == 1) {
            usleep(10 * OFTEN);
            fill(buffer, BYTES, i);
            MPI_Send(buffer, length, MPI_BYTE, 0, 7, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(buffer + offset, length, MPI_BYTE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        has_received = 1;
        for (volatile int turns = i % 40 * 200; turns > 0; turns--)
            ;
        REQUIRE(buffer[offset] == (unsigned char)i && buffer[offset + length - 1] == (unsigned char)i);
    }
    const struct itimerval never = {.it_value = {.tv_usec = 0}};
    setitimer(ITIMER_REAL, &never, NULL);
}

static int pids[2];
static volatile int signals_seen;

static void count_signal(int signal) {
    (void)signal;
    signals_seen++;
}

static void send_signal(int signal) {
    (void)signal;
    signals_seen++;
    kill(pids[1 - rank], SIGUSR1);
}

/* Rank 1 sends when it has had several signals of rank 0, each by a handler of its own. */
static void signals_before_it(void) {
    enum { SEVERAL = 5 };
    const struct itimerval often = {.it_value = {.tv_usec = 1000}, .it_interval = {.tv_usec = 1000}}, never = {0};
    const struct sigaction action = {.sa_handler = send_signal, .sa_flags = SA_RESTART};
    const int own = getpid();
    signal(SIGUSR1, count_signal);
    MPI_Allgather(&own, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
    if (rank == 1) {
        while (signals_seen < SEVERAL)
            usleep(100);
        receive_late(buffer + offset, length);
        return;
    }
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    fill(buffer, BYTES, 9);
    receive_late(buffer + offset, length);
    while (signals_seen < 2 * SEVERAL)
        ;
    require_received();
    setitimer(ITIMER_REAL, &never, NULL);
}

static unsigned char *fence;

static void open_fence_and_look(int signal) {
    (void)signal;
    REQUIRE(mprotect(fence, PAGE, PROT_READ | PROT_WRITE) == 0);
    require_received();
    seen = signal;
}

/* A handler of faults touches the message, which comes later than a handler waits for. */
static void look_in_a_handler_of_faults(void) {
    enum { SECOND = 1000000 };
    fence = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    signal(SIGSEGV, open_fence_and_look);
    fill(buffer, BYTES, 9);
    if (rank == 1)
        usleep(SECOND + 5 * LATE);
    receive_late(buffer + offset, length);
    if (rank)
        return;
    fence[7] = 1;
    REQUIRE(seen == SIGSEGV);
}

static void fault_again(int signal) {
    static int times;
    (void)signal;
    if (times++ > 0)
        _exit(3);
    fence[8] = 1;
}

/* Which is blocked then, so the process ends by it. */
static void fault_in_a_handler_of_faults(void) {
    fence = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    signal(SIGSEGV, fault_again);
    if (is_receiving())
        fence[7] = 1;
}

static void end_it(int signal) {
    (void)signal;
    _exit(9);
}

/* The message is not for this handler. */
static void old_signal(void) {
    REQUIRE(__sysv_signal(SIGSEGV, end_it) != SIG_ERR);
    if (is_receiving())
        require_received();
}

static sigjmp_buf back;

static void jump(int signal) {
    (void)signal;
    siglongjmp(back, 1);
}

/* What was received is no code: to run it is a fault, and stays one. */
static void run_it(void) {
    void (*run)(void);
    signal(SIGSEGV, jump);
    if (!is_receiving())
        return;
    require_received();
    memcpy(&run, &(unsigned char *){buffer + offset}, sizeof run);
    for (int i = 0; i < 3; i++)
        if (sigsetjmp(back, 1) == 0) {
            run();
            REQUIRE(0);
        }
    require_received();
}

/* The kernel writes more than a time, and ends on the message's first page. */
static void usage_beside_it(void) {
    fill(buffer, BYTES, 9);
    receive_late(buffer + 2 * PAGE, length);
    if (rank)
        return;
    struct rusage *usage = (struct rusage *)(buffer + 2 * PAGE - sizeof *usage + 16);
    REQUIRE(getrusage(RUSAGE_SELF, usage) == 0 && usage->ru_maxrss > 0);
    for (int i = 16; i < length; i++)
        REQUIRE(buffer[2 * PAGE + i] == pattern(i));
}

/* Rank 1 never sends, and a handler ends the process, or the job. */
static void wait_for_ever(void (*handler)(int)) {
    const struct itimerval soon = {.it_value = {.tv_usec = LATE}};
    signal(SIGALRM, handler);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        setitimer(ITIMER_REAL, &soon, NULL);
    for (; rank == 1;)
        pause();
    MPI_Recv(buffer + offset, length, MPI_BYTE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    require_received();
}

static void exit_in_a_handler(void) {
    wait_for_ever(end_it);
}

static void abort_job(int signal) {
    (void)signal;
    MPI_Abort(MPI_COMM_WORLD, 9);
}

static void abort_in_a_handler(void) {
    wait_for_ever(abort_job);
}

/* Of a communicator that returns errors. */
static void type_that_is_none(void) {
    MPI_Comm own;
    int class;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    REQUIRE(MPI_Error_class(MPI_Send(buffer, 5000, MPI_DATATYPE_NULL, 1 - rank, 1, own), &class) == MPI_SUCCESS);
    REQUIRE(class == MPI_ERR_TYPE);
    MPI_Comm_free(&own);
    if (is_receiving())
        require_received();
}

/* A message that is too long, of a communicator whose errors end the job, as MPI_COMM_WORLD's do not. */
static void truncated_and_fatal(void) {
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Recv(buffer, 5000, MPI_BYTE, 1, 2, own, MPI_STATUS_IGNORE);
        seen = buffer[0];
    } else {
        fill(buffer, BYTES, 1);
        usleep(LATE);
        MPI_Send(buffer, 6000, MPI_BYTE, 0, 2, own);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct hazard cases[] = {
    CASE(set_handlers),
    CASE(handle_signal_at_a_fault),
    CASE(old_signal),
    CASE(run_it),
    CASE(usage_beside_it),
    CASE(exit_in_a_handler),
    CASE(abort_in_a_handler),
    CASE(type_that_is_none),
    CASE(truncated_and_fatal),
    CASE(signals_before_it),
    CASE(look_in_a_handler_of_faults),
    CASE(fault_in_a_handler_of_faults),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
