/* The kernel lets system calls through whose address is between the two ends. */
    .text
    .globl mpimon_overlap_allowed_begin, mpimon_overlap_allowed_end
    .hidden mpimon_overlap_allowed_begin, mpimon_overlap_allowed_end
    .globl mpimon_overlap_system_call, mpimon_overlap_return_from_signal
    .hidden mpimon_overlap_system_call, mpimon_overlap_return_from_signal
    .globl mpimon_overlap_repeat, mpimon_overlap_repeat_begin, mpimon_overlap_repeat_end
    .hidden mpimon_overlap_repeat, mpimon_overlap_repeat_begin, mpimon_overlap_repeat_end
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

/* Of a gregset_t. */
#define R8 0(%r12)
#define R9 8(%r12)
#define R10 16(%r12)
#define RDI 64(%r12)
#define RSI 72(%r12)
#define RDX 96(%r12)
#define RAX 104(%r12)

    .type mpimon_overlap_repeat, @function
mpimon_overlap_repeat:
    .cfi_startproc
    push %rbx
    .cfi_def_cfa_offset 16
    .cfi_offset %rbx, -16
    push %r12
    .cfi_def_cfa_offset 24
    .cfi_offset %r12, -24
    mov %rdi, %r12
    mov %rsi, %rbx
    mov %rdx, %rsi
    mov $14, %eax /* rt_sigprocmask */
    mov $1, %edi  /* SIG_UNBLOCK */
    xor %edx, %edx
    mov $8, %r10d
    syscall
mpimon_overlap_repeat_begin:
    mov RDI, %rdi
    mov RSI, %rsi
    mov RDX, %rdx
    mov R10, %r10
    mov R8, %r8
    mov R9, %r9
    mov RAX, %rax
    syscall
mpimon_overlap_repeat_end:
    pop %r12
    .cfi_def_cfa_offset 16
    .cfi_restore %r12
    pop %rbx
    .cfi_def_cfa_offset 8
    .cfi_restore %rbx
    ret
    .cfi_endproc
    .size mpimon_overlap_repeat, . - mpimon_overlap_repeat

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
