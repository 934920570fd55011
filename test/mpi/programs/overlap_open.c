/*
 * overlap_open CASE [ROUNDS], two processes.
 *
 * Chains whose messages stay in open memory: rank 0 exchanges two blocks with rank 1, one after the other, and needs
 * both at once then, so often that overlap comes to know it. Now and then a case does something else between the two
 * exchanges, and rank 1 is late: whatever it is, all is as if each call had waited.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>

#include "overlap_hazards.h"

enum { COUNT = 1 << 18, BEGIN = 100, EVERY = 7, TAG = 3, SHORT = 1500 };

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

static void look_at_shared_memory_amid_own(void) {
    map_shared(amid_own);
}

static const struct hazard cases[] = {
    CASE(read_it),
    CASE(read_beside_and_into_it),
    CASE(read_by_a_vector),
    CASE(read_by_a_string_instruction),
    CASE(read_by_the_library),
    CASE(depend_on_it),
    CASE(read_it_if_told),
    CASE(write_into_it),
    CASE(write_over_what_is_sent),
    CASE(write_by_a_vector),
    CASE(ask_the_system),
    CASE(call_another_function),
    CASE(send_it_on),
    CASE(exchange_another),
    CASE(exchange_a_third),
    CASE(handle_signal),
    CASE(look_at_shared_memory),
    CASE(look_at_shared_memory_amid_own),
};

static void prepare(void) {
    for (int which = 0; which < 2; which++)
        memset(out[which], of_round(round_number, which, rank), COUNT);
    stage = 0;
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
        usleep(SHORT);
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
    const int is_always = between->run == read_it_if_told;
    void (*run)(void) = of_others ? look_at_others : is_special || is_always ? between->run : go_on;
    if (is_special && between->run == handle_signal) {
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
    return round_number >= BEGIN && round_number % EVERY == 0;
}

static void repeat(const struct hazard *between) {
    signal(SIGALRM, on_alarm);
    if (between->run == look_at_shared_memory || between->run == look_at_shared_memory_amid_own)
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1]) == 0) {
            if (cases[i].run == exchange_a_third)
                rounds = 10 * APART;
            repeat(&cases[i]);
            return finish();
        }
    }
    fprintf(stderr, "no case %s\n", argv[1]);
    MPI_Abort(MPI_COMM_WORLD, 6);
    return 1;
}
