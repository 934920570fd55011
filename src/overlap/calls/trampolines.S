/* Functions of MPI that wait for what is under way and then go on to the library, under both of their names. Arguments
 * of any number and kind pass through unchanged, but for the first, which mpimon_overlap_before() may replace. And
 * functions of Fortran, of which it is noted who calls them. */
#include "landing.h"

    .text

    .macro trampoline name, go_on
    .globl \name
    .type \name, @function
\name:
.Lat_\name:
    MPIMON_LANDING
    mov $number, %r11d
    jmp \go_on
    .size \name, . - \name
    .set number, number + 1
    .endm

    .macro both_names name
    .globl P\name
    .type P\name, @function
P\name:
    trampoline \name, go_on
    .size P\name, . - P\name
    .endm

    .macro go_on label, before
    .type \label, @function
\label:
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
    call \before
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
    .size \label, . - \label
    .endm

    go_on go_on, mpimon_overlap_before
    go_on go_on_from_fortran, mpimon_overlap_before_fortran

    .set number, 0
#define MPIMON_FUNCTION(name) both_names name
#include "functions.def"
#undef MPIMON_FUNCTION

    .set number, 0
#define MPIMON_FUNCTION(name) trampoline name, go_on_from_fortran
#include "fortran.def"
#undef MPIMON_FUNCTION

/* Where each of them begins. */
    .section .data.rel.ro, "aw", @progbits
    .balign 8
    .globl mpimon_overlap_fortran_calls
    .hidden mpimon_overlap_fortran_calls
mpimon_overlap_fortran_calls:
#define MPIMON_FUNCTION(name) .quad .Lat_##name
#include "fortran.def"

    .section .note.GNU-stack, "", @progbits
