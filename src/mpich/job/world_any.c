/*
 * Whether any process has something to write. Where none has, as wherever monitoring is off, MPI_Finalize is to take no
 * longer than stock MPICH's. A message would be that: each is a connection that the program has had no need of. So the
 * processes of a node write a word each into the memory through which MPICH has them find each other in MPI_Init, and
 * only the first one of each node sends messages. MPICH's barrier there would not do: a process that waits must make
 * progress, since others may still need it to.
 */
#include "mpidimpl.h"

#include <sched.h>

#include "world.h"

#if MPICH_NUMVERSION < 50000000 && !defined ENABLE_NO_LOCAL
#include "mpidu_init_shm.h"

/* What a process writes, with 1 added if it has something. MPICH has left other words there, or none. */
static const uint64_t said = UINT64_C(0x6d70696d6f6e2e30);

static uint64_t *word_of(int local_rank) {
    void *block = NULL;
    MPIDU_Init_shm_query(local_rank, &block);
    return block;
}

static void say(int value) {
    __atomic_store_n(word_of(MPIR_Process.local_rank), said + (value != 0), __ATOMIC_RELEASE);
}

static int hear(int local_rank) {
    for (;;) {
        const uint64_t word = __atomic_load_n(word_of(local_rank), __ATOMIC_ACQUIRE);
        if (word == said || word == said + 1)
            return word != said;
        MPID_Progress_test(NULL);
        sched_yield();
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

int mpimon_world_any(int value) {
    if (mpimon_world_is_alone())
        return value;
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
