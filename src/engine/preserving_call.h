/*
 * Calls that the code around them does not feel. An ordinary call in a hook, though it never happens while monitoring
 * is off, makes the compiler keep whatever lives across it in registers that calls preserve: up to five instructions
 * more in MPI_Isend. A register-preserving call changes one register, r11, so the compiler arranges MPICH's code as if
 * it were not there.
 *
 * MPIMON_PRESERVING_FUNCTION(f) after the declaration of a `void` function f with no more than five arguments, integers
 * or pointers; MPIMON_PRESERVING_BODY(f) beside its definition; then MPIMON_PRESERVING_CALL_N(f, N arguments).
 *
 * The caller leaves its stack alone, since the compiler cannot be told that assembly moves it, and whoever unwinds the
 * stack goes by what the compiler knows. So the arguments go by way of a variable of the thread, and the address to
 * return to in r11. f_preserving steps over the caller's red zone, keeps all registers on the stack and calls f; its
 * frame information (.cfi_*) says at each instruction where the caller's address and registers are.
 */
#ifndef MPIMON_ENGINE_PRESERVING_CALL_H
#define MPIMON_ENGINE_PRESERVING_CALL_H

#include "count.h"

#ifdef MPIMON_ASSEMBLY

#ifdef __cplusplus
extern "C" {
#endif

enum { MPIMON_CALL_ARGUMENTS = 5 };

/* The arguments of a register-preserving call, until its function has them. */
extern MPIMON_HIDDEN MPIMON_THREAD uint64_t mpimon_call_arguments[MPIMON_CALL_ARGUMENTS];

#ifdef __cplusplus
}
#endif

#define MPIMON_PRESERVING_FUNCTION(function) extern MPIMON_HIDDEN const char function##_preserving[];

/* Where there are fewer than five arguments, the function never looks at the rest. */
#define MPIMON_PRESERVING_BODY(function)                                                                        \
    __asm__(                                                                                                    \
        ".pushsection .text\n"                                                                                  \
        ".globl " #function "_preserving\n .hidden " #function                                                  \
        "_preserving\n"                                                                                         \
        ".type " #function "_preserving, @function\n" #function                                                 \
        "_preserving: .cfi_startproc\n .cfi_def_cfa %rsp, 0\n .cfi_register %rip, %r11\n"                       \
        "leaq -128(%rsp), %rsp\n .cfi_def_cfa_offset 128\n"                                                     \
        "pushq %r11\n .cfi_def_cfa_offset 136\n .cfi_offset %rip, -136\n"                                       \
        "pushq %rbp\n .cfi_def_cfa_offset 144\n .cfi_offset %rbp, -144\n"                                       \
        "movq %rsp, %rbp\n .cfi_def_cfa_register %rbp\n"                                                        \
        "pushq %rax\n pushq %rcx\n pushq %rdx\n pushq %rsi\n pushq %rdi\n pushq %r8\n pushq %r9\n pushq %r10\n" \
        "movq mpimon_call_arguments@gottpoff(%rip), %rax\n"                                                     \
        "movq %fs:(%rax), %rdi\n movq %fs:8(%rax), %rsi\n movq %fs:16(%rax), %rdx\n"                            \
        "movq %fs:24(%rax), %rcx\n movq %fs:32(%rax), %r8\n andq $-16, %rsp\n"                                  \
        "call " #function                                                                                       \
        "\n"                                                                                                    \
        "leaq -64(%rbp), %rsp\n popq %r10\n popq %r9\n popq %r8\n"                                              \
        "popq %rdi\n popq %rsi\n popq %rdx\n popq %rcx\n popq %rax\n"                                           \
        "popq %rbp\n .cfi_def_cfa %rsp, 136\n .cfi_restore %rbp\n"                                              \
        "popq %r11\n .cfi_def_cfa_offset 128\n .cfi_register %rip, %r11\n"                                      \
        "leaq 128(%rsp), %rsp\n .cfi_def_cfa_offset 0\n jmp *%r11\n .cfi_endproc\n"                             \
        ".size " #function "_preserving, . - " #function "_preserving\n .popsection");

/* Vector and mask registers are not saved: the compiler is told so, of those that it may use. What the function writes
 * to memory, the compiler has to read again. */
#ifdef __AVX512F__
#define MPIMON_PRESERVING_AVX512                                                                                  \
    , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", \
        "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define MPIMON_PRESERVING_AVX512
#endif
#define MPIMON_PRESERVING_CLOBBERS                                                                                    \
    "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", \
        "xmm12", "xmm13", "xmm14", "xmm15" MPIMON_PRESERVING_AVX512

/* The instructions of a call, for assembly that holds more than that: r11 is lost. */
#define MPIMON_ARGUMENTS_TO_R11 "movq mpimon_call_arguments@gottpoff(%%rip), %%r11\n\t"
#define MPIMON_JUMP_PRESERVING(function, label) "leaq " label "f(%%rip), %%r11\n\tjmp " #function "_preserving\n"

#define MPIMON_PRESERVING_CALL_5(function, a, b, c, d, e)                                                    \
    __asm__ volatile(                                                                                        \
        MPIMON_ARGUMENTS_TO_R11                                                                              \
        "movq %0, %%fs:(%%r11)\n\tmovq %1, %%fs:8(%%r11)\n\tmovq %2, %%fs:16(%%r11)\n\t"                     \
        "movq %3, %%fs:24(%%r11)\n\tmovq %4, %%fs:32(%%r11)\n\t" MPIMON_JUMP_PRESERVING(function, "1") "1:"  \
        :                                                                                                    \
        : "r"((uint64_t)(a)), "r"((uint64_t)(b)), "r"((uint64_t)(c)), "r"((uint64_t)(d)), "r"((uint64_t)(e)) \
        : "r11", MPIMON_PRESERVING_CLOBBERS)

#else

#define MPIMON_PRESERVING_FUNCTION(function)
#define MPIMON_PRESERVING_BODY(function)
#define MPIMON_PRESERVING_CALL_5(function, a, b, c, d, e) function(a, b, c, d, e)

#endif

#endif
