/*
 * What a program may do where pages are closed by keys of the processor, and keep these: overlap_keys CASE, as
 * overlap_hazards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>

#include "overlap_hazards.h"
#include "refused_calls.h"

static volatile sig_atomic_t written, seen;

static int ends[2]; /* of a pipe */

/* The kernel reads of each page. */
static int all_written(const unsigned char *bytes, size_t count) {
    for (size_t at = 0; at < count; at += PAGE) {
        char back;
        if (write(ends[1], bytes + at, 1) != 1)
            return 0;
        REQUIRE(read(ends[0], &back, 1) == 1 && (unsigned char)back == bytes[at]);
    }
    return 1;
}

static void write_it(int signal) {
    (void)signal;
    written = all_written(buffer, BYTES) ? 1 : -errno;
}

/* The message is there, and only its pages are still special. */
static void write_in_a_handler(void) {
    const struct sigaction action = {.sa_handler = write_it};
    if (!is_receiving())
        return;
    require_received();
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    REQUIRE(written == 1);
}

static void look(int signal, siginfo_t *info, void *context) {
    (void)info, (void)context;
    REQUIRE(signal == SIGALRM);
    seen = 1 + buffer[offset + 5];
}

/* The handler comes before the message, but not before the receive, also where the machine is slow. */
static int is_receiving_till_alarm(void) {
    const struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO};
    const struct itimerval soon = {.it_value = {.tv_usec = LATE / 4}};
    sigaction(SIGALRM, &action, NULL);
    if (!is_receiving())
        return 0;
    setitimer(ITIMER_REAL, &soon, NULL);
    return 1;
}

/* The handler waits for the message. What it interrupts then gives all of it to the system. */
static void wait_in_a_handler(void) {
    if (!is_receiving_till_alarm())
        return;
    while (!seen)
        ;
    REQUIRE(seen == 1 + pattern(5));
    REQUIRE(all_written(buffer, BYTES));
    require_received();
}

/* The same where it interrupts a call of the system. */
static void wait_amid_a_call(void) {
    if (!is_receiving_till_alarm())
        return;
    while (!seen)
        usleep(3 * LATE);
    REQUIRE(seen == 1 + pattern(5));
    require_received();
}

/* Handlers are shown as the program has set them. */
static void ask_for_handlers(void) {
    struct sigaction action = {.sa_handler = write_it, .sa_flags = SA_RESTART}, before;
    REQUIRE(sigaction(SIGUSR2, &action, &before) == 0 && before.sa_handler == SIG_DFL);
    action.sa_sigaction = look;
    action.sa_flags = SA_SIGINFO;
    REQUIRE(sigaction(SIGUSR2, &action, &before) == 0);
    REQUIRE(before.sa_handler == write_it && before.sa_flags & SA_RESTART && !(before.sa_flags & SA_SIGINFO));
    REQUIRE(sigaction(SIGUSR2, NULL, &before) == 0 && before.sa_sigaction == look && before.sa_flags & SA_SIGINFO);
    REQUIRE(signal(SIGUSR2, write_it) != SIG_DFL && signal(SIGUSR2, SIG_IGN) == write_it);
    REQUIRE(signal(SIGUSR2, write_it) == SIG_IGN);
    REQUIRE(sigaction(SIGKILL, &action, NULL) == -1 && sigaction(0, &action, NULL) == -1);
    if (is_receiving())
        require_received();
}

/* More than there are keys: one message is on its way while the system, or the program itself, uses all others. */
static void use_others_by(int system) {
    enum { OTHERS = 20 };
    unsigned char *others[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
        others[i] = reserve(BYTES);
        receive_late(others[i], BYTES);
    }
    for (int i = 0; rank == 0 && i < OTHERS; i++)
        require_pattern(others[i], BYTES);
    if (!is_receiving())
        return;
    for (int i = 0; i < OTHERS; i++) {
        if (system)
            REQUIRE(all_written(others[i], BYTES));
        else
            require_pattern(others[i], BYTES);
        free(others[i]);
    }
    require_received();
}

static void use_others(void) {
    use_others_by(0);
}

static void give_others_to_system(void) {
    use_others_by(1);
}

/* Parts of what was received before, and more than that, are received into again. */
static void receive_parts(void) {
    const int part = 3 * PAGE;
    for (int at = 0; at + part <= length; at += 2 * PAGE) {
        fill(buffer, BYTES, 9);
        receive_late(buffer + offset + at, part);
        if (rank == 0) {
            require_pattern(buffer + offset + at, part);
            for (int i = 0; i < BYTES; i++)
                REQUIRE((i >= offset + at && i < offset + at + part) || buffer[i] == 9);
        }
    }
    if (is_receiving())
        require_received();
}

/* As many as without overlap; rights to them are the program's to set. */
static void own_keys(void) {
    int count = 0;
    is_receiving();
    for (int key = pkey_alloc(0, PKEY_DISABLE_ACCESS); key > 0; key = pkey_alloc(0, PKEY_DISABLE_ACCESS))
        count++;
    REQUIRE(count == 15 || count == 0);
    if (rank == 0)
        require_received();
    receive_late(buffer, BYTES);
    if (rank == 0)
        require_pattern(buffer, BYTES);
}

static unsigned char *receive_into_mapping(void *address) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (address ? MAP_FIXED_NOREPLACE : 0);
    unsigned char *mapped = mmap(address, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    fill(mapped, BYTES, 9);
    receive_late(mapped + offset, length);
    if (rank == 0)
        require_pattern(mapped + offset, length);
    return mapped;
}

/* The kernel refuses to take them off pages that then go away. What comes there has none, though it is to be closed. */
static void keys_that_stay(void) {
    unsigned char *mapped = receive_into_mapping(NULL);
    REQUIRE(refuse_to_take_keys());
    for (int i = 0; i < 20; i++) {
        REQUIRE(munmap(mapped, BYTES) == 0);
        mapped = receive_into_mapping(mapped);
    }
}

static const struct hazard cases[] = {
    CASE(write_in_a_handler), CASE(wait_in_a_handler), CASE(wait_amid_a_call),
    CASE(ask_for_handlers),   CASE(use_others),        CASE(give_others_to_system),
    CASE(receive_parts),      CASE(own_keys),          CASE(keys_that_stay),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2 && pipe(ends) == 0);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
