/*
 * What a hook does first: see whether it is switched on. While it is not, that is one compare and one branch: the
 * switches are hidden symbols, read without a detour through the global offset table, and bytes, which the compiler
 * compares in memory without loading them.
 */
#ifndef MPIMON_SWITCH_H
#define MPIMON_SWITCH_H

#include "../../engine/count.h"

/* Whether a switch is on. */
static inline __attribute__((always_inline)) int mpimon_is_on(const unsigned char *flag) {
#if defined MPIMON_ASSEMBLY && !defined __clang__
    __asm__ __inline__ goto("cmpb $0, %0\n\tjne %l1" : : "m"(*flag) : "cc" : on);
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

/* The same right before a branch of MPICH's. Without assembly the compiler joins both conditions, which saves a jump
 * while the switch is off. */
#define MPIMON_IF_AT_BRANCH(flag, statement) \
    do {                                     \
        if (__builtin_expect(flag, 0))       \
            statement;                       \
    } while (0)

#endif
