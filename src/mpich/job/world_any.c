/*
 * Whether any process has something to write. Where none has, as wherever monitoring is off, MPI_Finalize is to take no
 * longer than stock MPICH's. A message would be that: each is a connection that the program has had no need of. So
 * where all processes are on one node, a word in memory says it, and nobody waits for anybody (fixes/node_words.c). On
 * several nodes each process writes a word into that memory, and only the first one of each node sends messages.
 * MPICH's barrier there would not do: a process that waits must make progress, since others may still need it to. In
 * between it sleeps: where processes share a core, those that are late have it.
 */
#include "mpidimpl.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "world.h"

#if MPICH_NUMVERSION < 50000000 && !defined ENABLE_NO_LOCAL
#include "mpidu_init_shm.h"

/* What a process writes, with 1 added if it has something. MPICH has left other words there, or none. */
static const uint32_t said = UINT32_C(0x6d6f6e30);

static uint32_t *word_of(int local_rank) {
    void *block = NULL;
    MPIDU_Init_shm_query(local_rank, &block);
    return block;
}

static void say(int value) {
    uint32_t *word = word_of(MPIR_Process.local_rank);
    __atomic_store_n(word, said + (value != 0), __ATOMIC_RELEASE);
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static int hear(int local_rank) {
    static const struct timespec one_millisecond = {0, 1000000};
    uint32_t *word = word_of(local_rank);
    for (;;) {
        const uint32_t now = __atomic_load_n(word, __ATOMIC_ACQUIRE);
        if (now == said || now == said + 1)
            return now != said;
        MPID_Progress_test(NULL);
        syscall(SYS_futex, word, FUTEX_WAIT, now, &one_millisecond, NULL, 0);
    }
}

/* Among the first processes of the nodes. */
static int any_of_nodes(int value) {
    const int *first = MPIR_Process.node_root_map;
    const struct mpimon_tree tree = mpimon_tree_at(MPIR_Process.node_map[MPIR_Process.rank], MPIR_Process.num_nodes);
    int other;
    for (int child = 0; child < tree.count; child++) {
        mpimon_world_receive(&other, sizeof other, first[tree.children[child]]);
        value |= other;
    }
    if (tree.parent >= 0) {
        mpimon_world_send(&value, sizeof value, first[tree.parent]);
        mpimon_world_receive(&value, sizeof value, first[tree.parent]);
    }
    for (int child = tree.count - 1; child >= 0; child--)
        mpimon_world_send(&value, sizeof value, first[tree.children[child]]);
    return value;
}

/* Who has counted says it once more: a tool may have begun while the words were not there yet. */
static int any_on_node(int value) {
    if (!value)
        return mpimon_node_words_leave();
    mpimon_node_words_count();
    return 1;
}

int mpimon_world_any(int value) {
    if (mpimon_world_is_alone())
        return value;
    if (mpimon_node_words_exist())
        return any_on_node(value);
    if (MPIR_Process.local_rank != 0) {
        say(value);
        return hear(0);
    }
    for (int local_rank = 1; local_rank < MPIR_Process.local_size; local_rank++)
        value |= hear(local_rank);
    value = any_of_nodes(value);
    say(value);
    return value;
}

#else

/* There is no such memory, so the processes find out as they agree on what they write. */
int mpimon_world_any(int value) {
    (void)value;
    return 1;
}

#endif
