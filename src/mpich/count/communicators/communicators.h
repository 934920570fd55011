#ifndef MPIMON_COMMUNICATORS_H
#define MPIMON_COMMUNICATORS_H

/* The engine's index of a communicator that is registered now, if no other thread was first; UINT32_MAX without memory.
 */
MPIMON_HIDDEN uint32_t mpimon_communicator_register(MPIR_Comm *comm);

/* Whether a communicator is registered. Threads look without a lock: its index and its other bases are there then, too.
 */
static inline int mpimon_communicator_is_known(const MPIR_Comm *comm) {
    return __atomic_load_n(&comm->dev.ch4.monitoring.base[0][0], __ATOMIC_ACQUIRE) != 0;
}

/* The engine's index of a communicator, registered if it is new; UINT32_MAX without memory. */
static inline uint32_t mpimon_communicator_index(MPIR_Comm *comm) {
    return likely(mpimon_communicator_is_known(comm)) ? comm->dev.ch4.monitoring.index
                                                      : mpimon_communicator_register(comm);
}

/*
 * The class of messages over a communicator, which for MPI-IO's own ones is another than that of their hook. So these
 * are never found in the cache under the hook's class, and take the slow path, where this is asked.
 */
static inline enum mpimon_class mpimon_class_over(const MPIR_Comm *comm, enum mpimon_class traffic_class) {
    return unlikely(comm->dev.ch4.monitoring.is_io) && (int)traffic_class < MPIMON_BASE_CLASSES ? MPIMON_CLASS_IO
                                                                                                : traffic_class;
}

/* Take the name that a registered communicator has now. */
MPIMON_HIDDEN void mpimon_communicator_refresh_name(uint32_t index, MPIR_Comm *comm);

/* The peer at this rank of an intra-communicator, or of an inter-communicator's remote group. */
MPIMON_HIDDEN uint32_t mpimon_peer(MPIR_Comm *comm, int rank);

/* The communicator with this index, or NULL when it was freed or none has it. */
MPIMON_HIDDEN MPIR_Comm *mpimon_communicator_live(uint32_t index);

/* How many communicators have had this index: of many that are made one after the other, the last ones share one. */
MPIMON_HIDDEN uint32_t mpimon_communicator_generation(uint32_t index);

/* Go through the communicators that were not freed: the first one from *index on, which then is beyond it; 0 if there
 * is none. */
MPIMON_HIDDEN int mpimon_communicator_next(uint32_t *index, MPIR_Comm **comm);

/* Record the names that communicators have at the end. */
MPIMON_HIDDEN void mpimon_communicators_name(void);

/* From now on the segment has the members of all communicators that were not freed. */
MPIMON_HIDDEN void mpimon_communicators_list(void);

/* Forget all communicators, and free what was kept of them. */
MPIMON_HIDDEN void mpimon_communicators_finish(void);

#endif
