#ifndef MPIMON_HOOKS_COMMUNICATORS_H
#define MPIMON_HOOKS_COMMUNICATORS_H

/* The engine's index of a communicator, registered if it is new; UINT32_MAX without memory. */
MPIMON_HIDDEN uint32_t mpimon_communicator_index(MPIR_Comm *comm);

/* The peer at this rank of an intra-communicator, or of an inter-communicator's remote group. */
MPIMON_HIDDEN uint32_t mpimon_peer(MPIR_Comm *comm, int rank);

/* The communicator with this index, or NULL when it was freed or none has it. */
MPIMON_HIDDEN MPIR_Comm *mpimon_communicator_live(uint32_t index);

/* Go through the communicators that were not freed: the first one from *index on, which then is beyond it; 0 if there
 * is none. */
MPIMON_HIDDEN int mpimon_communicator_next(uint32_t *index, MPIR_Comm **comm);

/* Take the names that communicators have at the end, and let go of them. */
MPIMON_HIDDEN void mpimon_communicators_finish(void);

#endif
