/*
 * Collective calls, and the algorithms chosen for them.
 *
 * A call opens a frame in its thread, the algorithms that are then chosen for the same operation and communicator set
 * the frame's algorithm (the last one counts), and the end of the call counts it. What is chosen for other
 * communicators or operations meanwhile, or without an open frame, is a step: part of a composed algorithm, or the
 * library's own need.
 */
#ifndef MPIMON_HOOK_COLLECTIVE_H
#define MPIMON_HOOK_COLLECTIVE_H

/* 1 while collective calls are looked at: they are counted (mpimon_on), or the processes may agree on one of them
 * (mpimon_steered), for which each must see all its calls. */
extern MPIMON_HIDDEN unsigned char mpimon_collectives_on;

/* A site in the code where an algorithm is called; its first use in a run of the engine fills in the indices. */
struct mpimon_algorithm_site {
    const char *function;
    uint32_t run;
    uint32_t operation;
    uint32_t algorithm;
};

MPIMON_HIDDEN void mpimon_algorithm_chosen(struct mpimon_algorithm_site *site, MPIR_Comm *comm, int shared_memory);
MPIMON_HIDDEN void mpimon_algorithm_fell_back(void);
MPIMON_HIDDEN void mpimon_collective_exit(void);
MPIMON_HIDDEN void mpimon_persistent_start(MPIR_Request *request);

/* An operation's name, and its index in this run of the engine. */
struct mpimon_operation_site {
    const char *name;
    uint32_t run, index;
};

/* A call that ends before an algorithm is chosen, on a communicator of one process or without data. */
MPIMON_HIDDEN void mpimon_collective_alone(struct mpimon_operation_site *operation, enum mpimon_mode mode,
                                           MPIR_Comm *comm, uint64_t bytes, int is_root);

