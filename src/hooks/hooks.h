/*
 * The hooks that the semantic patches place in MPICH. Included by mpiimpl.h after MPICH's types and before the device's
 * inline functions, so every MPICH file sees it.
 *
 * While monitoring is off a hook is one compare and one branch. The switches are hidden symbols: they are read without
 * a detour through the global offset table, and bytes, which the compiler compares in memory without loading them.
 */
#ifndef MPIMON_HOOKS_HOOKS_H
#define MPIMON_HOOKS_HOOKS_H

#include "../engine/engine.h"
#include "quiet_call.h"

/* 1 while messages are counted; while receives (detail `receives`), while regions (detail `regions`) are. */
extern MPIMON_HIDDEN unsigned char mpimon_on;
extern MPIMON_HIDDEN unsigned char mpimon_receives_on;
extern MPIMON_HIDDEN unsigned char mpimon_regions_on;

/* 1 while receives that were posted are counted when they complete: in MPI_Finalize a little longer than new ones. */
extern MPIMON_HIDDEN unsigned char mpimon_receives_due;

/* Counts the runs of the engine, from 1: what a place in the code remembers of an earlier one is void. */
extern MPIMON_HIDDEN uint32_t mpimon_run;

/* Whether a switch is on. */
static inline __attribute__((always_inline)) int mpimon_is_on(const unsigned char *flag) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    __asm__ __inline__ goto(MPIMON_TEST_FLAG "jne %l1" : : "m"(*flag) : "cc" : on);
    return 0;
on:
    __attribute__((cold));
    return 1;
#else
    return *flag != 0;
#endif
}

#define MPIMON_IF(flag, statement)                           \
    do {                                                     \
        if (__builtin_expect(mpimon_is_on(&(flag)) != 0, 0)) \
            statement;                                       \
    } while (0)

#include "hook_collective.h"
#include "hook_function.h"
#include "hook_lifetime.h"
#include "hook_message.h"
#include "hook_receive.h"
#include "hook_region.h"
#include "hook_rma.h"
#include "mends.h"

#include "../mpit/variables.h"

#endif
