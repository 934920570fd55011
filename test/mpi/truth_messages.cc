// Wrappers around every function that sends a message or moves data one-sidedly, in both forms (int counts and
// MPI_Count counts, "_c"; since MPI 4). Collective calls are in truth_collectives.cc.
#include "truth.h"

using namespace mpimon_truth;

extern "C" {

#define BLOCKING_SEND(FUNCTION, COUNT)                                                                         \
    int MPI_##FUNCTION(const void *buffer, COUNT count, MPI_Datatype type, int rank, int tag, MPI_Comm comm) { \
        sent(Class::p2p, comm, rank, size_of(count, type));                                                    \
        return PMPI_##FUNCTION(buffer, count, type, rank, tag, comm);                                          \
    }

#define NONBLOCKING_SEND(FUNCTION, COUNT)                                                                    \
    int MPI_##FUNCTION(const void *buffer, COUNT count, MPI_Datatype type, int rank, int tag, MPI_Comm comm, \
                       MPI_Request *request) {                                                               \
        sent(Class::p2p, comm, rank, size_of(count, type));                                                  \
        return PMPI_##FUNCTION(buffer, count, type, rank, tag, comm, request);                               \
    }

#define PERSISTENT_SEND(FUNCTION, COUNT)                                                                     \
    int MPI_##FUNCTION(const void *buffer, COUNT count, MPI_Datatype type, int rank, int tag, MPI_Comm comm, \
                       MPI_Request *request) {                                                               \
        int result = PMPI_##FUNCTION(buffer, count, type, rank, tag, comm, request);                         \
        will_send(*request, Class::p2p, comm, rank, size_of(count, type));                                   \
        return result;                                                                                       \
    }

#define SENDRECV(SUFFIX, COUNT)                                                                                        \
    int MPI_Sendrecv##SUFFIX(const void *out, COUNT out_count, MPI_Datatype out_type, int to, int out_tag, void *in,   \
                             COUNT in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,                \
                             MPI_Status *status) {                                                                     \
        sent(Class::p2p, comm, to, size_of(out_count, out_type));                                                      \
        return PMPI_Sendrecv##SUFFIX(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, \
                                     status);                                                                          \
    }

#define ISENDRECV(SUFFIX, COUNT)                                                                                      \
    int MPI_Isendrecv##SUFFIX(const void *out, COUNT out_count, MPI_Datatype out_type, int to, int out_tag, void *in, \
                              COUNT in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,              \
                              MPI_Request *request) {                                                                 \
        sent(Class::p2p, comm, to, size_of(out_count, out_type));                                                     \
        return PMPI_Isendrecv##SUFFIX(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag,     \
                                      comm, request);                                                                 \
    }

#define SENDRECV_REPLACE(FUNCTION, COUNT, LAST)                                                                 \
    int MPI_##FUNCTION(void *buffer, COUNT count, MPI_Datatype type, int to, int out_tag, int from, int in_tag, \
                       MPI_Comm comm, LAST *last) {                                                             \
        sent(Class::p2p, comm, to, size_of(count, type));                                                       \
        return PMPI_##FUNCTION(buffer, count, type, to, out_tag, from, in_tag, comm, last);                     \
    }

