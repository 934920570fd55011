/* MPI_Send, MPI_Recv and MPI_Sendrecv, under both of their names: they leave behind what functions keep of the registers,
 * which says where the program goes on and with what, and go on to send_and_receive.cc. */
#include "landing.h"

    .text
    .globl mpimon_overlap_entries, mpimon_overlap_entries_end
    .hidden mpimon_overlap_entries, mpimon_overlap_entries_end

    .macro entry name, function
    .globl \name, P\name
    .type \name, @function
    .type P\name, @function
\name:
P\name:
    .cfi_startproc
    MPIMON_LANDING
    mov mpimon_overlap_registers@gottpoff(%rip), %rax
    mov %rbx, %fs:(%rax)
    mov %rbp, %fs:8(%rax)
    mov %r12, %fs:16(%rax)
    mov %r13, %fs:24(%rax)
    mov %r14, %fs:32(%rax)
    mov %r15, %fs:40(%rax)
    lea 8(%rsp), %r11
    mov %r11, %fs:48(%rax)
    jmp \function
    .cfi_endproc
    .size \name, . - \name
    .size P\name, . - P\name
    .endm

mpimon_overlap_entries:
    entry MPI_Send, mpimon_overlap_send
    entry MPI_Recv, mpimon_overlap_receive
    entry MPI_Sendrecv, mpimon_overlap_exchange
mpimon_overlap_entries_end:

    .section .note.GNU-stack, "", @progbits
