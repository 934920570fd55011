/* Functions of MPI that wait for what is under way and then go on to the library, under both of their names. Arguments
 * of any number and kind pass through unchanged, but for the first, which mpimon_overlap_before() may replace. */
#if __CET__ & 1
#define MPIMON_ENTRY endbr64
#else
#define MPIMON_ENTRY
#endif

    .text

    .macro trampoline name
    .globl \name, P\name
    .type \name, @function
    .type P\name, @function
\name:
P\name:
    MPIMON_ENTRY
    mov $number, %r11d
    jmp go_on
    .size \name, . - \name
    .size P\name, . - P\name
    .set number, number + 1
    .endm

    .type go_on, @function
go_on:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    push %r9
    push %r8
    push %rcx
    push %rdx
    push %rsi
    push %rdi
    mov %r11d, %edi
    mov %rsp, %rsi
    mov 8(%rbp), %rdx
    call mpimon_overlap_before
    mov %rax, %r11
    pop %rdi
    pop %rsi
    pop %rdx
    pop %rcx
    pop %r8
    pop %r9
    pop %rbp
    .cfi_def_cfa %rsp, 8
    jmp *%r11
    .cfi_endproc
    .size go_on, . - go_on

    .set number, 0
#define MPIMON_FUNCTION(name) trampoline name
#include "functions.def"

    .section .note.GNU-stack, "", @progbits
