/*
 * What other threads of a program may do while one of them receives: overlap_threads CASE. As in overlap_hazards, rank
 * 1 sends late. A thread begins with a message when its process's first thread says so, which it does as soon as its
 * receive has returned.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "overlap_hazards.h"

static atomic_int began, told;
static pthread_t thread;
static int ends[2]; /* of a pipe */

static void start_thread(void *(*function)(void *)) {
    REQUIRE(pthread_create(&thread, NULL, function, NULL) == 0);
    while (!began)
        usleep(100);
    usleep(1000); /* until it is where it waits */
}

static void end_thread(void) {
    told = 1;
    REQUIRE(pthread_join(thread, NULL) == 0);
}

static void begin(void) {
    began = 1;
}

static void begin_and_wait(void) {
    begin();
    while (!told)
        ;
}

/* Rank 0 has the thread, which begins after the receive. */
static void beside_receive(void *(*function)(void *)) {
    if (rank == 0)
        start_thread(function);
    is_receiving();
    if (rank == 0)
        end_thread();
}

static void *require_it(void *unused) {
    begin_and_wait();
    require_received();
    return unused;
}

static void read_it(void) {
    beside_receive(require_it);
}

static atomic_int signals_seen;

static void count_signal(int number) {
    (void)number;
    signals_seen++;
}

/* By epoll_pwait2, which older systems do not have, with all signals blocked but one. */
static void *wait_with_signals_blocked(void *unused) {
    enum { EPOLL_PWAIT2 = 441 };
    struct epoll_event event;
    sigset_t mask;
    const struct timespec long_time = {.tv_sec = 5};
    const int polled = epoll_create1(0);
    sigfillset(&mask);
    sigdelset(&mask, SIGUSR1);
    begin();
    REQUIRE(syscall(EPOLL_PWAIT2, polled, &event, 1, &long_time, &mask, sizeof(long)) == -1 &&
            (errno == EINTR || errno == ENOSYS));
    close(polled);
    while (!told)
        ;
    return unused;
}

/* The thread waits in a call of the system when the signal's handler makes further ones. */
static void handle_signal_amid_a_call(void) {
    signal(SIGUSR1, count_signal);
    if (rank == 0) {
        start_thread(wait_with_signals_blocked);
        usleep(LATE);
        pthread_kill(thread, SIGUSR1);
        while (!signals_seen)
            usleep(100);
        usleep(LATE);
    }
    is_receiving();
    if (rank == 0) {
        end_thread();
        REQUIRE(signals_seen == 1);
        require_received();
    }
}

static int pids[2];

static void *duplicate_and_tell(void *unused) {
    begin_and_wait();
    close(dup(1));
    kill(pids[1 - rank], SIGUSR1);
    return unused;
}

