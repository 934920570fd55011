/*
 * Messages that come only after something that another thread of the receiver's does, and what else threads do that
 * must not wait for one: overlap_dependences CASE, as overlap_threads.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "overlap_hazards.h"

static atomic_int began, told;
static pthread_t thread;

static void start_thread(void *(*function)(void *)) {
    REQUIRE(pthread_create(&thread, NULL, function, NULL) == 0);
    while (!began)
        usleep(100);
}

static void end_thread(void) {
    told = 1;
    REQUIRE(pthread_join(thread, NULL) == 0);
}

static void *send_what_starts_it(void *unused) {
    began = 1;
    usleep(LATE);
    MPI_Send(buffer, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
    return unused;
}

/* Rank 1 sends when another thread of rank 0 has, which may as well be while rank 0 receives. */
static void threads_at_once(void) {
    if (rank == 0)
        start_thread(send_what_starts_it);
    else
        MPI_Recv(buffer, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is_receiving()) {
        require_received();
        end_thread();
    }
}

static int ends[2]; /* of a connection between the ranks */

/* Both processes are the launcher's, so its number is a name that both know. */
static void connect_ranks(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const socklen_t bytes = offsetof(struct sockaddr_un, sun_path) + 1 +
                            (socklen_t)snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "overlap%d", getppid());
    ends[0] = socket(AF_UNIX, SOCK_STREAM, 0);
    if (rank == 1)
        REQUIRE(bind(ends[0], (struct sockaddr *)&name, bytes) == 0 && listen(ends[0], 1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        REQUIRE(connect(ends[0], (struct sockaddr *)&name, bytes) == 0);
    else
        REQUIRE((ends[1] = accept(ends[0], NULL, NULL)) >= 0);
}

static void *write_what_starts_it(void *unused) {
    char first = 'a', second = 'b', third = 'c';
    struct iovec parts[] = {{&second, 1}, {&third, 1}};
    began = 1;
    usleep(LATE);
    REQUIRE(send(ends[0], &first, 1, 0) == 1 && writev(ends[0], parts, 2) == 2);
    return unused;
}

/* The same, without MPI. */
static void start_by_a_socket(void) {
    char all[3];
    connect_ranks();
    if (rank == 0)
        start_thread(write_what_starts_it);
    else
        REQUIRE(recv(ends[1], all, sizeof all, MSG_WAITALL) == 3 && memcmp(all, "abc", 3) == 0);
    if (is_receiving()) {
        require_received();
        end_thread();
    }
}

static void *scatter_it(void *unused) {
    struct iovec parts[] = {{buffer, 100}, {buffer + offset, 100}};
    char back[200];
    began = 1;
    while (!told)
        ;
    REQUIRE(writev(ends[1], parts, 2) == 200 && read(ends[0], back, 200) == 200);
    REQUIRE(back[99] == 9);
    require_pattern((unsigned char *)back + 100, 100);
    return unused;
}

/* One part of what is written is the message's. */
static void give_parts_to_system(void) {
    REQUIRE(pipe(ends) == 0);
    if (rank == 0)
        start_thread(scatter_it);
    if (is_receiving()) {
        end_thread();
        require_received();
    }
}

static void *end_process(void *unused) {
    began = 1;
    usleep(2 * LATE);
    _exit(9);
    return unused;
}

/* As a watchdog does: rank 1 never sends. */
static void exit_by_a_thread(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (; rank == 1;)
        pause();
    start_thread(end_process);
    MPI_Recv(buffer + offset, length, MPI_BYTE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    require_received();
}

static void *set_handler(void *unused) {
    struct sigaction action = {.sa_handler = SIG_IGN}, before;
    began = 1;
    while (!told)
        ;
    for (int i = 0; i < 5000; i++)
        REQUIRE(sigaction(SIGSYS, &action, NULL) == 0 && sigaction(SIGSEGV, &action, NULL) == 0);
    REQUIRE(sigaction(SIGSYS, NULL, &before) == 0 && before.sa_handler == SIG_IGN);
    REQUIRE(sigaction(SIGSEGV, NULL, &before) == 0 && before.sa_handler == SIG_IGN);
    require_received();
    told = 2;
    return unused;
}

static void *call_the_system(void *unused) {
    began = 2;
    while (told < 2)
        REQUIRE(getppid() > 0);
    return unused;
}

/* Another thread calls the system all the time. */
static void set_handlers_by_a_thread(void) {
    pthread_t another;
    if (rank == 0) {
        start_thread(set_handler);
        REQUIRE(pthread_create(&another, NULL, call_the_system, NULL) == 0);
        while (began < 2)
            usleep(100);
    }
    if (is_receiving()) {
        told = 1;
        REQUIRE(pthread_join(thread, NULL) == 0 && pthread_join(another, NULL) == 0);
        require_received();
    }
}

static void look(int signal) {
    char back;
    REQUIRE(write(ends[1], buffer + offset + 5, 1) == 1 && read(ends[0], &back, 1) == 1);
    told = signal + (back == (char)pattern(5));
}

static void *sleep_till_signalled(void *unused) {
    sigset_t all_others;
    sigfillset(&all_others);
    sigdelset(&all_others, SIGUSR1);
    began = 1;
    while (!told)
        sigsuspend(&all_others);
    return unused;
}

/* A handler that comes while the thread sleeps with all other signals blocked. */
static void suspended(void) {
    const struct sigaction action = {.sa_handler = look};
    REQUIRE(pipe(ends) == 0);
    sigaction(SIGUSR1, &action, NULL);
    if (rank == 0)
        start_thread(sleep_till_signalled);
    if (!is_receiving())
        return;
    usleep(1000);
    pthread_kill(thread, SIGUSR1);
    REQUIRE(pthread_join(thread, NULL) == 0 && told == SIGUSR1 + 1);
    require_received();
}

static void *allocate(void *unused) {
    began = 1;
    while (!told)
        allocate_and_free(BYTES);
    return unused;
}

/* The child finds no lock held by the thread, which it does not have. That has many mappings to go through. */
static void fork_beside_allocations(void) {
    for (int i = 0; i < 3000; i++)
        REQUIRE(mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
    start_thread(allocate);
    for (int i = 0; i < 200; i++) {
        const pid_t child = fork();
        int status;
        if (child == 0) {
            alarm(20);
            allocate_and_free(BYTES);
            _exit(0);
        }
        REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    }
    end_thread();
    if (is_receiving())
        require_received();
}

static const struct hazard cases[] = {
    CASE(threads_at_once),          CASE(start_by_a_socket), CASE(give_parts_to_system),    CASE(exit_by_a_thread),
    CASE(set_handlers_by_a_thread), CASE(suspended),         CASE(fork_beside_allocations),
};

int main(int argc, char **argv) {
    int level;
    const int wanted =
        argc > 1 && strcmp(argv[1], "threads_at_once") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
    MPI_Init_thread(&argc, &argv, wanted, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    REQUIRE(argc == 2 && size == 2 && level >= wanted);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
