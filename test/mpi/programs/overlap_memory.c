/*
 * What a program may do with the memory of a message that is on its way: overlap_memory CASE, as overlap_hazards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include "overlap_hazards.h"

enum { MAPPED = BYTES + 2 * PAGE };

static unsigned char of_program[BYTES + 8192] = {1};

/* A message from `start` on in memory of its own. */
static unsigned char *map_late(size_t start) {
    unsigned char *mapped = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    fill(mapped, MAPPED, 1);
    receive_late(mapped + start, BYTES);
    return mapped;
}

static sigjmp_buf back;
static void *volatile fault_at;
static volatile int noted;

static void jump(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    fault_at = info->si_addr;
    siglongjmp(back, 1);
}

static void note(int signal) {
    (void)signal;
    noted = 1;
}

static void give_back(void) {
    if (!is_receiving())
        return;
    free(buffer);
    buffer = malloc(BYTES);
    fill(buffer, BYTES, 2);
    usleep(3 * LATE);
    for (int i = 0; i < BYTES; i++)
        REQUIRE(buffer[i] == 2);
}

/* A block among others, and one that the C library has mapped by itself. */
static void grow(void) {
    unsigned char *large = reserve(LARGE);
    receive_late(large, LARGE);
    if (is_receiving()) {
        buffer = realloc(buffer, 4 * BYTES);
        require_received();
    }
    if (rank == 0)
        require_pattern(large, LARGE);
    receive_late(large, LARGE);
    large = realloc(large, 4 * LARGE);
    REQUIRE(large);
    if (rank == 0)
        require_pattern(large, LARGE);
    free(large);
}

/* A message in all of a block whose end is amid a page, while those before and after it come and go. */
static void trim(void) {
    enum { SMALL = 100, BLOCKS = 3, MIDDLE = BYTES - 500 };
    unsigned char *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        blocks[i] = reserve(MIDDLE);
    receive_late(blocks[1], MIDDLE);
    for (int i = 0; i < BLOCKS; i += 2)
        free(blocks[i]);
    for (int i = 0; i < SMALL; i++)
        allocate_and_free(SMALL * i);
    malloc_trim(0);
    if (rank == 0)
        require_pattern(blocks[1], MIDDLE);
    free(blocks[1]);
}

