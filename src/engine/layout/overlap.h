/* What overlap (MPIR_CVAR_OVERLAP) makes of a program's calls, by where they are in the program. */
#ifndef MPIMON_LAYOUT_OVERLAP_H
#define MPIMON_LAYOUT_OVERLAP_H

#include "block.h"

enum mpimon_overlap_function {
    MPIMON_OVERLAP_SEND,
    MPIMON_OVERLAP_RECV,
    MPIMON_OVERLAP_SENDRECV,
    MPIMON_OVERLAP_FUNCTIONS
};

/* Why a call stays synchronous, and what people are told. */
#define MPIMON_OVERLAP_WHY(X)                                                                                          \
    X(SMALL, "small")                      /* below MPIR_CVAR_OVERLAP_MIN_BYTES */                                     \
    X(FAST, "fast")                        /* the network is faster than what overlap takes */                         \
    X(STATUS, "status")                    /* it cannot be written before the message is there */                      \
    X(WILDCARD, "wildcard")                /* which message it is, is decided at once */                               \
    X(ERRORS, "errors returned")           /* the program wants error codes, which are those of this call */           \
    X(THREADS, "threads")                  /* others call MPI, or use the pages in a system call */                    \
    X(OUTSTANDING, "operations under way") /* of the program's own, at the program's addresses */                      \
    X(MEMORY, "memory")                    /* not known to be private, on pages that hold nothing of the library's */  \
    X(SHARED, "shared page")               /* both buffers of an exchange are there, the sent one too large to copy */ \
    X(SIGNALS, "blocked signals")          /* SIGSEGV or SIGSYS */                                                     \
    X(KERNEL, "kernel")                    /* it refused to move or protect pages */                                   \
    X(FULL, "full")                        /* too much is under way */

#define MPIMON_OVERLAP_REASON(reason, text) MPIMON_OVERLAP_##reason,
enum mpimon_overlap_reason { MPIMON_OVERLAP_WHY(MPIMON_OVERLAP_REASON) MPIMON_OVERLAP_REASONS };
#undef MPIMON_OVERLAP_REASON
MPIMON_STATIC_ASSERT(MPIMON_OVERLAP_FUNCTIONS == 3 && MPIMON_OVERLAP_REASONS == 12,
                     "files have functions and reasons by these numbers");

/* The calls of one function from one site, of which there are no more than MPIMON_OVERLAP_SITES in a process. Times
 * are in nanoseconds. */
enum { MPIMON_OVERLAP_SITES = 256 };
struct mpimon_overlap_site {
    char object[MPIMON_TEXT];   /* the file that has the code */
    char build_id[MPIMON_NAME]; /* its, in hexadecimal digits; empty where it has none */
    uint64_t offset;            /* of the instruction after the call, from where the object is loaded */
    uint32_t function;          /* enum mpimon_overlap_function */
    uint32_t reserved;
    uint64_t calls;
    uint64_t asynchronous; /* of these */
    uint64_t in_calls;     /* time until the calls returned */
    uint64_t waited;       /* time afterwards in which the program could not go on without the messages */
    uint64_t meanwhile; /* time afterwards until it first needed a message, or the last one was seen to be complete */
    uint64_t broken;    /* chains that did not go on after this call as they had */
    uint64_t synchronous[MPIMON_OVERLAP_REASONS];
};
MPIMON_PIN(overlap_site, 512,
           MPIMON_AT(overlap_site, build_id, 256) && MPIMON_AT(overlap_site, offset, 352) &&
               MPIMON_AT(overlap_site, function, 360) && MPIMON_AT(overlap_site, calls, 368) &&
               MPIMON_AT(overlap_site, asynchronous, 376) && MPIMON_AT(overlap_site, in_calls, 384) &&
               MPIMON_AT(overlap_site, waited, 392) && MPIMON_AT(overlap_site, meanwhile, 400) &&
               MPIMON_AT(overlap_site, broken, 408) && MPIMON_AT(overlap_site, synchronous, 416));

#endif
