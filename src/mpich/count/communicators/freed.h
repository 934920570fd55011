/*
 * Communicators that were freed, for messages that may still lie there at the end.
 */
#ifndef MPIMON_FREED_H
#define MPIMON_FREED_H

/* Of each context that messages are received in, the last communicator is kept until another one has the context. */
struct mpimon_freed {
    uint32_t context_id;
    int seq;             /* by which MPICH may choose the virtual interface */
    uint32_t index;      /* the engine's */
    uint32_t *peers;     /* of both groups, own group first; NULL if they are not known, or in world order */
    uint32_t first_peer; /* of those that send */
    int is_world_order;  /* rank and peer are the same number */
};

/* The communicator is about to be freed. `peers` are as above, allocated by malloc() and given away. */
MPIMON_HIDDEN void mpimon_freed_add(const MPIR_Comm *comm, uint32_t index, uint32_t *peers, int is_world_order);

/* The communicator is new: whatever lies in its context is its own now. */
MPIMON_HIDDEN void mpimon_freed_replace(const MPIR_Comm *comm);

/* Go through them: the next one from *position on, which then is beyond it; NULL if there is none. */
MPIMON_HIDDEN const struct mpimon_freed *mpimon_freed_next(size_t *position);

/* A communicator by which messages can be probed that lie there, until the next call. There must be a world. */
MPIMON_HIDDEN MPIR_Comm *mpimon_freed_stand_in(const struct mpimon_freed *freed);

/* The user's messages from this rank that were not received. Never NULL. */
MPIMON_HIDDEN struct mpimon_flow *mpimon_freed_flow(const struct mpimon_freed *freed, int rank);

/* Forget all of them, and free their memory. */
MPIMON_HIDDEN void mpimon_freed_finish(void);

#endif
