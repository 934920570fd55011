/*
 * Has the kernel refuse some of the calls by which overlap takes pages from the program and brings them back: those
 * whose addresses have certain bits set, so that of two calls for the same pages one may be refused and the other not.
 */
#ifndef REFUSED_CALLS_H
#define REFUSED_CALLS_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define REFUSED_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSED_IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, value, yes, no)
#define REFUSED_END(action) BPF_STMT(BPF_RET | BPF_K, action)

static inline int refuse_by(const struct sock_fprog *program) {
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}

/* From here on, in this thread. Returns 0 where the kernel takes no filter. */
static inline int refuse_calls(void) {
    struct sock_filter filter[] = {
        REFUSED_LOAD(nr),
        REFUSED_IF(BPF_JEQ, SYS_pkey_mprotect, 7, 0), /* to the address */
        REFUSED_IF(BPF_JEQ, SYS_mprotect, 0, 3),
        REFUSED_LOAD(args[2]),
        REFUSED_IF(BPF_JEQ, PROT_NONE, 0, 8),
        REFUSED_IF(BPF_JA, 3, 0, 0), /* to the address */
        REFUSED_IF(BPF_JEQ, SYS_mremap, 0, 6),
        REFUSED_LOAD(args[3]),
        REFUSED_IF(BPF_JSET, MREMAP_DONTUNMAP, 0, 4),
        REFUSED_LOAD(args[0]),
        REFUSED_IF(BPF_JSET, 1u << 21, 0, 1),
        REFUSED_IF(BPF_JSET, 1u << 14, 2, 1),
        REFUSED_IF(BPF_JSET, 1u << 15, 2, 0),
        REFUSED_END(SECCOMP_RET_ALLOW),
        REFUSED_END(SECCOMP_RET_ERRNO | EAGAIN),
        REFUSED_END(SECCOMP_RET_ERRNO | ENOMEM),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return refuse_by(&program);
}

/* The same for all calls that take a protection key off pages. */
static inline int refuse_to_take_keys(void) {
    struct sock_filter filter[] = {
        REFUSED_LOAD(nr),
        REFUSED_IF(BPF_JEQ, SYS_pkey_mprotect, 0, 3),
        REFUSED_LOAD(args[3]),
        REFUSED_IF(BPF_JEQ, 0, 0, 1),
        REFUSED_END(SECCOMP_RET_ERRNO | ENOMEM),
        REFUSED_END(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return refuse_by(&program);
}

#endif
