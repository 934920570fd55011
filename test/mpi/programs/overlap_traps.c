/*
 * What protected memory has come to grief by: overlap_traps CASE, as overlap_hazards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>

#include "memory.h"
#include "overlap_hazards.h"

/* The table of what is bound lazily is on its first page. */
static unsigned char of_program[BYTES + 2 * PAGE] = {1};

/* Of memory that nobody has touched there is nothing to be moved, and what is beside the message is still zero. */
static void untouched(void) {
    unsigned char *mapped = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    receive_late(mapped + offset, length);
    for (int i = 0; rank == 0 && i < BYTES; i++)
        REQUIRE(mapped[i] == (i >= offset && i < offset + length ? pattern(i - offset) : 0));
}

/* As much is locked afterwards as before. */
static void locked(void) {
    const long before = kib_of("VmLck");
    REQUIRE(mlock(buffer + 2 * PAGE, length) == 0 && kib_of("VmLck") > before);
    const long during = kib_of("VmLck");
    if (!is_receiving())
        return;
    require_received();
    REQUIRE(kib_of("VmLck") == during);
    REQUIRE(munlock(buffer + 2 * PAGE, length) == 0 && kib_of("VmLck") == before);
}

static void all_locked(void) {
    REQUIRE(mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
    free(buffer);
    buffer = reserve(BYTES);
    if (is_receiving())
        require_received();
}

/* Its pages are those of a child as well, which goes on with what it had, and whose changes nobody sees. */
static void shared_with_a_child(void) {
    int ends[2], status;
    char told;
    REQUIRE(pipe(ends) == 0);
    fill(buffer, BYTES, 9);
    const pid_t child = fork();
    if (child == 0) {
        buffer[offset + PAGE] = 5;
        close(ends[1]);
        status = read(ends[0], &told, 1) != 1;
        for (int i = 0; i < BYTES; i++)
            status |= buffer[i] != (i == offset + PAGE ? 5 : 9);
        _exit(status);
    }
    receive_late(buffer + offset, length);
    if (rank == 0)
        require_received();
    REQUIRE(write(ends[1], "x", 1) == 1 && waitpid(child, &status, 0) == child && status == 0);
}

/* Two mappings that the program has made, one after the other. */
static void across_mappings(void) {
    unsigned char *both = mmap(NULL, 2 * BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(both != MAP_FAILED);
    for (int i = 0; i < 2; i++)
        REQUIRE(mmap(both + (size_t)i * BYTES, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                     -1, 0) != MAP_FAILED);
    receive_late(both + BYTES / 2, BYTES);
    if (rank == 0)
        require_pattern(both + BYTES / 2, BYTES);
}

/* What the kernel itself writes to as it likes (rseq) is near. */
static void of_a_thread(void) {
    static _Thread_local unsigned char own[20000];
    receive_late(own, sizeof own);
    if (rank == 0)
        require_pattern(own, sizeof own);
}

/* The kernel writes where the message is to be, which it finds there already. */
static void read_into_it(void) {
    enum { COUNT = 1000, OTHER = 3 };
    int ends[2];
    unsigned char other[COUNT];
    fill(other, COUNT, OTHER);
    REQUIRE(pipe(ends) == 0 && write(ends[1], other, COUNT) == COUNT);
    if (!is_receiving())
        return;
    REQUIRE(read(ends[0], buffer + offset, COUNT) == COUNT);
    for (int i = 0; i < length; i++)
        REQUIRE(buffer[offset + i] == (i < COUNT ? OTHER : pattern(i)));
}

/* A message of columns, each more than a page: what is between them stays the program's, which changes it meanwhile. */
static void columns(void) {
    enum { COLUMNS = 5, WIDTH = 5000, STRIDE = 9000 };
    MPI_Datatype type;
    MPI_Type_vector(COLUMNS, WIDTH, STRIDE, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    fill(buffer, BYTES, 9);
    if (rank == 1) {
        for (int i = 0; i < BYTES; i++)
            buffer[i] = pattern(i);
        usleep(LATE);
        MPI_Send(buffer, 1, type, 0, 7, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, 1, type, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int column = 0; column + 1 < COLUMNS; column++)
            buffer[column * STRIDE + WIDTH] = 8;
        for (int i = 0; i < COLUMNS * STRIDE; i++)
            REQUIRE(buffer[i] == (i % STRIDE < WIDTH                                ? pattern(i)
                                  : i % STRIDE == WIDTH && i / STRIDE + 1 < COLUMNS ? 8
                                                                                    : 9));
    }
    MPI_Type_free(&type);
}

/* Of a matrix, of which several may follow each other. */
static MPI_Datatype make_column(int rows, int row, int width) {
    MPI_Datatype vector, column;
    MPI_Type_vector(rows, width, row, MPI_BYTE, &vector);
    MPI_Type_create_resized(vector, 0, width, &column);
    MPI_Type_commit(&column);
    MPI_Type_free(&vector);
    return column;
}

enum { ROWS = 300, ROW = 160, WIDTH = 8 };

/* A column that is late; the one beside it has no byte of it, so the call for that does not wait. */
static void columns_beside(void) {
    enum { VERY_LATE = 10 * LATE };
    MPI_Datatype column = make_column(ROWS, ROW, WIDTH);
    const double begun = MPI_Wtime();
    if (rank == 1) {
        usleep(VERY_LATE);
        MPI_Send(buffer, 1, column, 0, 1, MPI_COMM_WORLD);
        MPI_Send(buffer, 1, column, 0, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, 1, column, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(buffer + WIDTH, 1, column, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        REQUIRE(MPI_Wtime() - begun < 0.5e-6 * VERY_LATE);
    }
    MPI_Type_free(&column);
}

/* Two columns of a matrix side by side, late, and then the upper half of the second one, which was sent first. */
static void column_overtaken(void) {
    MPI_Datatype column = make_column(ROWS, ROW, WIDTH), half = make_column(ROWS / 2, ROW, WIDTH);
    if (rank == 1) {
        fill(buffer, BYTES, 2);
        MPI_Send(buffer, 1, half, 0, 2, MPI_COMM_WORLD);
        usleep(LATE);
        fill(buffer, BYTES, 1);
        MPI_Send(buffer, 2, column, 0, 1, MPI_COMM_WORLD);
    } else {
        fill(buffer, BYTES, 9);
        MPI_Recv(buffer, 2, column, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(buffer + WIDTH, 1, half, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < ROWS * ROW; i++)
            REQUIRE(buffer[i] == (i % ROW < WIDTH ? 1 : i % ROW >= 2 * WIDTH ? 9 : i < ROWS / 2 * ROW ? 2 : 1));
    }
    MPI_Type_free(&column);
    MPI_Type_free(&half);
}

static ucontext_t of_main, of_stack;

/* Into the part of the stack that is next to what MPI_Recv itself uses: the end of a page. */
static void use_stack(void) {
    enum { COUNT = 20000, PLACE = PAGE - 300 };
    const uintptr_t here = (uintptr_t)__builtin_alloca(16);
    unsigned char *own = __builtin_alloca(COUNT + (here - COUNT - PLACE) % PAGE);
    receive_late(own, COUNT);
    if (rank == 0)
        require_pattern(own, COUNT);
}

/* The program is on a stack that is memory as any other. */
static void own_stack(void) {
    enum { STACK = 512 * 1024 };
    REQUIRE(getcontext(&of_stack) == 0);
    of_stack.uc_stack.ss_sp = reserve(STACK);
    of_stack.uc_stack.ss_size = STACK;
    of_stack.uc_link = &of_main;
    makecontext(&of_stack, use_stack, 0);
    REQUIRE(swapcontext(&of_main, &of_stack) == 0);
}

/* A function that was not called before: where it is is written beside the message. */
static void lazily_bound(void) {
    receive_late(of_program, BYTES);
    REQUIRE(a64l("/") == 1);
    if (rank == 0)
        require_pattern(of_program, BYTES);
}

static sigjmp_buf back;
static volatile int seen;

static void look_and_jump(int signal) {
    (void)signal;
    seen = buffer[offset + 5];
    siglongjmp(back, 1);
}

/* The handler of a fault of the program's own comes upon the message, while it has further faults blocked. */
static void own_fault_that_reads_it(void) {
    static void *volatile nowhere = (void *)(uintptr_t)0x123;
    const struct sigaction action = {.sa_handler = look_and_jump};
    sigaction(SIGSEGV, &action, NULL);
    if (!is_receiving())
        return;
    if (sigsetjmp(back, 1) == 0)
        *(volatile int *)nowhere = 1;
    REQUIRE(seen == pattern(5));
    require_received();
}

/* As many mappings as the kernel allows, but for a few; then it can protect no part of another one. */
static void no_room_for_mappings(void) {
    enum { MARGINS = 12, PART = 2 * PAGE };
    unsigned char *large = reserve(MARGINS * 2 * PART);
    size_t count = 0;
    long most = 0;
    FILE *file = fopen("/proc/sys/vm/max_map_count", "r");
    REQUIRE(file && fscanf(file, "%ld", &most) == 1);
    fclose(file);
    unsigned char *many = mmap(NULL, most * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(many != MAP_FAILED);
    if (is_receiving()) /* so that it is known what it takes */
        require_received();
    if (rank == 0)
        while (mprotect(many + (2 * count + 1) * PAGE, PAGE, PROT_READ) == 0)
            count++;
    for (int margin = 0; margin < MARGINS; margin++) {
        unsigned char *part = large + margin * 2 * PART + PAGE / 2;
        receive_late(part, PART);
        if (rank == 0) {
            require_pattern(part, PART);
            REQUIRE(part[-1] == 0 && part[PART] == 0);
            REQUIRE(mprotect(many + (2 * --count + 1) * PAGE, PAGE, PROT_NONE) == 0);
        }
    }
    REQUIRE(munmap(many, most * PAGE) == 0);
    if (is_receiving())
        require_received();
}

static const struct hazard cases[] = {
    CASE(untouched),
    CASE(locked),
    CASE(all_locked),
    CASE(shared_with_a_child),
    CASE(across_mappings),
    CASE(of_a_thread),
    CASE(own_stack),
    CASE(lazily_bound),
    CASE(own_fault_that_reads_it),
    CASE(no_room_for_mappings),
    CASE(read_into_it),
    CASE(columns),
    CASE(columns_beside),
    CASE(column_overtaken),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
