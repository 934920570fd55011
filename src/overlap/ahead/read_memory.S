/* Reads memory that may not be there: faults between the two ends are failures of the function. */
    .text
    .globl mpimon_overlap_read, mpimon_overlap_are_as_read, mpimon_overlap_read_begin, mpimon_overlap_read_end
    .hidden mpimon_overlap_read, mpimon_overlap_are_as_read, mpimon_overlap_read_begin, mpimon_overlap_read_end

    .type mpimon_overlap_read, @function
mpimon_overlap_read:
    .cfi_startproc
    cmp $2, %esi
    jb 1f
    je 2f
    cmp $8, %esi
    jb 4f
mpimon_overlap_read_begin:
    mov (%rdi), %rax
    jmp 0f
4:  mov (%rdi), %eax
    jmp 0f
2:  movzwl (%rdi), %eax
    jmp 0f
1:  movzbl (%rdi), %eax
0:  mov %rax, (%rdx)
    mov $1, %eax
    ret
    .cfi_endproc
    .size mpimon_overlap_read, . - mpimon_overlap_read

    .type mpimon_overlap_are_as_read, @function
mpimon_overlap_are_as_read:
    .cfi_startproc
    jmp 6f
5:  mov (%rdi), %rcx
    mov 16(%rdi), %edx
    cmp $4, %edx
    jne 7f
    mov (%rcx), %eax
0:  cmp 8(%rdi), %rax
    jne mpimon_overlap_read_end
    add $24, %rdi
6:  cmp %rsi, %rdi
    jne 5b
    mov $1, %eax
    ret
7:  jb 2f
    mov (%rcx), %rax
    jmp 0b
2:  cmp $2, %edx
    jb 1f
    movzwl (%rcx), %eax
    jmp 0b
1:  movzbl (%rcx), %eax
    jmp 0b
mpimon_overlap_read_end:
    xor %eax, %eax
    ret
    .cfi_endproc
    .size mpimon_overlap_are_as_read, . - mpimon_overlap_are_as_read

    .section .note.GNU-stack, "", @progbits
