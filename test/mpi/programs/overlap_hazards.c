/*
 * What a program may do with a message that is on its way, though it knows of none: overlap_hazards CASE. Rank 1 sends
 * late, so at rank 0 it is on its way if the receive is asynchronous. Each case requires what a synchronous receive
 * gives.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "overlap_hazards.h"

static unsigned char of_program[BYTES + 8192] = {1};

static void read_it(void) {
    if (is_receiving())
        require_received();
}

static void need_it_late(void) {
    if (!is_receiving())
        return;
    usleep(3 * LATE);
    require_received();
}

static void write_beside_it(void) {
    if (!is_receiving())
        return;
    buffer[offset - 1] = 3;
    buffer[offset + length] = 4;
    REQUIRE(buffer[offset - 1] == 3 && buffer[offset + length] == 4);
    buffer[offset - 1] = buffer[offset + length] = 9;
    require_received();
}

static void write_over_it(void) {
    if (!is_receiving())
        return;
    fill(buffer + offset, length, 1);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < length; i++)
            REQUIRE(buffer[offset + i] == 1);
        usleep(3 * LATE);
        MPI_Barrier(MPI_COMM_SELF); /* by which all pages are at home */
    }
}

static void write_what_is_sent(void) {
    unsigned char *large = reserve(LARGE);
    if (rank == 0) {
        for (int i = 0; i < LARGE; i++)
            large[i] = pattern(i);
        MPI_Send(large, LARGE, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        fill(large, LARGE, 0);
    } else {
        usleep(LATE);
        MPI_Recv(large, LARGE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        require_pattern(large, LARGE);
    }
    free(large);
}

static void wide_load(void) {
    if (!is_receiving())
        return;
    uint64_t words[8]; /* from before the message's first page to within it */
    memcpy(words, buffer + offset / PAGE * PAGE - 24, sizeof words);
    for (int i = 0; i < 64; i++)
        REQUIRE(((unsigned char *)words)[i] == 9);
    require_received();
}

/* Nothing else is called before the message itself is given to the system. */
static void system_calls(void) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    if (!is_receiving())
        return;
    REQUIRE(write(ends[1], buffer + offset, 1000) == 1000);
    REQUIRE(read(ends[0], buffer, 1000) == 1000);
    require_pattern(buffer, 1000);
    fill(buffer, 1000, 9);
    require_received();
}

static void fork_it(void) {
    if (!is_receiving())
        return;
    const pid_t child = fork();
    if (child == 0) {
        int differs = 0;
        for (int i = 0; i < length; i++)
            differs |= buffer[offset + i] != pattern(i);
        _exit(differs);
    }
    int status;
    REQUIRE(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    require_received();
}

/* The child looks at the message, and ends; no function of the C library sees either. */
static void require_child(long child) {
    if (child == 0)
        syscall(SYS_exit_group, buffer[offset + 5] != pattern(5));
    int status;
    REQUIRE(waitpid((pid_t)child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    require_received();
}

static void raw_fork(void) {
    if (is_receiving())
        require_child(syscall(SYS_fork));
}

static void raw_clone(void) {
    if (is_receiving())
        require_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static void spawn(void) {
    if (!is_receiving())
        return;
    char *const arguments[] = {"true", NULL}, *const environment[] = {NULL};
    pid_t child;
    int status;
    REQUIRE(posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment) == 0);
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    require_received();
}

static volatile int seen, has_received;
static void *volatile nowhere = (void *)(uintptr_t)0x123;

static void look(int signal) {
    (void)signal;
    if (has_received && seen == -1)
        seen = buffer[offset + 5];
}

/* Again and again, where the machine is slow. */
static const struct itimerval soon = {.it_value = {.tv_usec = LATE / 4}, .it_interval = {.tv_usec = LATE / 4}};

/* The handler itself comes upon the message: nothing else is called before. */
static void handle(int flags, int blocks_all) {
    struct sigaction action = {.sa_handler = look, .sa_flags = flags};
    if (blocks_all)
        sigfillset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    seen = -1;
    if (rank == 0)
        setitimer(ITIMER_REAL, &soon, NULL);
    if (!is_receiving())
        return;
    has_received = 1;
    while (seen == -1)
        ;
    REQUIRE(seen == pattern(5));
    require_received();
}

static void handle_signal(void) {
    handle(0, 0);
}

static void handle_signal_without_others(void) {
    handle(0, 1);
}

/* It is large enough for the handler, and ends where nothing may be written. */
static void handle_signal_on_a_stack(void) {
    enum { STACK = 3 * PAGE };
    unsigned char *stack = mmap(NULL, PAGE + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const stack_t other = {.ss_sp = stack + PAGE, .ss_size = STACK};
    REQUIRE(stack != MAP_FAILED && mprotect(stack, PAGE, PROT_NONE) == 0 && sigaltstack(&other, NULL) == 0);
    handle(SA_ONSTACK, 0);
}

/* The handler comes while the message is awaited already, on whatever thread the kernel chooses for it. */
static void handle_signal_amid_a_wait(void) {
    const struct sigaction action = {.sa_handler = look};
    sigaction(SIGALRM, &action, NULL);
    if (rank == 0)
        setitimer(ITIMER_REAL, &soon, NULL);
    for (int i = 0; i < 30; i++) {
        has_received = 0;
        seen = -1;
        if (!is_receiving())
            continue;
        has_received = 1;
        require_received();
        while (seen == -1)
            ;
        REQUIRE(seen == pattern(5));
    }
}

static void *check_received(void *unused) {
    (void)unused;
    require_received();
    return NULL;
}

static void start_thread(void) {
    if (!is_receiving())
        return;
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, check_received, NULL) == 0);
    pthread_join(thread, NULL);
}

static sigjmp_buf back;
static void *volatile fault_at;

static void jump(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    fault_at = info->si_addr;
    siglongjmp(back, 1);
}

static void own_fault(void) {
    struct sigaction action = {.sa_sigaction = jump, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    if (!is_receiving())
        return;
    if (sigsetjmp(back, 1) == 0)
        *(volatile int *)nowhere = 1;
    REQUIRE(fault_at == (void *)0x123);
    require_received();
}

/* Ends by the signal. */
static void fatal_fault(void) {
    if (is_receiving())
        *(volatile int *)nowhere = 1;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void blocked_signal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGSEGV);
    sigprocmask(SIG_BLOCK, &set, NULL);
    if (is_receiving())
        require_received();
}

static void status_of(unsigned char *to, MPI_Status *status) {
    MPI_Status own;
    if (rank == 0) {
        MPI_Recv(to, BYTES, MPI_BYTE, 1, 8, MPI_COMM_WORLD, &own);
        *status = own;
    } else {
        usleep(LATE);
        MPI_Send(of_program, 4321, MPI_BYTE, 0, 8, MPI_COMM_WORLD);
    }
}

/* The status that the call has seen is out of scope when the message is there. */
static void shorter(void) {
    MPI_Status status;
    int count = 0;
    fill(buffer, BYTES, 9);
    status_of(buffer, &status);
    if (rank)
        return;
    REQUIRE(status.MPI_SOURCE == 1 && status.MPI_TAG == 8);
    MPI_Get_count(&status, MPI_BYTE, &count);
    REQUIRE(count == 4321);
    MPI_Get_elements(&status, MPI_BYTE, &count);
    REQUIRE(count == 4321 && memcmp(buffer, of_program, 4321) == 0 && buffer[4321] == 9);
}

/* A length that the program sets, though no message could have it. */
static void set_length(void) {
    const MPI_Count set = 0x3654321f71234567;
    MPI_Status status;
    MPI_Count bytes = 0;
    status_of(buffer, &status);
    if (rank)
        return;
    REQUIRE(MPI_Status_set_elements_x(&status, MPI_BYTE, set) == MPI_SUCCESS);
    MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    REQUIRE(bytes == set);
}

static void require_status_of_nobody(MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    REQUIRE(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG && count == 0);
}

/* Messages to and from nobody are complete at once. */
static void nobody(void) {
    MPI_Status status;
    memset(&status, 1, sizeof status);
    MPI_Send(buffer, BYTES, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Recv(buffer, BYTES, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    require_status_of_nobody(&status);
    memset(&status, 1, sizeof status);
    MPI_Sendrecv(buffer, 5000, MPI_BYTE, MPI_PROC_NULL, 1, buffer + 8192, 5000, MPI_BYTE, MPI_PROC_NULL, 1,
                 MPI_COMM_WORLD, &status);
    require_status_of_nobody(&status);
    memset(&status, 1, sizeof status);
    MPI_Sendrecv(of_program, 5000, MPI_BYTE, 1 - rank, 1, buffer, 5000, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                 &status);
    require_status_of_nobody(&status);
    memset(&status, 1, sizeof status);
    MPI_Sendrecv(of_program, 5000, MPI_BYTE, MPI_PROC_NULL, 1, buffer, 5000, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD,
                 &status);
    REQUIRE(status.MPI_SOURCE == 1 - rank && memcmp(buffer, of_program, 5000) == 0);
}

/* The fields of a status can be read at any time, also by who knows their names alone. */
static void receive_from(int source, int tag) {
    if (rank == 0) {
        MPI_Status status;
        MPI_Recv(buffer, BYTES, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
        REQUIRE(status.MPI_SOURCE == 1 && status.MPI_TAG == 33);
    } else {
        usleep(LATE);
        MPI_Send(of_program, 5000, MPI_BYTE, 0, 33, MPI_COMM_WORLD);
    }
}

static void any_source(void) {
    receive_from(MPI_ANY_SOURCE, 33);
}

static void any_tag(void) {
    receive_from(1, MPI_ANY_TAG);
}

static void truncated(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        int class;
        const int error = MPI_Recv(buffer, 5000, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Error_class(error, &class);
        REQUIRE(class == MPI_ERR_TRUNCATE);
    } else {
        usleep(LATE);
        MPI_Send(of_program, 6000, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

/* The first receive gets the first message, and where both are into the same buffer, the second one stays, though the
 * first is so long that it takes both sides. */
static void equal_envelopes(void) {
    const unsigned char values[3] = {11, 22, 33};
    unsigned char *large = reserve(LARGE);
    fill(large, LARGE, values[0]);
    if (rank == 1)
        usleep(LATE / 4);
    for (int i = 0; i < 3; i++) {
        const int count = i == 0 ? LARGE : 5000;
        unsigned char *const place = i == 0 || (i == 1 && rank == 0) ? large : buffer;
        if (rank == 1) {
            fill(buffer, 5000, values[i]);
            MPI_Send(place, count, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(place, count, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    for (int i = 0; rank == 0 && i < LARGE; i++)
        REQUIRE(large[i] == values[i < 5000] && (i >= 5000 || buffer[i] == values[2]));
    free(large);
}

static void through_stdio(void) {
    if (!is_receiving())
        return;
    FILE *file = tmpfile();
    REQUIRE(fwrite(buffer + offset, 1, length, file) == (size_t)length);
    rewind(file);
    REQUIRE(fread(buffer, 1, 1000, file) == 1000);
    require_pattern(buffer, 1000);
    fclose(file);
}

/* What the program itself receives is on a page of the message, and comes before it. */
static void own_operations(void) {
    unsigned char value = 9;
    fill(buffer, BYTES, 9);
    if (rank == 1) {
        usleep(LATE / 2);
        MPI_Send(&value, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
        receive_late(buffer + offset, length);
        return;
    }
    MPI_Request request;
    buffer[offset - 100] = 1;
    MPI_Irecv(buffer + offset - 100, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &request);
    receive_late(buffer + offset, length);
    usleep(3 * LATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    require_received();
}

static void own_operations_that_ended(void) {
    enum { COUNT = 256 };
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    int values[COUNT] = {rank}, others[2][COUNT], index, flag = 0;
    for (int i = 0; i < 2; i++)
        MPI_Irecv(others[i], COUNT, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &requests[2 * i]);
    for (int i = 0; i < 2; i++)
        MPI_Send(values, COUNT, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Testall(3, requests, &flag, statuses);
    REQUIRE(others[0][0] == 1 - rank && others[1][0] == 1 - rank);
    read_it();
}

static void finalize(void) {
    const int receives = is_receiving();
    MPI_Finalize();
    if (receives)
        require_received();
    exit(0);
}

static void abort_it(void) {
    if (is_receiving())
        MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Natvig's algorithm 8: what is received last in each round is read after the last round alone. */
static void broken_chain(void) {
    double *a = reserve(1 << 15), *b = reserve(1 << 15), *c = reserve(1 << 15), *d = reserve(1 << 15);
    const int other = 1 - rank, count = 256; /* small enough to be sent before the other one receives */
    for (int i = 0; i < 40; i++) {
        MPI_Send(c, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
        MPI_Recv(d, count, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        c[count - 1] = a[0];
        a[0] = c[count - 1] + d[count - 1] + b[0] + 1;
        if (rank == 1)
            usleep(500);
        MPI_Send(a, count, MPI_DOUBLE, other, 1, MPI_COMM_WORLD);
        MPI_Recv(b, count, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    REQUIRE(b[0] == a[0] && b[0] > 1e9); /* both processes compute the same */
}

/* Rank 0 calls again at once, so nobody need help it, and each time all is done for a while. After the last call it
 * waits for what rank 1 does with a message that needs both sides, but not in MPI. */
static void wait_elsewhere(void) {
    enum { SENT = 128 * 1024, TIMES = 10, MOST_SECONDS = 10 };
    static const char sign[] = "received";
    unsigned char *data = reserve(SENT);
    fill(data, SENT, 1 - rank);
    unlink(sign);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < TIMES; i++) {
        if (rank == 0) {
            MPI_Send(data, SENT, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        } else {
            usleep(i == TIMES - 1 ? LATE : 0);
            MPI_Recv(data, SENT, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        for (int answer = 0; i < TIMES - 1 && answer < 2; answer++) {
            if (rank == 0) {
                MPI_Recv(NULL, 0, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            } else {
                usleep(answer * LATE / 4);
                MPI_Send(NULL, 0, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
            }
        }
    }
    if (rank == 1)
        REQUIRE(data[0] == 1 && data[SENT - 1] == 1 && close(creat(sign, 0600)) == 0);
    for (int i = 0; rank == 0 && access(sign, F_OK) != 0; i++) {
        REQUIRE(i < MOST_SECONDS * 1000);
        usleep(1000);
    }
    free(data);
}

static const struct hazard cases[] = {
    CASE(read_it),
    CASE(need_it_late),
    CASE(write_beside_it),
    CASE(write_over_it),
    CASE(write_what_is_sent),
    CASE(wide_load),
    CASE(system_calls),
    CASE(fork_it),
    CASE(raw_fork),
    CASE(raw_clone),
    CASE(spawn),
    CASE(handle_signal),
    CASE(handle_signal_without_others),
    CASE(handle_signal_on_a_stack),
    CASE(handle_signal_amid_a_wait),
    CASE(start_thread),
    CASE(own_fault),
    CASE(fatal_fault),
    CASE(blocked_signal),
    CASE(shorter),
    CASE(set_length),
    CASE(nobody),
    CASE(any_source),
    CASE(any_tag),
    CASE(truncated),
    CASE(equal_envelopes),
    CASE(through_stdio),
    CASE(own_operations),
    CASE(own_operations_that_ended),
    CASE(finalize),
    CASE(abort_it),
    CASE(broken_chain),
    CASE(wait_elsewhere),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    for (int i = 0; i < BYTES; i++)
        of_program[i] = pattern(i + 3);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
