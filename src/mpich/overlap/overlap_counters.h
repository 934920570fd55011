/*
 * What libmpimon_overlap.so counts, by index in one array; libmpi shows it. Both are installed together, but a program
 * may have an older one of them loaded: so what is added is added at the end.
 */
#ifndef MPIMON_OVERLAP_COUNTERS_H
#define MPIMON_OVERLAP_COUNTERS_H

enum mpimon_overlap_counter {
    MPIMON_OVERLAP_SENDS,
    MPIMON_OVERLAP_RECEIVES,
    MPIMON_OVERLAP_FAULTS,       /* accesses of the program that had to wait, or came after the end */
    MPIMON_OVERLAP_SYSTEM_CALLS, /* before which all was completed */
    MPIMON_OVERLAP_COPIED_BYTES,
    MPIMON_OVERLAP_MOVED_PAGES,
    MPIMON_OVERLAP_CHAINED, /* sends and receives within chains */
    MPIMON_OVERLAP_CHAINS,  /* that were recognized */
    MPIMON_OVERLAP_BROKEN,  /* chains that did not go on as they had */

    /* Why calls stayed synchronous. */
    MPIMON_OVERLAP_SMALL,       /* below MPIR_CVAR_OVERLAP_MIN_BYTES */
    MPIMON_OVERLAP_FAST,        /* mode auto: the network is faster than what overlap takes */
    MPIMON_OVERLAP_STATUS,      /* it cannot be written before the message is there */
    MPIMON_OVERLAP_WILDCARD,    /* which message it is, is decided at once */
    MPIMON_OVERLAP_ERRORS,      /* the program wants error codes, which are those of this call */
    MPIMON_OVERLAP_THREADS,     /* others could see what is away, or have it seen by a system call */
    MPIMON_OVERLAP_OUTSTANDING, /* operations of the program's own go on, at the program's addresses */
    MPIMON_OVERLAP_MEMORY,      /* not known to be private memory whose pages hold nothing of the library's */
    MPIMON_OVERLAP_SHARED,      /* of an exchange: both buffers on one page, and the sent one too large to copy */
    MPIMON_OVERLAP_SIGNALS,     /* SIGSEGV or SIGSYS is blocked */
    MPIMON_OVERLAP_KERNEL,      /* it refused to move or protect pages */
    MPIMON_OVERLAP_FULL,        /* too much is under way */
    MPIMON_OVERLAP_COUNTERS
};

#endif