/* Rank 1 sends when the thread has made a call that needs no memory. */
static void duplicate_before_it(void) {
    const int own = getpid();
    signal(SIGUSR1, count_signal);
    MPI_Allgather(&own, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
    while (rank == 1 && signals_seen == 0)
        usleep(100);
    beside_receive(duplicate_and_tell);
    if (rank == 0)
        require_received();
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *sleep_and_require_it(void *unused) {
    pthread_mutex_lock(&mutex);
    begin();
    while (!told)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    require_received();
    return unused;
}

/* Neither to sleep nor to be woken needs the message. */
static void wake_a_thread(void) {
    if (rank == 0)
        start_thread(sleep_and_require_it);
    is_receiving();
    if (rank == 1)
        return;
    pthread_mutex_lock(&mutex);
    told = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    end_thread();
}

static void *read_all_the_time(void *unused) {
    begin();
    for (int i = 0; !told; i = (i + 512) % BYTES) {
        const unsigned char value = *(volatile unsigned char *)(buffer + i);
        REQUIRE(value == 9 || (i >= offset && i < offset + length && value == pattern(i - offset)));
    }
    return unused;
}

enum { TIMES = 10 };

static void read_meanwhile(void) {
    fill(buffer, BYTES, 9);
    if (rank == 0)
        start_thread(read_all_the_time);
    for (int i = 0; i < TIMES; i++)
        if (is_receiving())
            require_received();
    if (rank == 0)
        end_thread();
}

static void *write_all_the_time(void *unused) {
    volatile unsigned char *before = buffer + offset - 1, *behind = buffer + offset + length;
    begin();
    for (unsigned char i = 0; !told; i++) {
        *before = *behind = i;
        REQUIRE(*before == i && *behind == i);
    }
    *before = *behind = 9;
    return unused;
}

/* What is beside the message is the thread's, at any time. */
static void write_beside_it(void) {
    fill(buffer, BYTES, 9);
    if (rank == 0)
        start_thread(write_all_the_time);
    for (int i = 0; i < TIMES; i++) {
        receive_late(buffer + offset, length);
        if (rank == 0)
            require_pattern(buffer + offset, length);
    }
    if (rank == 0) {
        end_thread();
        require_received();
    }
}

static void *allocate_all_the_time(void *unused) {
    begin();
    for (size_t bytes = 100; !told; bytes = bytes * 5 % 99991)
        allocate_and_free(bytes);
    return unused;
}

/* What the heap needs to know of its blocks is beside that of the message, which is all of it. */
static void allocate_beside_it(void) {
    enum { COUNT = BYTES - 500 };
    mallopt(M_ARENA_MAX, 1);
    unsigned char *block = reserve(COUNT);
    if (rank == 0)
        start_thread(allocate_all_the_time);
    for (int i = 0; i < TIMES; i++) {
        receive_late(block, COUNT);
        if (rank == 0)
            require_pattern(block, COUNT);
    }
    if (rank == 0)
        end_thread();
    free(block);
}

static void *use_it_in_system_calls(void *unused) {
    begin_and_wait();
    REQUIRE(write(ends[1], buffer + offset, 1000) == 1000);
    REQUIRE(read(ends[0], buffer, 1000) == 1000);
    require_pattern(buffer, 1000);
    fill(buffer, 1000, 9);
    require_received();
    return unused;
}

static void give_to_system(void) {
    REQUIRE(pipe(ends) == 0);
    beside_receive(use_it_in_system_calls);
}

static void *read_beside_it(void *unused) {
    begin();
    REQUIRE(read(ends[0], buffer + offset - 10, 1) == 1);
    return unused;
}

/* It is in the system call already, whose memory is on a page of the message. */
static void system_call_under_way(void) {
    REQUIRE(pipe(ends) == 0);
    if (rank == 0)
        start_thread(read_beside_it);
    is_receiving();
    if (rank == 1)
        return;
    REQUIRE(write(ends[1], "x", 1) == 1);
    end_thread();
    REQUIRE(buffer[offset - 10] == 'x');
    buffer[offset - 10] = 9;
    require_received();
}

static void *give_it_back(void *unused) {
    begin_and_wait();
    free(buffer);
    buffer = reserve(BYTES);
    fill(buffer, BYTES, 1);
    return unused;
}

static void give_back(void) {
    beside_receive(give_it_back);
}

static void *protect_it(void *unused) {
    begin_and_wait();
    REQUIRE(mprotect(buffer, BYTES, PROT_READ) == 0);
    require_received();
    REQUIRE(mprotect(buffer, BYTES, PROT_READ | PROT_WRITE) == 0);
    return unused;
}

static void protect(void) {
    buffer = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    beside_receive(protect_it);
}

static void *fork_with_it(void *unused) {
    begin_and_wait();
    const pid_t child = fork();
    if (child == 0) {
        int differs = 0;
        for (int i = 0; i < length; i++)
            differs |= buffer[offset + i] != pattern(i);
        allocate_and_free(BYTES); /* nobody holds what the child does not have */
        _exit(differs);
    }
    int status;
    REQUIRE(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    require_received();
    return unused;
}

static void fork_it(void) {
    beside_receive(fork_with_it);
}

static atomic_int looked;

static void *look_and_stay(void *unused) {
    require_received();
    looked = 1;
    while (told < 2)
        usleep(100);
    return unused;
}

static void *start_another(void *unused) {
    pthread_t another;
    begin_and_wait();
    REQUIRE(pthread_create(&another, NULL, look_and_stay, NULL) == 0);
    REQUIRE(pthread_join(another, NULL) == 0);
    return unused;
}

/* Amid a message, and the next one goes on beside both. */
static void thread_of_a_thread(void) {
    if (rank == 0)
        start_thread(start_another);
    if (is_receiving()) {
        told = 1;
        while (!looked)
            usleep(100);
    }
    if (is_receiving()) {
        told = 2;
        REQUIRE(pthread_join(thread, NULL) == 0);
        require_received();
    }
}

static void *block_all(void *unused) {
    sigset_t all, before;
    sigfillset(&all);
    REQUIRE(pthread_sigmask(SIG_SETMASK, &all, &before) == 0 && !sigismember(&before, SIGUSR1));
    begin_and_wait();
    require_received();
    REQUIRE(write(ends[1], buffer + offset, 10) == 10);
    REQUIRE(pthread_sigmask(SIG_UNBLOCK, &all, &before) == 0 && sigismember(&before, SIGUSR1));
    REQUIRE(pthread_sigmask(77, &all, NULL) != 0);
    return unused;
}

static void blocked_signals(void) {
    REQUIRE(pipe(ends) == 0);
    beside_receive(block_all);
}

static void look(int signal) {
    told = 2 + (buffer[offset + 5] == pattern(5)) + signal - SIGUSR1;
}

static pid_t signalled;

static void *be_signalled(void *unused) {
    signalled = gettid();
    begin();
    while (told < 2)
        pause();
    return unused;
}

/* Its handler comes upon the message. pthread_kill() would block all signals, and wait for the message first. */
static void handle_signal(void) {
    const struct sigaction action = {.sa_handler = look};
    sigaction(SIGUSR1, &action, NULL);
    if (rank == 0)
        start_thread(be_signalled);
    is_receiving();
    if (rank == 1)
        return;
    REQUIRE(syscall(SYS_tgkill, getpid(), signalled, SIGUSR1) == 0);
    REQUIRE(pthread_join(thread, NULL) == 0 && told == 3);
    require_received();
}

static void *leave(void *unused) {
    begin_and_wait();
    require_received();
    pthread_exit(unused);
}

static void *sleep_for_ever(void *unused) {
    begin();
    for (;;)
        pause();
    return unused;
}

/* A thread that has ended leaves nothing behind: the second message goes on, too. */
static void ended_threads(void) {
    beside_receive(leave);
    began = told = 0;
    if (rank == 0) {
        start_thread(sleep_for_ever);
        REQUIRE(pthread_cancel(thread) == 0);
        end_thread();
        usleep(1000);
    }
    if (is_receiving())
        require_received();
}

static void *read_for_ever(void *unused) {
    char byte;
    begin();
    for (;;)
        REQUIRE(read(ends[0], &byte, 1) == 1);
    return unused;
}

static void cancel(void) {
    void *result = NULL;
    REQUIRE(pthread_cancel(thread) == 0);
    REQUIRE(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
}

/* Threads are cancelled in a system call that waits, and wherever they are between short ones and in them. */
static void cancelled_amid_a_call(void) {
    REQUIRE(pipe(ends) == 0);
    if (rank == 0)
        start_thread(read_for_ever);
    is_receiving();
    if (rank == 1)
        return;
    cancel();
    require_received();
    ends[0] = open("/dev/zero", O_RDONLY);
    for (int i = 0; i < 200; i++) {
        began = 0;
        REQUIRE(pthread_create(&thread, NULL, read_for_ever, NULL) == 0);
        while (!began)
            ;
        for (volatile int j = 0; j < 100 * i; j++)
            ;
        cancel();
    }
}

static void *call_mpi(void *unused) {
    begin_and_wait();
    MPI_Send(buffer + offset, length, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
    return unused;
}

/* The library would come upon the pages within its own lock. From then on calls stay synchronous. */
static void thread_in_mpi(void) {
    beside_receive(call_mpi);
    if (rank == 1)
        MPI_Recv(buffer + offset, length, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        require_pattern(buffer + offset, length);
    if (is_receiving())
        require_received();
}

static char *own_stack;

static void *use_own_stack(void *unused) {
    volatile unsigned char local[PAGE];
    begin();
    while (!told)
        local[PAGE / 2] = 1;
    return local[PAGE / 2] ? unused : NULL;
}

/* A stack that ends on the message's first page: nobody could handle a fault on it. */
static void stack_in_the_block(void) {
    enum { STACK = 256 * 1024 };
    pthread_attr_t attributes;
    own_stack = aligned_alloc(PAGE, STACK + BYTES);
    REQUIRE(own_stack && pthread_attr_init(&attributes) == 0);
    buffer = (unsigned char *)own_stack + STACK - 2 * PAGE;
    REQUIRE(pthread_attr_setstack(&attributes, own_stack, STACK + PAGE / 2) == 0);
    if (rank == 0) {
        REQUIRE(pthread_create(&thread, &attributes, use_own_stack, NULL) == 0);
        while (!began)
            usleep(100);
        usleep(1000);
    }
    receive_late(buffer + offset, length);
    if (rank == 0) {
        end_thread();
        require_pattern(buffer + offset, length);
    }
}

static const struct hazard cases[] = {
    CASE(read_it),
    CASE(wake_a_thread),
    CASE(read_meanwhile),
    CASE(write_beside_it),
    CASE(allocate_beside_it),
    CASE(give_to_system),
    CASE(give_back),
    CASE(system_call_under_way),
    CASE(protect),
    CASE(fork_it),
    CASE(blocked_signals),
    CASE(thread_of_a_thread),
    CASE(handle_signal),
    CASE(ended_threads),
    CASE(cancelled_amid_a_call),
    CASE(thread_in_mpi),
    CASE(stack_in_the_block),
    CASE(handle_signal_amid_a_call),
    CASE(duplicate_before_it),
};

int main(int argc, char **argv) {
    start_serialized(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