#define MPIMON_HOOK_ALGORITHM_AT(algorithm, comm, shared_memory)                          \
    do {                                                                                  \
        static struct mpimon_algorithm_site mpimon_site = {#algorithm, 0, 0, 0};          \
        MPIMON_IF(mpimon_on, mpimon_algorithm_chosen(&mpimon_site, comm, shared_memory)); \
    } while (0)
#define MPIMON_HOOK_ALGORITHM(algorithm, comm) MPIMON_HOOK_ALGORITHM_AT(algorithm, comm, 0)
#define MPIMON_HOOK_ALGORITHM_COMPOSITION(algorithm, comm) MPIMON_HOOK_ALGORITHM_AT(algorithm, comm, 0)
#define MPIMON_HOOK_ALGORITHM_SHM(algorithm, comm) MPIMON_HOOK_ALGORITHM_AT(algorithm, comm, 1)
#define MPIMON_HOOK_ALGORITHM_FALLBACK() MPIMON_IF(mpimon_on, mpimon_algorithm_fell_back())

/*
 * Which operation a function of MPICH's is, and in which form: MPIMON_FUNCTION_MPIR_Ibcast is "Bcast,
 * MPIMON_NONBLOCKING". Made by maint/extractcvars from the table of operations.
 */
#include "collective_functions.h"

#define MPIMON_HOOK_COLL_ENTER(function, ...) \
    MPIMON_IF(mpimon_collectives_on, MPIMON_COLL_ENTER(MPIMON_FUNCTION_##function, __VA_ARGS__))
#define MPIMON_COLL_ENTER(function, ...) MPIMON_COLL_ENTER_OF(function, __VA_ARGS__)
#define MPIMON_COLL_ENTER_OF(operation, mode, ...) mpimon_enter_##operation(mode, __VA_ARGS__)
#define MPIMON_HOOK_COLL_EXIT(...) MPIMON_IF(mpimon_on, mpimon_collective_exit())
#define MPIMON_HOOK_COLL_ALONE(function) MPIMON_COLL_ALONE(MPIMON_FUNCTION_##function)
#define MPIMON_COLL_ALONE(function) MPIMON_COLL_ALONE_OF(function)
#define MPIMON_COLL_ALONE_OF(operation, mode)                                                            \
    do {                                                                                                 \
        static struct mpimon_operation_site mpimon_operation = {#operation, 0, 0};                       \
        MPIMON_IF(mpimon_collectives_on,                                                                 \
                  mpimon_collective_alone(&mpimon_operation, mode, comm_ptr, MPIMON_ALONE_##operation)); \
    } while (0)
#define MPIMON_HOOK_PERSISTENT_START(request) MPIMON_IF(mpimon_on, mpimon_persistent_start(request))

/*
 * Open the frame of a call: the arguments of the MPIR function; what follows the communicator (an error flag, a
 * request, an info) differs by mode and version.
 */
MPIMON_HIDDEN void mpimon_enter_Barrier(enum mpimon_mode mode, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Bcast(enum mpimon_mode mode, const void *buffer, MPI_Aint count, MPI_Datatype datatype,
                                      int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Gather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                       MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype,
                                       int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Gatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                        MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                                        const MPI_Aint *displs, MPI_Datatype recvtype, int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Scatter(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                        MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype,
                                        int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Scatterv(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                                         const MPI_Aint *displs, MPI_Datatype sendtype, void *recvbuf,
                                         MPI_Aint recvcount, MPI_Datatype recvtype, int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Allgather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                          MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount,
                                          MPI_Datatype recvtype, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Allgatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                           MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                                           const MPI_Aint *displs, MPI_Datatype recvtype, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Alltoall(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                         MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount,
                                         MPI_Datatype recvtype, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Alltoallv(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                                          const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf,
                                          const MPI_Aint *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                                          MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Alltoallw(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                                          const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                                          const MPI_Aint *recvcounts, const MPI_Aint *rdispls,
                                          const MPI_Datatype *recvtypes, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Reduce(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                                       MPI_Datatype datatype, MPI_Op op, int root, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Allreduce(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                                          MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Reduce_scatter(enum mpimon_mode mode, const void *sendbuf, void *recvbuf,
                                               const MPI_Aint *recvcounts, MPI_Datatype datatype, MPI_Op op,
                                               MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Reduce_scatter_block(enum mpimon_mode mode, const void *sendbuf, void *recvbuf,
                                                     MPI_Aint recvcount, MPI_Datatype datatype, MPI_Op op,
                                                     MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Scan(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                                     MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Exscan(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                                       MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Neighbor_allgather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                                   MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount,
                                                   MPI_Datatype recvtype, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Neighbor_allgatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                                    MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                                                    const MPI_Aint *displs, MPI_Datatype recvtype, MPIR_Comm *comm,
                                                    ...);
MPIMON_HIDDEN void mpimon_enter_Neighbor_alltoall(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                                  MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount,
                                                  MPI_Datatype recvtype, MPIR_Comm *comm, ...);
MPIMON_HIDDEN void mpimon_enter_Neighbor_alltoallv(enum mpimon_mode mode, const void *sendbuf,
                                                   const MPI_Aint *sendcounts, const MPI_Aint *sdispls,
                                                   MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                                                   const MPI_Aint *rdispls, MPI_Datatype recvtype, MPIR_Comm *comm,
                                                   ...);
MPIMON_HIDDEN void mpimon_enter_Neighbor_alltoallw(enum mpimon_mode mode, const void *sendbuf,
                                                   const MPI_Aint *sendcounts, const MPI_Aint *sdispls,
                                                   const MPI_Datatype *sendtypes, void *recvbuf,
                                                   const MPI_Aint *recvcounts, const MPI_Aint *rdispls,
                                                   const MPI_Datatype *recvtypes, MPIR_Comm *comm, ...);

/* The last arguments of mpimon_collective_alone, by the names that its parameters have in the bindings: bytes, and
 * whether this process is the root. */
#define MPIMON_ALONE_Allgather 0, 0
#define MPIMON_ALONE_Allgatherv \
    sendbuf == MPI_IN_PLACE ? mpimon_data_size(recvcounts[0], recvtype) : mpimon_data_size(sendcount, sendtype), 0
#define MPIMON_ALONE_Allreduce mpimon_data_size(count, datatype), 0
#define MPIMON_ALONE_Alltoall \
    sendbuf == MPI_IN_PLACE ? mpimon_data_size(recvcount, recvtype) : mpimon_data_size(sendcount, sendtype), 0
#define MPIMON_ALONE_Barrier 0, 0
#define MPIMON_ALONE_Bcast mpimon_data_size(count, datatype), root == comm_ptr->rank
#define MPIMON_ALONE_Exscan mpimon_data_size(count, datatype), 0
#define MPIMON_ALONE_Gather 0, root == comm_ptr->rank
#define MPIMON_ALONE_Reduce mpimon_data_size(count, datatype), root == comm_ptr->rank
#define MPIMON_ALONE_Reduce_scatter mpimon_data_size(recvcounts[0], datatype), 0
#define MPIMON_ALONE_Reduce_scatter_block mpimon_data_size(recvcount, datatype) * (uint64_t)comm_ptr->local_size, 0
#define MPIMON_ALONE_Scan mpimon_data_size(count, datatype), 0
#define MPIMON_ALONE_Scatter 0, root == comm_ptr->rank

#endif
