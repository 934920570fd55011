/*
 * storm_rma own|one: eight threads in every process put, get and accumulate in the memory of all, through a window of
 * each thread's own, or all through the same one, with a flush now and then. What they added up is there at the end.
 */
#include "storm.h"

enum { ROUNDS = 30, ADDED = 2, PLAIN = 100 }; /* a thread's part of the memory: what is added up, then what is not */
enum { PART = ADDED + PLAIN };

static MPI_Win windows[THREADS];
static long *memory[THREADS];
static int is_own;

/* The part of a thread's operations begins here, in elements. */
static MPI_Aint part_of(int thread) {
    return is_own ? 0 : (MPI_Aint)thread * PART;
}

static void plainly(struct worker *worker, MPI_Win win, MPI_Aint part, int target, int elements) {
    long out[PLAIN] = {0}, in[PLAIN];
    MPI_Request request;
    MPI_Put(out, elements, MPI_LONG, target, part + ADDED, elements, MPI_LONG, win);
    count(&worker->put[target], (unsigned)elements * sizeof *out);
    MPI_Rput(out, elements, MPI_LONG, target, part + ADDED, elements, MPI_LONG, win, &request);
    count(&worker->put[target], (unsigned)elements * sizeof *out);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush(target, win);
    MPI_Get(in, elements, MPI_LONG, target, part + ADDED, elements, MPI_LONG, win);
    count(&worker->fetched[target], (unsigned)elements * sizeof *out);
    MPI_Win_flush(target, win);
}

static void adding(struct worker *worker, MPI_Win win, MPI_Aint part, int target) {
    long two[2] = {1, 1}, before[2], one = 1, wrong = -1;
    MPI_Accumulate(two, 2, MPI_LONG, target, part, 2, MPI_LONG, MPI_SUM, win);
    count(&worker->put[target], sizeof two);
    MPI_Get_accumulate(two, 2, MPI_LONG, before, 2, MPI_LONG, target, part, 2, MPI_LONG, MPI_SUM, win);
    count(&worker->put[target], sizeof two);
    count(&worker->fetched[target], sizeof two);
    MPI_Fetch_and_op(&one, before, MPI_LONG, target, part, MPI_SUM, win);
    count(&worker->put[target], sizeof one);
    count(&worker->fetched[target], sizeof one);
    MPI_Win_flush_all(win);
    MPI_Compare_and_swap(&one, &wrong, before, MPI_LONG, target, part + 1, win);
    count(&worker->put[target], sizeof one);
    count(&worker->fetched[target], sizeof one);
    MPI_Win_flush(target, win);
}

static void *storm(void *argument) {
    struct worker *worker = argument;
    MPI_Win win = windows[is_own ? worker->number : 0];
    for (int i = 0; i < ROUNDS; i++) {
        int target = after(rank, i + worker->number, size);
        plainly(worker, win, part_of(worker->number), target, 1 + (i * 7) % PLAIN);
        adding(worker, win, part_of(worker->number), target);
    }
    return NULL;
}

/* Every process has added as often to each other one's part, but for rounds that do not come out even. */
static long added_to(int target, int thread) {
    long times = 0;
    for (int origin = 0; origin < size; origin++) {
        for (int i = 0; i < ROUNDS; i++) {
            times += after(origin, i + thread, size) == target;
        }
    }
    return times;
}

static void check_sums(void) {
    for (int i = 0; i < THREADS; i++) {
        const long *sums = memory[is_own ? i : 0] + part_of(i);
        REQUIRE(sums[0] == 3 * added_to(rank, i) && sums[1] == 2 * added_to(rank, i));
    }
}

static void wait_for_everybody(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    count_call(&workers[0], "Barrier,blocking", 0, 0);
}

int main(int argc, char **argv) {
    start_threaded(&argc, &argv);
    REQUIRE(argc == 2);
    is_own = strcmp(argv[1], "own") == 0;
    int count_of_windows = is_own ? THREADS : 1;
    for (int i = 0; i < count_of_windows; i++) {
        MPI_Aint bytes = (MPI_Aint)sizeof(long) * PART * (is_own ? 1 : THREADS);
        MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &windows[i]);
        memset(memory[i], 0, (size_t)bytes);
        wait_for_everybody();
        MPI_Win_lock_all(0, windows[i]);
    }
    begin_threads(storm);
    end_threads();
    for (int i = 0; i < count_of_windows; i++) {
        MPI_Win_unlock_all(windows[i]);
    }
    wait_for_everybody();
    check_sums();
    for (int i = 0; i < count_of_windows; i++) {
        MPI_Win_free(&windows[i]);
    }
    write_truth();
    return finish();
}
