/*
 * Detail `functions`, but for what hook_function.h does by itself. Knows nothing of MPICH but the names in its binding.
 */
#include <stdio.h>
#include <string.h>

#include "../../../engine/clock.h"
#include "../../../engine/engine.h"
#include "../../macros/hook_function.h"

unsigned char mpimon_functions_on;

/* The depth in a function that is left here although there is assembly, which cannot ask the system's clock. */
enum { ASKED_DEPTH = 0x40000000 };

static int is_left_here(void) {
#ifdef MPIMON_ASSEMBLY
    return !mpimon_ticks_of_processor;
#else
    return 0; /* functions are left here anyhow */
#endif
}

/* The binding's function is internal_Isend or internal_Isend_c; the standard's is MPI_Isend. */
static void standard_name(const char *function, char *name, size_t room) {
    static const char prefix[] = "internal";
    int internal = strncmp(function, prefix, sizeof prefix - 1) == 0;
    snprintf(name, room, "%s%s", internal ? "MPI" : "", internal ? function + sizeof prefix - 1 : function);
}

static struct mpimon_function_slot *slot_of(struct mpimon_function_site *site) {
    uint32_t offset = __atomic_load_n(&site->slot, __ATOMIC_RELAXED);
    struct mpimon_function_slot *slot = mpimon_this_thread.slots + offset / sizeof *slot;
    if (slot->function)
        return slot;
    char name[MPIMON_NAME];
    standard_name(site->function, name, sizeof name);
    return mpimon_function_slot_find(&site->slot, name);
}

void mpimon_function_enter(struct mpimon_function_site *site) {
    struct mpimon_thread *thread = &mpimon_this_thread;
    if (thread->depth != 0)
        return; /* within another one */
    thread->slot = slot_of(site);
    thread->shard = thread->slot->shard;
    if (is_left_here())
        thread->depth = ASKED_DEPTH;
    thread->start = mpimon_ticks();
}
MPIMON_PRESERVING_BODY(mpimon_function_enter)

void mpimon_function_extreme(struct mpimon_function *function, uint64_t took) {
    if (took > INT64_MAX) { /* less than 0: the thread moved to a processor whose counter is a little behind */
        mpimon_increase(&function->time, -took);
        took = 0;
    }
    if (took < function->shortest)
        __atomic_store_n(&function->shortest, took, __ATOMIC_RELAXED);
    if (took > function->longest)
        __atomic_store_n(&function->longest, took, __ATOMIC_RELAXED);
}
MPIMON_PRESERVING_BODY(mpimon_function_extreme)

/* The thread leaves the outermost function, which has ended at `end`. */
static void leave(struct mpimon_thread *thread, uint64_t end) {
    struct mpimon_function *function = thread->slot->function;
    uint64_t took = end - thread->start;
    mpimon_increase(&function->calls, 1);
    mpimon_increase(&function->time, took);
    mpimon_function_extreme(function, took);
    thread->depth = -1;
    thread->shard = thread->home;
}

void mpimon_function_exit(void) {
    struct mpimon_thread *thread = &mpimon_this_thread;
    if (thread->depth == -1 || thread->depth == ASKED_DEPTH - 1)
        leave(thread, mpimon_ticks());
    else if (thread->depth == MPIMON_ENDED_DEPTH - 1)
        leave(thread, thread->end);
    else if (thread->depth < -1)
        thread->depth = -1; /* entered before functions were counted */
}
MPIMON_PRESERVING_BODY(mpimon_function_exit)

void mpimon_functions_switch(int on) {
    if ((on != 0) == mpimon_functions_on)
        return; /* calls that are under way are timed to their end */
    mpimon_functions_on = 0;
    mpimon_functions_forget();
    mpimon_functions_on = on != 0;
}

void mpimon_functions_open(void) {
    static struct mpimon_function_site site = {"internal_Init", 0};
    if (!mpimon_functions_on || mpimon_this_thread.depth >= 0)
        return; /* it was counted from its first line on */
    mpimon_this_thread.depth++;
    mpimon_function_enter(&site);
}

void mpimon_functions_close(void) {
    if (mpimon_functions_on && mpimon_this_thread.depth >= 0)
        leave(&mpimon_this_thread, mpimon_ticks());
}
