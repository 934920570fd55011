/*
 * One word says how many processes have joined, and whether one counts or one has left, whichever came first: so all
 * know alike whether they end together. A second word says how many have come to the place where they meet.
 */
#include "mpidimpl.h"

#include "node_words.h"

#if MPICH_NUMVERSION < 50000000 && !defined ENABLE_NO_LOCAL
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "mpidu_init_shm.h"

struct words {
    uint32_t joined; /* processes, and one of the bits below */
    uint32_t met;    /* processes */
};
static const uint32_t COUNTING = UINT32_C(1) << 30, LEFT = UINT32_C(1) << 31;

static struct words *words;
/* 1 if this process began to count too late for the others. */
static int are_left;

void mpimon_node_words_forget(void) {
    words = NULL;
    are_left = 0;
}

int mpimon_node_words_exist(void) {
    return words != NULL;
}

/* MPICH's barrier is at the beginning of a cache line of its own, before the processes' blocks. It takes eight bytes;
 * the others are 0, and nobody's. */
static struct words *end_of_barrier_line(void) {
    void *first_block = NULL;
    MPIR_Assert(sizeof(struct words) + 8 <= MPIDU_SHM_CACHE_LINE_LEN);
    MPIDU_Init_shm_query(0, &first_block);
    return (struct words *)first_block - 1;
}

/* Whether a word's lower bits have all processes. */
static int are_all(uint32_t word) {
    return (word & ~(COUNTING | LEFT)) == (uint32_t)MPIR_Process.size;
}

static void wake(uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void mpimon_node_words_join(int counts) {
    if (MPIR_Process.size == 1 || MPIR_Process.local_size != MPIR_Process.size)
        return;
    words = end_of_barrier_line();
    if (counts)
        mpimon_node_words_count();
    if (are_all(__atomic_add_fetch(&words->joined, 1, __ATOMIC_ACQ_REL)))
        wake(&words->joined);
}

/* Sets one of the bits unless the other one is set. Returns the bit that is set then. */
static uint32_t decide(uint32_t bit) {
    uint32_t now = __atomic_load_n(&words->joined, __ATOMIC_ACQUIRE);
    while (!(now & (COUNTING | LEFT)))
        if (__atomic_compare_exchange_n(&words->joined, &now, now | bit, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return bit;
    return now & (COUNTING | LEFT);
}

void mpimon_node_words_count(void) {
    if (words && decide(COUNTING) == LEFT)
        are_left = 1;
}

int mpimon_node_words_are_left(void) {
    return are_left;
}

/* Waits for `word` to have all processes in its lower bits. In between the process sleeps, ever longer: where processes
 * share a core, those that are late have it. */
static void wait_for_all(uint32_t *word, void (*meanwhile)(void)) {
    struct timespec pause = {0, 1000000};
    for (uint32_t now; !are_all(now = __atomic_load_n(word, __ATOMIC_ACQUIRE));) {
        if (meanwhile)
            meanwhile();
        syscall(SYS_futex, word, FUTEX_WAIT, now, &pause, NULL, 0);
        pause.tv_nsec = MPL_MIN(2 * pause.tv_nsec, 64000000);
    }
}

int mpimon_node_words_leave(void) {
    wait_for_all(&words->joined, NULL);
    return decide(LEFT) == COUNTING;
}

void mpimon_node_words_meet(void (*meanwhile)(void)) {
    if (are_all(__atomic_add_fetch(&words->met, 1, __ATOMIC_ACQ_REL)))
        wake(&words->met);
    else
        wait_for_all(&words->met, meanwhile);
}

#else

void mpimon_node_words_forget(void) {}

void mpimon_node_words_join(int counts) {
    (void)counts;
}

int mpimon_node_words_exist(void) {
    return 0;
}

void mpimon_node_words_count(void) {}

int mpimon_node_words_are_left(void) {
    return 0;
}

int mpimon_node_words_leave(void) {
    return 1;
}

void mpimon_node_words_meet(void (*meanwhile)(void)) {
    (void)meanwhile;
}

#endif