static void unmap(void) {
    const size_t bytes = BYTES + 8192;
    unsigned char *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    fill(mapped, bytes, 1);
    receive_late(mapped + 50, BYTES);
    if (rank)
        return;
    REQUIRE(munmap(mapped, bytes) == 0);
    usleep(3 * LATE);
    MPI_Barrier(MPI_COMM_SELF); /* by which all pages are at home */
    for (size_t at = 0; at < bytes; at += PAGE)
        REQUIRE(msync(mapped + at, PAGE, MS_ASYNC) == -1 && errno == ENOMEM); /* nothing is there */
    unsigned char *again = mmap(mapped, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    usleep(3 * LATE);
    for (size_t i = 0; i < bytes; i++)
        REQUIRE(again[i] == 0);
}

/* A part of the mapping that is beside the message goes, and nothing of the message with it. */
static void unmap_beside(void) {
    unsigned char *mapped = map_late(50);
    if (rank)
        return;
    REQUIRE(munmap(mapped + MAPPED - PAGE, PAGE) == 0);
    require_pattern(mapped + 50, BYTES);
}

/* What is mapped over a message has nothing of it; no function of the C library sees it. */
static void map_over(void) {
    unsigned char *mapped = map_late(50);
    if (rank)
        return;
    REQUIRE(syscall(SYS_mmap, mapped, MAPPED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
            (long)(intptr_t)mapped);
    usleep(3 * LATE);
    MPI_Barrier(MPI_COMM_SELF); /* by which all pages are at home */
    for (size_t i = 0; i < MAPPED; i++)
        REQUIRE(mapped[i] == 0);
}

/* Pages of the message that are given up are empty, and stay so. */
static void do_not_need(void) {
    const size_t given_up = 16384;
    unsigned char *mapped = map_late(50);
    if (rank)
        return;
    REQUIRE(madvise(mapped + PAGE, given_up, MADV_DONTNEED) == 0);
    usleep(3 * LATE);
    for (size_t i = 0; i < BYTES; i++)
        REQUIRE(mapped[50 + i] == (50 + i >= PAGE && 50 + i < PAGE + given_up ? 0 : pattern(i)));
}

static void protect(void) {
    const size_t bytes = BYTES + 8192;
    unsigned char *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    receive_late(mapped + 50, BYTES);
    if (rank)
        return;
    REQUIRE(mprotect(mapped, bytes, PROT_READ) == 0);
    require_pattern(mapped + 50, BYTES);
}

/* No function of the C library sees it. */
static void move(void) {
    unsigned char *mapped = map_late(50);
    if (rank)
        return;
    unsigned char *room = mmap(NULL, 2 * MAPPED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(syscall(SYS_mremap, mapped, MAPPED, 2 * MAPPED, MREMAP_MAYMOVE | MREMAP_FIXED, room) ==
            (long)(intptr_t)room);
    require_pattern(room + 50, BYTES);
}

/* Pages that the program may not write are sent, and it may not write them afterwards either. */
static void send_read_only(void) {
    struct sigaction action = {.sa_sigaction = jump, .sa_flags = SA_SIGINFO};
    unsigned char *large = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaction(SIGSEGV, &action, NULL);
    if (rank == 1) {
        usleep(LATE);
        MPI_Recv(large, LARGE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        require_pattern(large, LARGE);
        return;
    }
    for (int i = 0; i < LARGE; i++)
        large[i] = pattern(i);
    REQUIRE(mprotect(large, LARGE, PROT_READ) == 0);
    MPI_Send(large, LARGE, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    for (int turn = 0; turn < 2; turn++) {
        fault_at = NULL;
        if (sigsetjmp(back, 1) == 0)
            *(volatile unsigned char *)&large[5000] = 0;
        REQUIRE(fault_at == &large[5000] && large[5000] == pattern(5000));
        usleep(3 * LATE);
    }
}

/* A long message, and then a short one into the same buffer, which was sent first. */
static void overtaken(void) {
    unsigned char *large = reserve(LARGE);
    if (rank == 0) {
        MPI_Recv(large, LARGE, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(large + 100, 5000, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < LARGE; i++)
            REQUIRE(large[i] == (i >= 100 && i < 5100 ? 77 : pattern(i)));
    } else {
        unsigned char *short_one = reserve(5000);
        for (int i = 0; i < LARGE; i++)
            large[i] = pattern(i);
        fill(short_one, 5000, 77);
        MPI_Send(short_one, 5000, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
        usleep(LATE);
        MPI_Send(large, LARGE, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        free(short_one);
    }
    free(large);
}

/* The handler's stack is on pages that the message is on, too. */
static void stack_of_signals(void) {
    const stack_t other = {.ss_sp = buffer, .ss_size = offset};
    const struct itimerval soon = {.it_value = {.tv_usec = LATE / 4}};
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_ONSTACK};
    REQUIRE(sigaltstack(&other, NULL) == 0);
    sigaction(SIGALRM, &action, NULL);
    if (rank == 0)
        setitimer(ITIMER_REAL, &soon, NULL);
    receive_late(buffer + offset, length);
    if (rank)
        return;
    while (!noted)
        ;
    require_pattern(buffer + offset, length);
}

static void on_the_stack(void) {
    unsigned char own[20000];
    receive_late(own, sizeof own);
    if (rank == 0)
        require_pattern(own, sizeof own);
}

static void of_the_program(void) {
    receive_late(of_program + 1000, BYTES);
    if (rank == 0)
        require_pattern(of_program + 1000, BYTES);
}

/* The message is there for all who share it, as soon as it is received. */
static void shared_memory(void) {
    const int file = memfd_create("shared", 0);
    REQUIRE(file >= 0 && ftruncate(file, BYTES) == 0);
    unsigned char *shared = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    const unsigned char *same = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, file, 0);
    REQUIRE(shared != MAP_FAILED && same != MAP_FAILED);
    fill(shared, BYTES, 9);
    receive_late(shared, BYTES);
    if (rank == 0)
        require_pattern(same, BYTES);
}

static void huge_pages(void) {
    const size_t huge = 2 << 20;
    unsigned char *memory = aligned_alloc(huge, 2 * huge);
    madvise(memory, 2 * huge, MADV_HUGEPAGE);
    fill(memory, 2 * huge, 9);
    receive_late(memory + 100000, BYTES);
    if (rank == 0) {
        require_pattern(memory + 100000, BYTES);
        REQUIRE(memory[0] == 9 && memory[99999] == 9 && memory[100000 + BYTES] == 9);
    }
    free(memory);
}

/* Large rows of one block, of which each process sends one and receives the one beside it, and then the other way: the
 * first row is within what the two calls receive into. */
static void large_rows(void) {
    enum { ROW = 320 * 1024, ROUNDS = 12 };
    unsigned char *rows = reserve(4 * ROW);
    const int other = 1 - rank;
    for (int round = 0; round < ROUNDS; round++) {
        fill(rows + ROW, ROW, 10 * round + rank);
        fill(rows + 2 * ROW, ROW, 10 * round + rank + 2);
        MPI_Sendrecv(rows + ROW, ROW, MPI_BYTE, other, 1, rows + 3 * ROW, ROW, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(rows + 2 * ROW, ROW, MPI_BYTE, other, 2, rows, ROW, MPI_BYTE, other, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < ROW; i++)
            REQUIRE(rows[3 * ROW + i] == 10 * round + other && rows[i] == 10 * round + other + 2);
    }
    free(rows);
}

/* A chain that has always received a halo breaks, before an exchange of what is between that one and another halo. */
static void between_halos(void) {
    enum { HALO = 8192, ROUNDS = 20 };
    unsigned char *all = reserve(HALO + LARGE + HALO), *middle = all + HALO, *last = middle + LARGE;
    unsigned char *other = reserve(LARGE);
    fill(middle, LARGE, 7 + rank);
    for (int round = 0; round <= ROUNDS; round++) {
        if (rank == 1)
            usleep(LATE / 10);
        if (rank == 0)
            MPI_Send(other, LARGE, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        else
            MPI_Recv(other, LARGE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        srand(round); /* nobody sees what comes after it */
        if (rank == 1 && round < ROUNDS)
            MPI_Send(last, HALO, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
        else if (rank == 0 && round < ROUNDS)
            MPI_Recv(last, HALO, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        REQUIRE(last[5] == 0);
    }
    if (rank == 0) {
        MPI_Sendrecv(middle, LARGE, MPI_BYTE, 1, 3, all, HALO, MPI_BYTE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(middle, LARGE, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(LATE);
        MPI_Send(all, HALO, MPI_BYTE, 0, 4, MPI_COMM_WORLD);
    }
    for (int i = 0; i < LARGE; i++)
        REQUIRE(middle[i] == 7);
    free(other);
    free(all);
}

static long faults(void) {
    struct rusage usage;
    REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_minflt;
}

/* Memory that nobody touches costs nothing, and what grows is not copied each time. */
static void allocate(void) {
    enum { STEP = 1 << 20, STEPS = 64 };
    const long before = faults();
    unsigned char *large = calloc(STEPS, STEP);
    REQUIRE(large && faults() - before < STEPS * STEP / PAGE / 8);
    free(large);
    unsigned char *grown = NULL;
    for (size_t step = 0; step < STEPS; step++) {
        grown = realloc(grown, (step + 1) * STEP);
        REQUIRE(grown);
        fill(grown + step * STEP, STEP, (int)step);
    }
    REQUIRE(faults() - before < 3 * STEPS * STEP / PAGE);
    for (size_t at = 0; at < (size_t)STEPS * STEP; at += 1000)
        REQUIRE(grown[at] == at / STEP);
    grown = realloc(grown, BYTES);
    REQUIRE(grown && grown[BYTES - 1] == 0);
    free(grown);
    unsigned char *again = calloc(BYTES, 1);
    for (int i = 0; i < BYTES; i++)
        REQUIRE(again && again[i] == 0);
    free(again);
    if (is_receiving())
        require_received();
}

/* All of a block is the program's, and what calloc returns is zero, where new blocks are filled as well. */
static void fill_blocks(void) {
    mallopt(M_PERTURB, 165);
    unsigned char *block = malloc(20000);
    const size_t usable = malloc_usable_size(block);
    fill(block, usable, 7);
    block = realloc(block, 3 * usable);
    for (size_t i = 0; i < usable; i++)
        REQUIRE(block[i] == 7);
    unsigned char *zeroed = calloc(LARGE, 1);
    __asm__ volatile("" : : "r"(zeroed) : "memory"); /* so that the compiler looks */
    for (int i = 0; i < LARGE; i++)
        REQUIRE(zeroed[i] == 0);
    free(zeroed);
    free(block);
    mallopt(M_PERTURB, 0);
    if (is_receiving())
        require_received();
}

static const struct hazard cases[] = {
    CASE(give_back),    CASE(grow),           CASE(trim),          CASE(unmap),
    CASE(map_over),     CASE(unmap_beside),   CASE(do_not_need),   CASE(protect),
    CASE(move),         CASE(send_read_only), CASE(overtaken),     CASE(stack_of_signals),
    CASE(on_the_stack), CASE(of_the_program), CASE(shared_memory), CASE(huge_pages),
    CASE(large_rows),   CASE(allocate),       CASE(between_halos), CASE(fill_blocks),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
