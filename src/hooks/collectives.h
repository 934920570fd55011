#ifndef MPIMON_HOOKS_COLLECTIVES_H
#define MPIMON_HOOKS_COLLECTIVES_H

struct mpimon_call {
    uint32_t communicator;
    uint32_t operation;
    enum mpimon_mode mode;
    int is_root;
    uint64_t bytes;
    MPIR_Request **request; /* of a persistent call */
};

/* Open the calling thread's frame. */
MPIMON_HIDDEN void mpimon_collective_enter(const struct mpimon_call *call);

/* Forget persistent calls and what the places of algorithms remember. */
MPIMON_HIDDEN void mpimon_collectives_finish(void);

#endif
