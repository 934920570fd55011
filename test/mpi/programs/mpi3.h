/* For a library of MPI 3: what ways.h and random_traffic.c use of MPI 4, by its nearest relative of MPI 3, so that the
 * same messages are sent. Whoever sends and receives in one call receives nothing there. */
#ifndef MPIMON_TEST_MPI_MPI3_H
#define MPIMON_TEST_MPI_MPI3_H

#include "program.h"

#define MPI_Send_c MPI_Send
#define MPI_Isend_c MPI_Isend

static inline int MPI_Isendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int out_tag, void *in,
                                int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                                MPI_Request *request) {
    (void)in, (void)in_count, (void)in_type, (void)in_tag;
    REQUIRE(from == MPI_PROC_NULL);
    return MPI_Isend(out, out_count, out_type, to, out_tag, comm, request);
}

static inline int MPI_Isendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int out_tag, int from,
                                        int in_tag, MPI_Comm comm, MPI_Request *request) {
    return MPI_Isendrecv(buffer, count, type, to, out_tag, NULL, 0, type, from, in_tag, comm, request);
}

static inline int MPI_Psend_init(const void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int to,
                                 int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return MPI_Send_init(buffer, partitions * (int)count, type, to, tag, comm, request);
}

static inline int MPI_Precv_init(void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int from, int tag,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return MPI_Recv_init(buffer, partitions * (int)count, type, from, tag, comm, request);
}

static inline int MPI_Pready_range(int first, int last, MPI_Request request) {
    (void)first, (void)last, (void)request;
    return MPI_SUCCESS;
}

#endif
