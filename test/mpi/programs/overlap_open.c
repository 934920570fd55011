/*
 * overlap_open CASE [ROUNDS], two processes.
 *
 * Chains whose messages stay in open memory: rank 0 exchanges two blocks with rank 1, one after the other, and needs
 * both at once then, so often that overlap comes to know it. Now and then a case does something else between the two
 * exchanges, and rank 1 is late: whatever it is, all is as if each call had waited.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

#include "overlap_hazards.h"

/* Of the C library, which declares it for the X/Open standard alone. */
extern void (*sigset(int, void (*)(int)))(int);

enum { COUNT = 1 << 18, BEGIN = 100, EVERY = 7, TAG = 3, SHORT = 1500 };
enum { PATIENCE = 1000000 }; /* for which a handler waits for messages */

enum { BLOCKS = 3 };
static unsigned char *in[BLOCKS], *out[BLOCKS];
static volatile int stage;
static volatile int is_special; /* this round */
static int round_number, rounds = 300;
static const int pipe_end = 200; /* to write to; the next one is to read from */
static volatile unsigned seen;
static unsigned char *volatile hidden;

static unsigned char of_round(int number, int which, int from) {
    return (unsigned char)(number * 7 + which * 3 + from + 1);
}

static void exchange(int which, int tag) {
    MPI_Sendrecv(out[which], COUNT, MPI_BYTE, 1 - rank, tag, in[which], COUNT, MPI_BYTE, 1 - rank, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void require_block(const unsigned char *block, int value) {
    for (int i = 0; i < COUNT; i++)
        REQUIRE(block[i] == value);
}

/* What rank 0 does between the exchanges. All are functions, which the compiler does not know where they are called. */
static __attribute__((noinline)) void go_on(void) {
    stage = 1;
}

/* What is read is compared only after the second exchange, since the program's way must not depend on it. */
static unsigned char kept[32];
static int kept_count;

static __attribute__((noinline)) void read_it(void) {
    kept[0] = in[0][COUNT - 1];
    kept_count = 1;
}

static __attribute__((noinline)) void read_beside_and_into_it(void) {
    unsigned long long bytes;
    memcpy(&bytes, in[0] + COUNT - 1, sizeof bytes);
    kept[0] = bytes & 255;
    kept_count = 1;
}

static __attribute__((noinline)) void read_by_a_vector(void) {
    __asm__ volatile("movups (%1), %%xmm0\n\tmovups %%xmm0, (%0)" : : "r"(kept), "r"(in[0] + 32) : "xmm0", "memory");
    kept_count = 16;
}

/* By AVX, in all rounds: mostly of memory that is not under way. */
static __attribute__((noinline)) void read_by_a_long_vector(void) {
    const unsigned char *from = is_special ? in[0] + 64 : in[2];
    __asm__ volatile("vmovdqu (%1), %%ymm0\n\tvmovdqu %%ymm0, (%0)\n\tvzeroupper"
                     :
                     : "r"(kept), "r"(from)
                     : "xmm0", "memory");
    kept_count = is_special ? 32 : 0;
}

static __attribute__((noinline)) void read_by_a_string_instruction(void) {
    unsigned char *to = kept, *from = in[0];
    size_t count = sizeof kept;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
    kept_count = sizeof kept;
}

static __attribute__((noinline)) void read_by_the_library(void) {
    static volatile size_t count = sizeof kept; /* so that it is a call */
    memcpy(kept, hidden, count);
    kept_count = sizeof kept;
}

static __attribute__((noinline)) void depend_on_it(void) {
    kept[0] = in[0][5] == of_round(round_number, 0, 1) ? in[0][5] : 0;
    kept_count = 1;
}

/* In all rounds: what it does depends on the program's own memory, and on no register. */
static __attribute__((noinline)) void read_it_if_told(void) {
    if (is_special) {
        kept[0] = in[0][COUNT / 2];
        kept_count = 1;
    }
}

/* The same, by a number with a fraction. */
static double is_read;

static __attribute__((noinline)) void read_it_if_so_many(void) {
    int times;
    __asm__ volatile("cvttsd2si %1, %0" : "=r"(times) : "m"(is_read));
    if (times)
        read_it();
}

/* The same: it is written before each round what this does, in memory of the program's own, as the compiler does for
 * nested functions. */
static unsigned char *written;

static __attribute__((noinline)) void read_it_by_written_code(void) {
    void (*run)(void);
    memcpy(&run, &written, sizeof run);
    run();
}

static void write_code(void (*function)(void)) {
    const unsigned char load[] = {0x48, 0xb8}, jump[] = {0xff, 0xe0}; /* mov $function, %rax; jmp *%rax */
    memcpy(written, load, sizeof load);
    memcpy(written + sizeof load, &function, sizeof function);
    memcpy(written + sizeof load + sizeof function, jump, sizeof jump);
    __builtin___clear_cache((char *)written, (char *)written + PAGE);
}

/* A handler of faults changes where the program goes on. It comes once, and before the message has been waited for. */
static unsigned char barrier[PAGE] __attribute__((aligned(PAGE)));
static volatile int is_passed;

static void open_barrier(int number) {
    (void)number;
    REQUIRE(mprotect(barrier, PAGE, PROT_READ | PROT_WRITE) == 0);
    is_passed = 1;
}

static __attribute__((noinline)) void read_it_behind_a_barrier(void) {
    *(volatile unsigned char *)barrier = 1;
    if (is_passed)
        read_it();
}

static __attribute__((noinline)) void write_into_it(void) {
    in[0][17] = 251;
}

static __attribute__((noinline)) void write_over_what_is_sent(void) {
    out[0][17] = 252;
}

static __attribute__((noinline)) void write_by_a_vector(void) {
    __asm__ volatile("pxor %%xmm0, %%xmm0\n\tmovups %%xmm0, (%0)" : : "r"(out[0] + 64) : "xmm0", "memory");
}

static __attribute__((noinline)) void ask_the_system(void) {
    REQUIRE(write(pipe_end, in[0], 1) == 1);
    unsigned char byte = 0;
    REQUIRE(read(pipe_end + 1, &byte, 1) == 1 && byte == of_round(round_number, 0, 1));
}

static __attribute__((noinline)) void call_another_function(void) {
    int position = 0;
    MPI_Pack(in[0], sizeof kept, MPI_BYTE, kept, sizeof kept, &position, MPI_COMM_SELF);
    kept_count = sizeof kept;
}

static __attribute__((noinline)) void send_it_on(void) {
    MPI_Send(in[0], COUNT, MPI_BYTE, 1, TAG + 2, MPI_COMM_WORLD);
}

/* The second exchange is another one, which is no part of the chain. */
static __attribute__((noinline)) void exchange_another(void) {
    stage = 2;
}

/* After the second exchange there is another one, of other blocks, before the program needs any. It matters in a round
 * in which the chain's end would be looked at by its pages, which is one of 64: so these rounds are 65 apart. */
enum { APART = 65 };
static __attribute__((noinline)) void exchange_a_third(void) {
    stage = 3;
}

/* A signal's handler sees that the first exchange is over, so its block must be there. */
static void on_alarm(int number) {
    (void)number;
    if (stage == 1)
        require_block(in[0], of_round(round_number, 0, 1));
}

static __attribute__((noinline)) void handle_signal(void) {
    stage = 1;
}

/* What another process may change at any time says nothing ahead of it: shared memory of its own, or amid the
 * program's. */
static volatile int *of_others;
static unsigned char amid_own[2 * PAGE] __attribute__((aligned(PAGE)));

static __attribute__((noinline)) void look_at_others(void) {
    if (*of_others)
        seen += in[0][0];
}

static void map_shared(void *at) {
    void *mapped = mmap(at, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    of_others = mapped;
}

static void look_at_shared_memory(void) {
    map_shared(NULL);
}

/* The program has a stack of its own. */
static void read_it_on_own_stack(void) {
    read_it();
}

static void look_at_shared_memory_on_own_stack(void) {
    map_shared(NULL);
}

/* handle_signal, whose handler is set in another way: or was set before anything of overlap began (early_handler.c). */
static void handle_signal_that_is_set(void) {
    handle_signal();
}

static void handle_signal_from_the_beginning(void) {
    handle_signal();
}

static void look_at_shared_memory_amid_own(void) {
    map_shared(amid_own);
}

static const struct hazard cases[] = {
    CASE(read_it),
    CASE(read_beside_and_into_it),
    CASE(read_by_a_vector),
    CASE(read_by_a_long_vector),
    CASE(read_by_a_string_instruction),
    CASE(read_by_the_library),
    CASE(depend_on_it),
    CASE(read_it_if_told),
    CASE(read_it_if_so_many),
    CASE(read_it_by_written_code),
    CASE(read_it_behind_a_barrier),
    CASE(read_it_on_own_stack),
    CASE(write_into_it),
    CASE(write_over_what_is_sent),
    CASE(write_by_a_vector),
    CASE(ask_the_system),
    CASE(call_another_function),
    CASE(send_it_on),
    CASE(exchange_another),
    CASE(exchange_a_third),
    CASE(handle_signal),
    CASE(handle_signal_that_is_set),
    CASE(handle_signal_from_the_beginning),
    CASE(look_at_shared_memory),
    CASE(look_at_shared_memory_amid_own),
    CASE(look_at_shared_memory_on_own_stack),
};

static void prepare(void) {
    for (int which = 0; which < 2; which++)
        memset(out[which], of_round(round_number, which, rank), COUNT);
    stage = 0;
    is_read = is_special;
    is_passed = 0;
    write_code(is_special ? read_it : go_on);
}

/* What a case does in all rounds, for which other things differ. */
static int is_in_all_rounds(const struct hazard *between) {
    return between->run == read_it_if_told || between->run == read_it_if_so_many ||
           between->run == read_it_by_written_code || between->run == read_it_behind_a_barrier ||
           between->run == read_by_a_long_vector;
}

static int handles_signal(const struct hazard *between) {
    return strncmp(between->name, "handle_signal", 13) == 0;
}

static void check(int is_changed) {
    if (is_changed) {
        REQUIRE(in[0][17] == 251);
        in[0][17] = of_round(round_number, 0, 1 - rank);
    }
    for (int which = 0; which < 2; which++)
        require_block(in[which], of_round(round_number, which, 1 - rank));
    for (int i = 0; i < kept_count; i++)
        REQUIRE(kept[i] == of_round(round_number, 0, 1));
    kept_count = 0;
}

/* Rank 1 lets rank 0 wait for the first block. */
static void answer(const struct hazard *between) {
    if (is_special)
        usleep(between->run == read_it_behind_a_barrier ? PATIENCE + 10 * LATE : SHORT);
    exchange(0, TAG);
    if (is_special && between->run == send_it_on) {
        MPI_Recv(in[1], COUNT, MPI_BYTE, 0, TAG + 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        require_block(in[1], of_round(round_number, 0, 1));
    }
    if (is_special && between->run != exchange_another)
        usleep(SHORT);
    exchange(1, is_special && between->run == exchange_another ? TAG + 3 : TAG + 1);
    if (is_special && between->run == exchange_a_third)
        exchange(2, TAG + 4);
}

static void ask(const struct hazard *between) {
    void (*run)(void) = of_others ? look_at_others : is_special || is_in_all_rounds(between) ? between->run : go_on;
    if (is_special && between->run == read_it_behind_a_barrier)
        REQUIRE(mprotect(barrier, PAGE, PROT_READ) == 0);
    if (is_special && handles_signal(between)) {
        const struct itimerval soon = {{0, 0}, {0, SHORT / 2}};
        setitimer(ITIMER_REAL, &soon, NULL);
    }
    exchange(0, TAG);
    run();
    exchange(1, stage == 2 ? TAG + 3 : TAG + 1);
    if (stage == 3)
        exchange(2, TAG + 4);
    if (stage >= 2)
        srand(1); /* which cannot be looked ahead through: the last exchange goes on */
}

static int is_special_round(const struct hazard *between) {
    if (between->run == exchange_a_third)
        return round_number % APART == APART - 1;
    if (between->run == read_it_behind_a_barrier)
        return round_number == BEGIN;
    return round_number >= BEGIN && round_number % EVERY == 0;
}

static void let_early_handler_call(void (*function)(int)) {
    void (**when_alarmed)(int);
    void *found = dlsym(NULL, "when_alarmed");
    REQUIRE(found);
    memcpy(&when_alarmed, &found, sizeof found);
    *when_alarmed = function;
}

static void repeat(const struct hazard *between) {
    if (between->run == handle_signal_from_the_beginning)
        let_early_handler_call(on_alarm);
    else if (between->run == handle_signal_that_is_set)
        sigset(SIGALRM, on_alarm);
    else
        signal(SIGALRM, on_alarm);
    if (between->run == read_it_behind_a_barrier)
        signal(SIGSEGV, open_barrier);
    if (strncmp(between->name, "look_at_", 8) == 0)
        between->run();
    for (round_number = 0; round_number < rounds; round_number++) {
        is_special = is_special_round(between);
        prepare();
        if (rank == 0)
            ask(between);
        else
            answer(between);
        check(rank == 0 && is_special && between->run == write_into_it);
    }
}

static const struct hazard *chosen;

static void repeat_chosen(void) {
    repeat(chosen);
}

static void repeat_on_own_stack(void) {
    enum { STACK = 1 << 20 };
    ucontext_t of_main, own;
    REQUIRE(getcontext(&own) == 0);
    own.uc_stack.ss_sp = reserve(STACK);
    own.uc_stack.ss_size = STACK;
    own.uc_link = &of_main;
    makecontext(&own, repeat_chosen, 0);
    REQUIRE(swapcontext(&of_main, &own) == 0);
    free(own.uc_stack.ss_sp);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc >= 2 && size == 2);
    if (argc > 2)
        rounds = atoi(argv[2]);
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    REQUIRE(dup2(ends[0], pipe_end + 1) > 0 && dup2(ends[1], pipe_end) > 0);
    for (int which = 0; which < BLOCKS; which++) {
        in[which] = reserve(COUNT + PAGE);
        out[which] = reserve(COUNT + PAGE);
    }
    hidden = in[0];
    written = reserve(2 * PAGE);
    written += PAGE - (uintptr_t)written % PAGE;
    REQUIRE(mprotect(written, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1]) == 0) {
            if (cases[i].run == exchange_a_third)
                rounds = 10 * APART;
            chosen = &cases[i];
            if (strstr(chosen->name, "_on_own_stack"))
                repeat_on_own_stack();
            else
                repeat_chosen();
            return finish();
        }
    }
    fprintf(stderr, "no case %s\n", argv[1]);
    MPI_Abort(MPI_COMM_WORLD, 6);
    return 1;
}
