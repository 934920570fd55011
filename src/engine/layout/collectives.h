/* Collective calls, by algorithm, by size, and by what they ask for. */
#ifndef MPIMON_LAYOUT_COLLECTIVES_H
#define MPIMON_LAYOUT_COLLECTIVES_H

#include "block.h"

enum mpimon_mode { MPIMON_BLOCKING, MPIMON_NONBLOCKING, MPIMON_PERSISTENT };
enum mpimon_role {
    MPIMON_ROLE_CALL, /* a call of the user */
    MPIMON_ROLE_STEP  /* a step of a call's algorithm, or a collective that the library itself needed */
};

/* One collective operation on one communicator by one algorithm in one context. */
struct mpimon_collective {
    uint32_t communicator;
    uint32_t operation;    /* index of an mpimon_name, such as "Bcast": as in MPI_Bcast, without MPI_, I and _init */
    uint32_t algorithm;    /* index of an mpimon_name: MPICH's function, such as "MPIR_Bcast_intra_binomial" */
    uint8_t mode;          /* enum mpimon_mode; a step has that of the call that it is a part of */
    uint8_t role;          /* enum mpimon_role */
    uint8_t shared_memory; /* its data goes through shared memory, not through messages */
    uint8_t reserved;
    uint64_t calls;
    uint64_t bytes;      /* by the caller's own arguments: what this process contributes; see docs/counters.md */
    uint64_t time;       /* in blocking calls, in ticks */
    uint64_t root_calls; /* of the calls, those where this process was the root; 0 for operations without one */
    uint64_t root_bytes;
    uint32_t context; /* index of an mpimon_context */
    uint32_t parent; /* of a step: 1 + index of the operation's mpimon_name whose call it is a part of; 0: of no call */
};
MPIMON_PIN(collective, 64,
           MPIMON_AT(collective, communicator, 0) && MPIMON_AT(collective, operation, 4) &&
               MPIMON_AT(collective, algorithm, 8) && MPIMON_AT(collective, mode, 12) &&
               MPIMON_AT(collective, role, 13) && MPIMON_AT(collective, shared_memory, 14) &&
               MPIMON_AT(collective, calls, 16) && MPIMON_AT(collective, bytes, 24) &&
               MPIMON_AT(collective, time, 32) && MPIMON_AT(collective, root_calls, 40) &&
               MPIMON_AT(collective, root_bytes, 48) && MPIMON_AT(collective, context, 56) &&
               MPIMON_AT(collective, parent, 60));

/*
 * What calls of one collective operation on one communicator exchange with one of its processes, by the caller's own
 * arguments and whatever the algorithm: kept while somebody asks for it, of operations whose calls do not tell it by
 * themselves, since each process has a count of its own. The process itself has an item, too, which no message goes
 * with: its `calls` are those that are kept here, so that the others of the operation can be told.
 */
struct mpimon_asked {
    uint32_t communicator; /* index of an mpimon_communicator */
    uint32_t peer;
    uint32_t operation; /* index of an mpimon_name */
    uint32_t reserved;
    uint64_t calls;
    uint64_t bytes;
};
MPIMON_PIN(asked, 32,
           MPIMON_AT(asked, communicator, 0) && MPIMON_AT(asked, peer, 4) && MPIMON_AT(asked, operation, 8) &&
               MPIMON_AT(asked, calls, 16) && MPIMON_AT(asked, bytes, 24));

/* The calls of the user among those of an mpimon_collective, in all contexts, by the size that MPICH chooses an
 * algorithm by: count times size of the datatype, see docs/counters.md. There are items only for what was seen. */
struct mpimon_collective_size {
    uint32_t communicator; /* this, operation, algorithm and mode as in the mpimon_collective */
    uint32_t operation;
    uint32_t algorithm;
    uint8_t mode;
    uint8_t is_root; /* the process was the root; 0 for operations without one */
    uint8_t bin;     /* of the size, as in the histograms */
    uint8_t shared_memory;
    uint64_t calls;
    uint64_t bytes; /* sum of the sizes */
    uint64_t time;  /* in blocking calls, in ticks */
};
MPIMON_PIN(collective_size, 40,
           MPIMON_AT(collective_size, communicator, 0) && MPIMON_AT(collective_size, operation, 4) &&
               MPIMON_AT(collective_size, algorithm, 8) && MPIMON_AT(collective_size, mode, 12) &&
               MPIMON_AT(collective_size, is_root, 13) && MPIMON_AT(collective_size, bin, 14) &&
               MPIMON_AT(collective_size, shared_memory, 15) && MPIMON_AT(collective_size, calls, 16) &&
               MPIMON_AT(collective_size, bytes, 24) && MPIMON_AT(collective_size, time, 32));

/*
 * Calls that were timed because MPIR_CVAR_MONITORING_EXPLORE asked for it, all processes having started together: those
 * of one candidate, or of what MPICH chooses by itself. The mean is geometric, and the squares are those of the
 * logarithms' distances from its logarithm, times the mean's square.
 */
struct mpimon_trial {
    uint32_t communicator; /* this, operation, algorithm and bin as in the mpimon_collective_size */
    uint32_t operation;
    uint32_t algorithm;
    uint32_t candidate; /* index of an mpimon_name: the candidate's, or "default" */
    uint8_t bin;
    uint8_t reserved[7];
    uint64_t calls;
    double mean;    /* time of a call, in ticks */
    double squares; /* their sum, in ticks squared */
    double least;   /* time of the quickest call */
};
MPIMON_PIN(trial, 56,
           MPIMON_AT(trial, communicator, 0) && MPIMON_AT(trial, operation, 4) && MPIMON_AT(trial, algorithm, 8) &&
               MPIMON_AT(trial, candidate, 12) && MPIMON_AT(trial, bin, 16) && MPIMON_AT(trial, calls, 24) &&
               MPIMON_AT(trial, mean, 32) && MPIMON_AT(trial, squares, 40) && MPIMON_AT(trial, least, 48));

#endif