#define EVERY_SEND(SUFFIX, COUNT)              \
    BLOCKING_SEND(Send##SUFFIX, COUNT)         \
    BLOCKING_SEND(Ssend##SUFFIX, COUNT)        \
    BLOCKING_SEND(Rsend##SUFFIX, COUNT)        \
    BLOCKING_SEND(Bsend##SUFFIX, COUNT)        \
    NONBLOCKING_SEND(Isend##SUFFIX, COUNT)     \
    NONBLOCKING_SEND(Issend##SUFFIX, COUNT)    \
    NONBLOCKING_SEND(Irsend##SUFFIX, COUNT)    \
    NONBLOCKING_SEND(Ibsend##SUFFIX, COUNT)    \
    PERSISTENT_SEND(Send_init##SUFFIX, COUNT)  \
    PERSISTENT_SEND(Ssend_init##SUFFIX, COUNT) \
    PERSISTENT_SEND(Rsend_init##SUFFIX, COUNT) \
    PERSISTENT_SEND(Bsend_init##SUFFIX, COUNT) \
    SENDRECV(SUFFIX, COUNT)                    \
    SENDRECV_REPLACE(Sendrecv_replace##SUFFIX, COUNT, MPI_Status)

#define EVERY_ISENDRECV(SUFFIX, COUNT) \
    ISENDRECV(SUFFIX, COUNT)           \
    SENDRECV_REPLACE(Isendrecv_replace##SUFFIX, COUNT, MPI_Request)

EVERY_SEND(, int)

#if MPI_VERSION >= 4
EVERY_SEND(_c, MPI_Count)
EVERY_ISENDRECV(, int)
EVERY_ISENDRECV(_c, MPI_Count)

int MPI_Psend_init(const void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int rank, int tag,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    int result = PMPI_Psend_init(buffer, partitions, count, type, rank, tag, comm, info, request);
    will_send(*request, Class::part, comm, rank, partitions * size_of(count, type));
    return result;
}
#endif

// The further parameters (an operation, the window, a request) come in parentheses, with their types and without.
#define UNPACK(...) __VA_ARGS__

#define ONE_SIDED(FUNCTION, COUNT, BUFFER, RECORD, PARAMETERS, ARGUMENTS)                                             \
    int MPI_##FUNCTION(BUFFER *buffer, COUNT count, MPI_Datatype type, int rank, MPI_Aint displacement,               \
                       COUNT target_count, MPI_Datatype target_type, UNPACK PARAMETERS) {                             \
        RECORD(win, rank, size_of(count, type));                                                                      \
        return PMPI_##FUNCTION(buffer, count, type, rank, displacement, target_count, target_type, UNPACK ARGUMENTS); \
    }

#define GET_ACCUMULATE(FUNCTION, COUNT, PARAMETERS, ARGUMENTS)                                                     \
    int MPI_##FUNCTION(const void *buffer, COUNT count, MPI_Datatype type, void *into, COUNT into_count,           \
                       MPI_Datatype into_type, int rank, MPI_Aint displacement, COUNT target_count,                \
                       MPI_Datatype target_type, MPI_Op op, UNPACK PARAMETERS) {                                   \
        put(win, rank, op == MPI_NO_OP ? 0 : size_of(count, type));                                                \
        fetched(win, rank, size_of(into_count, into_type));                                                        \
        return PMPI_##FUNCTION(buffer, count, type, into, into_count, into_type, rank, displacement, target_count, \
                               target_type, op, UNPACK ARGUMENTS);                                                 \
    }

#define EVERY_ONE_SIDED(SUFFIX, COUNT)                                                                      \
    ONE_SIDED(Put##SUFFIX, COUNT, const void, put, (MPI_Win win), (win))                                    \
    ONE_SIDED(Rput##SUFFIX, COUNT, const void, put, (MPI_Win win, MPI_Request * request), (win, request))   \
    ONE_SIDED(Get##SUFFIX, COUNT, void, fetched, (MPI_Win win), (win))                                      \
    ONE_SIDED(Rget##SUFFIX, COUNT, void, fetched, (MPI_Win win, MPI_Request * request), (win, request))     \
    ONE_SIDED(Accumulate##SUFFIX, COUNT, const void, put, (MPI_Op op, MPI_Win win), (op, win))              \
    ONE_SIDED(Raccumulate##SUFFIX, COUNT, const void, put, (MPI_Op op, MPI_Win win, MPI_Request * request), \
              (op, win, request))                                                                           \
    GET_ACCUMULATE(Get_accumulate##SUFFIX, COUNT, (MPI_Win win), (win))                                     \
    GET_ACCUMULATE(Rget_accumulate##SUFFIX, COUNT, (MPI_Win win, MPI_Request * request), (win, request))

EVERY_ONE_SIDED(, int)
#if MPI_VERSION >= 4
EVERY_ONE_SIDED(_c, MPI_Count)
#endif

int MPI_Fetch_and_op(const void *buffer, void *into, MPI_Datatype type, int rank, MPI_Aint displacement, MPI_Op op,
                     MPI_Win win) {
    put(win, rank, op == MPI_NO_OP ? 0 : size_of(1, type));
    fetched(win, rank, size_of(1, type));
    return PMPI_Fetch_and_op(buffer, into, type, rank, displacement, op, win);
}

int MPI_Compare_and_swap(const void *buffer, const void *compare, void *into, MPI_Datatype type, int rank,
                         MPI_Aint displacement, MPI_Win win) {
    put(win, rank, size_of(1, type));
    fetched(win, rank, size_of(1, type));
    return PMPI_Compare_and_swap(buffer, compare, into, type, rank, displacement, win);
}
}
