/*
 * MPI functions (detail `functions`): calls, time, and what is counted within, through the macros with which every
 * function of MPICH's C binding opens and closes. A function called inside another is part of that one.
 *
 * Entering a function makes its shard the thread's, leaving it makes the region's that again: what is counted in
 * between needs to know nothing of it. Known functions are entered and left in assembly, beside MPICH's code, which
 * does not feel it (preserving_call.h). All else (the first call, calls within calls, clocks that must be asked) is for
 * functions.c.
 */
#ifndef MPIMON_HOOK_FUNCTION_H
#define MPIMON_HOOK_FUNCTION_H

#include <stddef.h>

#include "../../engine/count.h"
#include "../../engine/preserving_call.h"
#include "switch.h"

extern MPIMON_HIDDEN unsigned char mpimon_functions_on;

/* A function of the binding. It remembers nothing of a thread. */
struct mpimon_function_site {
    const char *function;
    uint32_t slot; /* byte offset of its slots in a thread's; 0 before the first call */
};

/* Both are called with the thread's depth changed already. */
MPIMON_HIDDEN void mpimon_function_enter(struct mpimon_function_site *site);
MPIMON_PRESERVING_FUNCTION(mpimon_function_enter)
MPIMON_HIDDEN void mpimon_function_exit(void);
MPIMON_PRESERVING_FUNCTION(mpimon_function_exit)

/* A call took fewer, or more, ticks than any before. */
MPIMON_HIDDEN void mpimon_function_extreme(struct mpimon_function *function, uint64_t took);
MPIMON_PRESERVING_FUNCTION(mpimon_function_extreme)

/* Count functions from now on, or no more. */
MPIMON_HIDDEN void mpimon_functions_switch(int on);

/* Count as if the calling thread entered MPI_Init, or what does the same, here: within it, counting begins. */
MPIMON_HIDDEN void mpimon_functions_open(void);

/* Count the function that the calling thread is in as if it ended here. */
MPIMON_HIDDEN void mpimon_functions_close(void);

/*
 * The clock is read once where a function and what it does begin, or end, together.
 */

/* When the function began that the program has called, in ticks; 0 where that is not known without a detour, or where
 * the calling thread is in a function within it. */
static inline uint64_t mpimon_function_start(void) {
    const struct mpimon_thread *thread = &mpimon_this_thread;
    return mpimon_functions_on && thread->depth == 0 ? thread->start : 0;
}

/* The function that the program has called has ended at `now`, but for what takes no time; 0: it goes on. Nothing
 * happens where functions.c asks the system's clock. */
static inline void mpimon_function_set_end(uint64_t now) {
    struct mpimon_thread *thread = &mpimon_this_thread;
    if (thread->depth != 0 && thread->depth != MPIMON_ENDED_DEPTH)
        return;
    thread->end = now;
    thread->depth = now ? MPIMON_ENDED_DEPTH : 0;
}

#ifdef MPIMON_ASSEMBLY

/* Bytes that never run. With them, code that the compiler aligns behind the snippet, in the middle of MPI_Isend, needs
 * no filling that does. */
#define MPIMON_FUNCTION_FILL ".skip 7\n"

/*
 * What the compiler is told to be changed are registers that hold nothing at the first and at the last line of a
 * function: at the first, those that carry no argument; at the last, those that a call may change, but for the result.
 * So MPICH's code is the same with and without the hook. depth is -1 outside of functions, which entering turns to 0
 * and leaving turns back with a carry; whatever else it was is not for here.
 */
#define MPIMON_FUNCTION_ENTER_ON(site_)                                                                              \
    __asm__ volatile(                                                                                                \
        "movq mpimon_this_thread@gottpoff(%%rip), %%r10\n\t"                                                         \
        "addl $1, %%fs:%c[depth](%%r10)\n\t"                                                                         \
        "jnz 3f\n\t"                                                                                                 \
        "movl %[offset], %%eax\n\t"                                                                                  \
        "addq %%fs:%c[slots](%%r10), %%rax\n\t"                                                                      \
        "cmpq $0, %c[function](%%rax)\n\t"                                                                           \
        "je 3f\n\t"                                                                                                  \
        "movq %%rax, %%fs:%c[slot](%%r10)\n\t"                                                                       \
        "movq %c[slot_shard](%%rax), %%rax\n\t"                                                                      \
        "movq %%rax, %%fs:%c[shard](%%r10)\n\t"                                                                      \
        "movq %%rdx, %%r11\n\t" MPIMON_TICKS_TO_RAX                                                                  \
        "movq %%rax, %%fs:%c[start](%%r10)\n\t"                                                                      \
        "movq %%r11, %%rdx\n\t"                                                                                      \
        "jmp 2f\n"                                                                                                   \
        "3:\t" MPIMON_ARGUMENTS_TO_R11 "leaq %[site], %%rax\n\tmovq %%rax, %%fs:(%%r11)\n\t" MPIMON_JUMP_PRESERVING( \
            mpimon_function_enter, "2") MPIMON_FUNCTION_FILL "2:"                                                    \
        :                                                                                                            \
        : [site] "m"(site_), [offset] "m"((site_).slot), [depth] "i"(offsetof(struct mpimon_thread, depth)),         \
          [slots] "i"(offsetof(struct mpimon_thread, fast_slots)), [slot] "i"(offsetof(struct mpimon_thread, slot)), \
          [shard] "i"(offsetof(struct mpimon_thread, shard)), [start] "i"(offsetof(struct mpimon_thread, start)),    \
          [slot_shard] "i"(offsetof(struct mpimon_function_slot, shard)),                                            \
          [function] "i"(offsetof(struct mpimon_function_slot, function))                                            \
        : "rax", "r10", "r11", MPIMON_PRESERVING_CLOBBERS)

