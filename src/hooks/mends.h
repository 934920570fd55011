/*
 * What patches/mends.cocci places.
 */
#ifndef MPIMON_HOOKS_MENDS_H
#define MPIMON_HOOKS_MENDS_H

/* Nothing to send and nothing to receive: a request that is complete. */
#define MPIMON_MEND_ISENDRECV_NULL(source, dest, request)                       \
    do {                                                                        \
        if (unlikely((source) == MPI_PROC_NULL && (dest) == MPI_PROC_NULL)) {   \
            *(request) = MPIR_Request_create_complete(MPIR_REQUEST_KIND__RECV); \
            if (*(request))                                                     \
                MPIR_Status_set_procnull(&(*(request))->status);                \
            return *(request) ? MPI_SUCCESS : MPIX_ERR_NOREQ;                   \
        }                                                                       \
    } while (0)

/* Packed data has no gaps and no header. */
#define MPIMON_MEND_PACKED_SIZE(count, datatype) ((MPI_Aint)mpimon_data_size(count, datatype))

#endif
