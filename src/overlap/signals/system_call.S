/* The kernel lets system calls through whose address is between the two ends. */
    .text
    .globl mpimon_overlap_allowed_begin, mpimon_overlap_allowed_end
    .hidden mpimon_overlap_allowed_begin, mpimon_overlap_allowed_end
    .globl mpimon_overlap_system_call, mpimon_overlap_return_from_signal
    .hidden mpimon_overlap_system_call, mpimon_overlap_return_from_signal
mpimon_overlap_allowed_begin:

    .type mpimon_overlap_system_call, @function
mpimon_overlap_system_call:
    .cfi_startproc
    mov %rdi, %rax
    mov %rsi, %rdi
    mov %rdx, %rsi
    mov %rcx, %rdx
    mov %r8, %r10
    mov %r9, %r8
    mov 8(%rsp), %r9
    syscall
    ret
    .cfi_endproc
    .size mpimon_overlap_system_call, . - mpimon_overlap_system_call

/* A signal handler returns here. The kernel looks at the address after the instruction. Unwinders know the code by its
 * bytes, where the address before it is of no other function. */
    nop
    .type mpimon_overlap_return_from_signal, @function
mpimon_overlap_return_from_signal:
    mov $15, %rax
    syscall
    .size mpimon_overlap_return_from_signal, . - mpimon_overlap_return_from_signal
    nop
mpimon_overlap_allowed_end:

    .section .note.GNU-stack, "", @progbits