#define MPIMON_FUNCTION_EXIT_ON()                                                                                   \
    __asm__ volatile(                                                                                               \
        "movq mpimon_this_thread@gottpoff(%%rip), %%rcx\n\t"                                                        \
        "subl $1, %%fs:%c[depth](%%rcx)\n\t"                                                                        \
        "jnc 3f\n\t"                                                                                                \
        "movq %%rax, %%rsi\n\t" MPIMON_TICKS_TO_RAX                                                                 \
        "6:\tsubq %%fs:%c[start](%%rcx), %%rax\n\t"                                                                 \
        "movq %%fs:%c[slot](%%rcx), %%rdx\n\t"                                                                      \
        "movq %c[function](%%rdx), %%rdx\n\t"                                                                       \
        "addq $1, %c[calls](%%rdx)\n\t"                                                                             \
        "addq %%rax, %c[time](%%rdx)\n\t"                                                                           \
        "cmpq %c[shortest](%%rdx), %%rax\n\t"                                                                       \
        "jb 4f\n\t"                                                                                                 \
        "cmpq %c[longest](%%rdx), %%rax\n\t"                                                                        \
        "ja 4f\n"                                                                                                   \
        "5:\tmovq %%fs:%c[home](%%rcx), %%rdx\n\t"                                                                  \
        "movq %%rdx, %%fs:%c[shard](%%rcx)\n\t"                                                                     \
        "movq %%rsi, %%rax\n\t"                                                                                     \
        "jmp 2f\n"                                                                                                  \
        "4:\t" MPIMON_ARGUMENTS_TO_R11                                                                              \
        "movq %%rdx, %%fs:(%%r11)\n\tmovq %%rax, %%fs:8(%%r11)\n\t"                                                 \
        "leaq 5b(%%rip), %%r11\n\tjmp mpimon_function_extreme_preserving\n"                                         \
        "3:\tcmpl %[ended], %%fs:%c[depth](%%rcx)\n\tjne 7f\n\t"                                                    \
        "movl $-1, %%fs:%c[depth](%%rcx)\n\tmovq %%rax, %%rsi\n\t"                                                  \
        "movq %%fs:%c[end](%%rcx), %%rax\n\tjmp 6b\n"                                                               \
        "7:\t" MPIMON_JUMP_PRESERVING(mpimon_function_exit, "2") "2:"                                               \
        :                                                                                                           \
        : [depth] "i"(offsetof(struct mpimon_thread, depth)), [slot] "i"(offsetof(struct mpimon_thread, slot)),     \
          [home] "i"(offsetof(struct mpimon_thread, home)), [shard] "i"(offsetof(struct mpimon_thread, shard)),     \
          [start] "i"(offsetof(struct mpimon_thread, start)), [end] "i"(offsetof(struct mpimon_thread, end)),       \
          [ended] "i"(MPIMON_ENDED_DEPTH - 1), [function] "i"(offsetof(struct mpimon_function_slot, function)),     \
          [calls] "i"(offsetof(struct mpimon_function, calls)), [time] "i"(offsetof(struct mpimon_function, time)), \
          [shortest] "i"(offsetof(struct mpimon_function, shortest)),                                               \
          [longest] "i"(offsetof(struct mpimon_function, longest))                                                  \
        : "rcx", "rdx", "rsi", "r11", MPIMON_PRESERVING_CLOBBERS)

#define MPIMON_FUNCTION_ENTER(site) MPIMON_IF(mpimon_functions_on, MPIMON_FUNCTION_ENTER_ON(site))
#define MPIMON_FUNCTION_EXIT() MPIMON_IF(mpimon_functions_on, MPIMON_FUNCTION_EXIT_ON())

/* Reads the processor's counter into rax; rdx is lost. */
#define MPIMON_TICKS_TO_RAX "rdtsc\n\tshlq $32, %%rdx\n\torq %%rdx, %%rax\n\t"

#else

#define MPIMON_FUNCTION_ENTER(site)                     \
    do {                                                \
        if (__builtin_expect(mpimon_functions_on, 0)) { \
            mpimon_this_thread.depth++;                 \
            mpimon_function_enter(&(site));             \
        }                                               \
    } while (0)
#define MPIMON_FUNCTION_EXIT()                          \
    do {                                                \
        if (__builtin_expect(mpimon_functions_on, 0)) { \
            mpimon_this_thread.depth--;                 \
            mpimon_function_exit();                     \
        }                                               \
    } while (0)

#endif

#undef MPIR_FUNC_TERSE_ENTER
#undef MPIR_FUNC_TERSE_EXIT
#define MPIR_FUNC_TERSE_ENTER                                           \
    do {                                                                \
        static struct mpimon_function_site mpimon_site = {__func__, 0}; \
        MPIMON_FUNCTION_ENTER(mpimon_site);                             \
    } while (0)
#define MPIR_FUNC_TERSE_EXIT MPIMON_FUNCTION_EXIT()

#endif
