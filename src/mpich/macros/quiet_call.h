/*
 * Calls that the code around them does not feel. An ordinary call in a hook, though it never happens while monitoring
 * is off, makes the compiler keep whatever lives across it in registers that calls preserve: up to five instructions
 * more in MPI_Isend. A quiet call preserves all general registers, so the compiler arranges MPICH's code as if it were
 * not there.
 *
 * MPIMON_QUIET_FUNCTION(f) after the declaration of a `void` function f with no more than five arguments, integers or
 * pointers; MPIMON_QUIET_BODY(f) beside its definition; then MPIMON_QUIET_CALL_N(f, N arguments). The callee must not
 * write what the caller has just read: the compiler does not know of it.
 */
#ifndef MPIMON_QUIET_CALL_H
#define MPIMON_QUIET_CALL_H

#ifdef __x86_64__

/*
 * Compares a byte, operand 0, with 0. With the branch behind it takes 16 bytes, three of them prefixes without effect,
 * so that code behind a hook is aligned as it is without: else there may be one instruction more, to fill a gap.
 */
#define MPIMON_TEST_FLAG ".byte 0x3e, 0x3e, 0x3e\n\tcmpb $0, %0\n\t"

#define MPIMON_QUIET_FUNCTION(function) extern MPIMON_HIDDEN const char function##_quiet[];

/*
 * Saves what an ordinary function may change of the general registers, and aligns the stack. The arguments are on the
 * stack, the first one behind the return address; where there are fewer than five, the rest is never looked at.
 */
#define MPIMON_QUIET_BODY(function)                                                                                   \
    __asm__(                                                                                                          \
        ".pushsection .text\n"                                                                                        \
        ".globl " #function "_quiet\n .hidden " #function "_quiet\n .type " #function "_quiet, @function\n" #function \
        "_quiet: .cfi_startproc\n"                                                                                    \
        "pushq %rbp\n .cfi_def_cfa_offset 16\n .cfi_offset 6, -16\n"                                                  \
        "movq %rsp, %rbp\n .cfi_def_cfa_register 6\n"                                                                 \
        "pushq %rax\n pushq %rcx\n pushq %rdx\n pushq %rsi\n pushq %rdi\n"                                            \
        "pushq %r8\n pushq %r9\n pushq %r10\n pushq %r11\n"                                                           \
        "movq 16(%rbp), %rdi\n movq 24(%rbp), %rsi\n movq 32(%rbp), %rdx\n movq 40(%rbp), %rcx\n"                     \
        "movq 48(%rbp), %r8\n andq $-16, %rsp\n"                                                                      \
        "call " #function                                                                                             \
        "\n"                                                                                                          \
        "leaq -72(%rbp), %rsp\n popq %r11\n popq %r10\n popq %r9\n popq %r8\n"                                        \
        "popq %rdi\n popq %rsi\n popq %rdx\n popq %rcx\n popq %rax\n"                                                 \
        "popq %rbp\n .cfi_def_cfa 7, 8\n ret\n .cfi_endproc\n"                                                        \
        ".size " #function "_quiet, . - " #function "_quiet\n .popsection");

/* Vector and mask registers are not saved: the compiler is told so, of those that it may use. */
#ifdef __AVX512F__
#define MPIMON_QUIET_AVX512                                                                                       \
    , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", \
        "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define MPIMON_QUIET_AVX512
#endif
#define MPIMON_QUIET_CLOBBERS                                                                                        \
    "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
        "xmm13", "xmm14", "xmm15" MPIMON_QUIET_AVX512

/* The stack pointer steps over the red zone. */
#define MPIMON_QUIET_CALL(function, push, bytes, ...)                                                              \
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\t" push "call " #function "_quiet\n\tleaq " bytes "(%%rsp), %%rsp" \
                     :                                                                                             \
                     : __VA_ARGS__                                                                                 \
                     : MPIMON_QUIET_CLOBBERS)

#define MPIMON_QUIET_CALL_5(function, a, b, c, d, e)                                                   \
    MPIMON_QUIET_CALL(function, "pushq %4\n\tpushq %3\n\tpushq %2\n\tpushq %1\n\tpushq %0\n\t", "168", \
                      "r"((uint64_t)(a)), "r"((uint64_t)(b)), "r"((uint64_t)(c)), "r"((uint64_t)(d)),  \
                      "r"((uint64_t)(e)))

#else

#define MPIMON_QUIET_FUNCTION(function)
#define MPIMON_QUIET_BODY(function)
#define MPIMON_QUIET_CALL_5(function, a, b, c, d, e) function(a, b, c, d, e)

#endif

#endif
