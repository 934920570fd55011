/*
 * Fixes of MPICH's faults outside of MPI_T, which patches/fixes.cocci puts into MPICH's code.
 */
#ifndef MPIMON_FIXES_FIXES_H
#define MPIMON_FIXES_FIXES_H

/* With nothing to send and nothing to receive, the request is one that is complete. */
#define MPIMON_FIX_ISENDRECV_NULL(source, dest, request)                        \
    do {                                                                        \
        if (unlikely((source) == MPI_PROC_NULL && (dest) == MPI_PROC_NULL)) {   \
            *(request) = MPIR_Request_create_complete(MPIR_REQUEST_KIND__RECV); \
            if (*(request))                                                     \
                MPIR_Status_set_procnull(&(*(request))->status);                \
            return *(request) ? MPI_SUCCESS : MPIX_ERR_NOREQ;                   \
        }                                                                       \
    } while (0)

/* Identifiers of processes have the number of their world in the upper half: an int takes a process of another world
 * for one of this world. */
#define MPIMON_FIX_LPID int64_t

/* Whenever the schedule is started, `state`, a part of its state, gets the value that it has now. */
MPIMON_HIDDEN int mpimon_fix_schedule_state(MPIR_Sched_t schedule, void *state, size_t size);
#define MPIMON_FIX_SCHEDULE_STATE(schedule, state)                                \
    do {                                                                          \
        mpi_errno = mpimon_fix_schedule_state(schedule, &(state), sizeof(state)); \
        MPIR_ERR_CHECK(mpi_errno);                                                \
    } while (0)

/* The data is copied when the schedule is started, not when it is made. */
#define MPIMON_FIX_SCHEDULE_COPY(...) MPIR_Sched_copy(__VA_ARGS__)

/* Packed data has no gaps and no header. */
static inline MPI_Aint mpimon_packed_size(MPI_Aint count, MPI_Datatype datatype) {
    MPI_Aint size;
    MPIR_Datatype_get_size_macro(datatype, size);
    return count * size;
}
#define MPIMON_FIX_PACKED_SIZE(count, datatype) mpimon_packed_size(count, datatype)

/* A chunk has one element at least. */
#define MPIMON_FIX_CHUNK_ELEMENTS(bytes, size) ((bytes) > 0 && (bytes) < (size) ? 1 : (bytes) / (size))

/* Yaksa, which knows signed integers only, reduces no others. */
static inline int mpimon_is_unsigned(MPI_Datatype datatype) {
    return datatype == MPI_UNSIGNED_CHAR || datatype == MPI_UNSIGNED_SHORT || datatype == MPI_UNSIGNED ||
           datatype == MPI_UNSIGNED_LONG || datatype == MPI_UNSIGNED_LONG_LONG || datatype == MPI_UINT8_T ||
           datatype == MPI_UINT16_T || datatype == MPI_UINT32_T || datatype == MPI_UINT64_T;
}
#define MPIMON_FIX_UNSIGNED_REDUCTION(datatype) \
    do {                                        \
        if (mpimon_is_unsigned(datatype))       \
            return 0;                           \
    } while (0)

/* Moves `count` elements from `offset` bytes into the buffer to its beginning, by `through`, which has room for them:
 * the two ranges may overlap, and MPICH copies only between ranges that do not. */
MPIMON_HIDDEN int mpimon_fix_copy_within(void *buffer, MPI_Aint offset, MPI_Aint count, MPI_Datatype datatype,
                                         void *through);
#define MPIMON_FIX_COPY_WITHIN(buffer, offset, count, datatype, through) \
    mpimon_fix_copy_within(buffer, offset, count, datatype, through)

/* The same when the schedule comes there. */
MPIMON_HIDDEN int mpimon_fix_schedule_copy_within(void *buffer, MPI_Aint offset, MPI_Aint count, MPI_Datatype datatype,
                                                  void *through, MPIR_Sched_t schedule);
#define MPIMON_FIX_SCHEDULE_COPY_WITHIN(buffer, offset, count, datatype, through, schedule) \
    mpimon_fix_schedule_copy_within(buffer, offset, count, datatype, through, schedule)

/* `barrier` of PMI blocks; the network makes progress meanwhile, for the peers that still need it. */
MPIMON_HIDDEN int mpimon_fix_barrier(int (*barrier)(void));
#define MPIMON_FIX_BARRIER(barrier) mpimon_fix_barrier(barrier)

/* On a ring of two both neighbours are the same process: what it sends to its first one comes from this one's last. */
#define MPIMON_FIX_LAST_NEIGHBOR(count) ((count)-1)

#endif
