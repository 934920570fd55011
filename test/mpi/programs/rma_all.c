/* Every one-sided operation to every process, itself and none included, under each way to synchronise and on each kind
 * of window. */
#include "program.h"

enum { ELEMENTS = 2048, SMALL = 3 };

/* Where operations find their data and leave their results until the window is synchronised. */
static long long out[ELEMENTS], in[ELEMENTS], compare = -1, result;

/* Each operation once, the larger ones with `count` elements; with requests where `passive`. */
static void every_operation(int target, int count, int passive, MPI_Win win) {
    MPI_Datatype type = MPI_LONG_LONG, pairs;
    MPI_Put(out, count, type, target, 0, count, type, win);
    MPI_Get(in, count, type, target, 0, count, type, win);
    MPI_Accumulate(out, count, type, target, 0, count, type, MPI_SUM, win);
    MPI_Get_accumulate(out, count, type, in, count, type, target, 0, count, type, MPI_SUM, win);
    MPI_Get_accumulate(NULL, 0, type, in, count, type, target, 0, count, type, MPI_NO_OP, win);
    MPI_Fetch_and_op(out, &result, type, target, 0, MPI_SUM, win);
    MPI_Compare_and_swap(out, &compare, &result, type, target, 1, win);
    MPI_Put_c(out, count, type, target, 0, count, type, win);

    MPI_Type_vector(SMALL, 1, 2, type, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Put(out, 1, pairs, target, 0, 1, pairs, win);
    MPI_Get(in, SMALL, type, target, 0, 1, pairs, win);
    MPI_Accumulate(out, 1, pairs, target, 0, 1, pairs, MPI_REPLACE, win);
    MPI_Type_free(&pairs);

    if (passive) {
        MPI_Request requests[4];
        MPI_Rput(out, count, type, target, 0, count, type, win, &requests[0]);
        MPI_Rget(in, count, type, target, 0, count, type, win, &requests[1]);
        MPI_Raccumulate(out, count, type, target, 0, count, type, MPI_SUM, win, &requests[2]);
        MPI_Rget_accumulate(out, count, type, in, count, type, target, 0, count, type, MPI_SUM, win, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    }
}

static void with_fences(MPI_Win win) {
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; target++) {
        every_operation(target, SMALL, 0, win);
    }
    every_operation(MPI_PROC_NULL, SMALL, 0, win);
    MPI_Win_fence(0, win);
}

static void with_locks(MPI_Win win) {
    for (int i = 0; i < size; i++) {
        int target = after(rank, i, size);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        every_operation(target, ELEMENTS, 1, win);
        MPI_Win_unlock(target, win);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* MPICH 4.0 may wait for ever where exclusive locks queue among those for all */
    MPI_Win_lock_all(0, win);
    MPI_Put(out, 1, MPI_LONG_LONG, after(rank, 1, size), ELEMENTS - 1, 1, MPI_LONG_LONG, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
}

static void with_groups(MPI_Win win) {
    int to = after(rank, 1, size), from = after(rank, -1, size);
    MPI_Group all, target, origin;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &to, &target);
    MPI_Group_incl(all, 1, &from, &origin);
    MPI_Win_post(origin, 0, win);
    MPI_Win_start(target, 0, win);
    every_operation(to, SMALL, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
    MPI_Group_free(&target);
    MPI_Group_free(&origin);
}

static void every_synchronisation(MPI_Win win) {
    with_fences(win);
    with_groups(win);
    MPI_Barrier(MPI_COMM_WORLD);
    with_locks(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

/* A window over the ranks in reverse, attached memory: target r is world rank size - 1 - r. */
static void dynamic_and_reversed(void) {
    static long long memory[ELEMENTS];
    MPI_Comm reversed;
    MPI_Win win;
    MPI_Aint address, addresses[64];
    REQUIRE(size <= 64);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Win_create_dynamic(MPI_INFO_NULL, reversed, &win);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &address);
    MPI_Allgather(&address, 1, MPI_AINT, addresses, 1, MPI_AINT, reversed);
    int target = after(rank, 1, size);
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Put(out, SMALL, MPI_LONG_LONG, target, addresses[target], SMALL, MPI_LONG_LONG, win);
    MPI_Win_unlock(target, win);
    MPI_Barrier(reversed);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    MPI_Comm_free(&reversed);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Win win;
    static long long memory[ELEMENTS];
    long long *base;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    every_synchronisation(win);
    MPI_Win_allocate(sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    every_synchronisation(win);
    dynamic_and_reversed();
    return finish();
}
