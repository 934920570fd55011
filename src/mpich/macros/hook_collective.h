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

#define MPIMON_HOOK_COLL_ENTER(function, ...) MPIMON_IF(mpimon_on, MPIMON_ENTER_##function(__VA_ARGS__))
#define MPIMON_HOOK_COLL_EXIT(...) MPIMON_IF(mpimon_on, mpimon_collective_exit())
#define MPIMON_HOOK_COLL_ALONE(function) MPIMON_COLL_ALONE(MPIMON_ALONE_##function)
#define MPIMON_COLL_ALONE(...) MPIMON_COLL_ALONE_NAMED(__VA_ARGS__)
#define MPIMON_COLL_ALONE_NAMED(name, ...)                                             \
    do {                                                                               \
        static struct mpimon_operation_site mpimon_operation = {name, 0, 0};           \
        MPIMON_IF(mpimon_on, mpimon_collective_alone(&mpimon_operation, __VA_ARGS__)); \
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

#define MPIMON_ENTER_MPIR_Barrier(...) mpimon_enter_Barrier(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ibarrier(...) mpimon_enter_Barrier(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Barrier_init(...) mpimon_enter_Barrier(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Bcast(...) mpimon_enter_Bcast(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ibcast(...) mpimon_enter_Bcast(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Bcast_init(...) mpimon_enter_Bcast(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Gather(...) mpimon_enter_Gather(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Igather(...) mpimon_enter_Gather(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Gather_init(...) mpimon_enter_Gather(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Gatherv(...) mpimon_enter_Gatherv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Igatherv(...) mpimon_enter_Gatherv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Gatherv_init(...) mpimon_enter_Gatherv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scatter(...) mpimon_enter_Scatter(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iscatter(...) mpimon_enter_Scatter(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scatter_init(...) mpimon_enter_Scatter(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scatterv(...) mpimon_enter_Scatterv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iscatterv(...) mpimon_enter_Scatterv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scatterv_init(...) mpimon_enter_Scatterv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allgather(...) mpimon_enter_Allgather(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iallgather(...) mpimon_enter_Allgather(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allgather_init(...) mpimon_enter_Allgather(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allgatherv(...) mpimon_enter_Allgatherv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iallgatherv(...) mpimon_enter_Allgatherv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allgatherv_init(...) mpimon_enter_Allgatherv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoall(...) mpimon_enter_Alltoall(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ialltoall(...) mpimon_enter_Alltoall(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoall_init(...) mpimon_enter_Alltoall(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoallv(...) mpimon_enter_Alltoallv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ialltoallv(...) mpimon_enter_Alltoallv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoallv_init(...) mpimon_enter_Alltoallv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoallw(...) mpimon_enter_Alltoallw(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ialltoallw(...) mpimon_enter_Alltoallw(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Alltoallw_init(...) mpimon_enter_Alltoallw(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce(...) mpimon_enter_Reduce(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ireduce(...) mpimon_enter_Reduce(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce_init(...) mpimon_enter_Reduce(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allreduce(...) mpimon_enter_Allreduce(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iallreduce(...) mpimon_enter_Allreduce(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Allreduce_init(...) mpimon_enter_Allreduce(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce_scatter(...) mpimon_enter_Reduce_scatter(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ireduce_scatter(...) mpimon_enter_Reduce_scatter(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce_scatter_init(...) mpimon_enter_Reduce_scatter(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce_scatter_block(...) mpimon_enter_Reduce_scatter_block(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ireduce_scatter_block(...) mpimon_enter_Reduce_scatter_block(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Reduce_scatter_block_init(...) \
    mpimon_enter_Reduce_scatter_block(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scan(...) mpimon_enter_Scan(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iscan(...) mpimon_enter_Scan(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Scan_init(...) mpimon_enter_Scan(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Exscan(...) mpimon_enter_Exscan(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Iexscan(...) mpimon_enter_Exscan(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Exscan_init(...) mpimon_enter_Exscan(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_allgather(...) mpimon_enter_Neighbor_allgather(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ineighbor_allgather(...) mpimon_enter_Neighbor_allgather(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_allgather_init(...) mpimon_enter_Neighbor_allgather(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_allgatherv(...) mpimon_enter_Neighbor_allgatherv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ineighbor_allgatherv(...) mpimon_enter_Neighbor_allgatherv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_allgatherv_init(...) mpimon_enter_Neighbor_allgatherv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoall(...) mpimon_enter_Neighbor_alltoall(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ineighbor_alltoall(...) mpimon_enter_Neighbor_alltoall(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoall_init(...) mpimon_enter_Neighbor_alltoall(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoallv(...) mpimon_enter_Neighbor_alltoallv(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ineighbor_alltoallv(...) mpimon_enter_Neighbor_alltoallv(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoallv_init(...) mpimon_enter_Neighbor_alltoallv(MPIMON_PERSISTENT, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoallw(...) mpimon_enter_Neighbor_alltoallw(MPIMON_BLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Ineighbor_alltoallw(...) mpimon_enter_Neighbor_alltoallw(MPIMON_NONBLOCKING, __VA_ARGS__)
#define MPIMON_ENTER_MPIR_Neighbor_alltoallw_init(...) mpimon_enter_Neighbor_alltoallw(MPIMON_PERSISTENT, __VA_ARGS__)

/* The arguments of mpimon_collective_alone, by the names that they have in the bindings. */
#define MPIMON_ALONE_BYTES_Allgatherv \
    (sendbuf == MPI_IN_PLACE ? mpimon_data_size(recvcounts[0], recvtype) : mpimon_data_size(sendcount, sendtype))
#define MPIMON_ALONE_BYTES_Allreduce (mpimon_data_size(count, datatype))
#define MPIMON_ALONE_BYTES_Alltoall \
    (sendbuf == MPI_IN_PLACE ? mpimon_data_size(recvcount, recvtype) : mpimon_data_size(sendcount, sendtype))
#define MPIMON_ALONE_BYTES_Barrier (0)
#define MPIMON_ALONE_BYTES_Bcast (mpimon_data_size(count, datatype))
#define MPIMON_ALONE_BYTES_Exscan (mpimon_data_size(count, datatype))
#define MPIMON_ALONE_BYTES_Scan (mpimon_data_size(count, datatype))
#define MPIMON_ALONE_BYTES_Reduce (mpimon_data_size(count, datatype))
#define MPIMON_ALONE_BYTES_Reduce_scatter (mpimon_data_size(recvcounts[0], datatype))
#define MPIMON_ALONE_BYTES_Reduce_scatter_block (mpimon_data_size(recvcount, datatype) * (uint64_t)comm_ptr->local_size)
#define MPIMON_ALONE_internal_Allgatherv "Allgatherv", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allgatherv, 0
#define MPIMON_ALONE_internal_Allgatherv_c "Allgatherv", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allgatherv, 0
#define MPIMON_ALONE_internal_Iallgatherv "Allgatherv", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allgatherv, 0
#define MPIMON_ALONE_internal_Iallgatherv_c "Allgatherv", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allgatherv, 0
#define MPIMON_ALONE_internal_Allgather "Allgather", MPIMON_BLOCKING, comm_ptr, 0, 0
#define MPIMON_ALONE_internal_Allgather_c "Allgather", MPIMON_BLOCKING, comm_ptr, 0, 0
#define MPIMON_ALONE_internal_Iallgather "Allgather", MPIMON_NONBLOCKING, comm_ptr, 0, 0
#define MPIMON_ALONE_internal_Iallgather_c "Allgather", MPIMON_NONBLOCKING, comm_ptr, 0, 0
#define MPIMON_ALONE_internal_Gather "Gather", MPIMON_BLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Gather_c "Gather", MPIMON_BLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Igather "Gather", MPIMON_NONBLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Igather_c "Gather", MPIMON_NONBLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Scatter "Scatter", MPIMON_BLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Scatter_c "Scatter", MPIMON_BLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Iscatter "Scatter", MPIMON_NONBLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Iscatter_c "Scatter", MPIMON_NONBLOCKING, comm_ptr, 0, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Allreduce "Allreduce", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allreduce, 0
#define MPIMON_ALONE_internal_Allreduce_c "Allreduce", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allreduce, 0
#define MPIMON_ALONE_internal_Iallreduce "Allreduce", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allreduce, 0
#define MPIMON_ALONE_internal_Iallreduce_c "Allreduce", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Allreduce, 0
#define MPIMON_ALONE_internal_Alltoall "Alltoall", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Alltoall, 0
#define MPIMON_ALONE_internal_Alltoall_c "Alltoall", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Alltoall, 0
#define MPIMON_ALONE_internal_Ialltoall "Alltoall", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Alltoall, 0
#define MPIMON_ALONE_internal_Ialltoall_c "Alltoall", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Alltoall, 0
#define MPIMON_ALONE_internal_Barrier "Barrier", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Barrier, 0
#define MPIMON_ALONE_internal_Ibarrier "Barrier", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Barrier, 0
#define MPIMON_ALONE_internal_Bcast "Bcast", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Bcast, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Bcast_c \
    "Bcast", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Bcast, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Ibcast \
    "Bcast", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Bcast, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Ibcast_c \
    "Bcast", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Bcast, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Exscan "Exscan", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Exscan, 0
#define MPIMON_ALONE_internal_Exscan_c "Exscan", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Exscan, 0
#define MPIMON_ALONE_internal_Iexscan "Exscan", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Exscan, 0
#define MPIMON_ALONE_internal_Iexscan_c "Exscan", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Exscan, 0
#define MPIMON_ALONE_internal_Scan "Scan", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Scan, 0
#define MPIMON_ALONE_internal_Scan_c "Scan", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Scan, 0
#define MPIMON_ALONE_internal_Iscan "Scan", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Scan, 0
#define MPIMON_ALONE_internal_Iscan_c "Scan", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Scan, 0
#define MPIMON_ALONE_internal_Reduce \
    "Reduce", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Reduce_c \
    "Reduce", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Ireduce \
    "Reduce", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Ireduce_c \
    "Reduce", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce, root == comm_ptr->rank
#define MPIMON_ALONE_internal_Reduce_scatter \
    "Reduce_scatter", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter, 0
#define MPIMON_ALONE_internal_Reduce_scatter_c \
    "Reduce_scatter", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter, 0
#define MPIMON_ALONE_internal_Ireduce_scatter \
    "Reduce_scatter", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter, 0
#define MPIMON_ALONE_internal_Ireduce_scatter_c \
    "Reduce_scatter", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter, 0
#define MPIMON_ALONE_internal_Reduce_scatter_block \
    "Reduce_scatter_block", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter_block, 0
#define MPIMON_ALONE_internal_Reduce_scatter_block_c \
    "Reduce_scatter_block", MPIMON_BLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter_block, 0
#define MPIMON_ALONE_internal_Ireduce_scatter_block \
    "Reduce_scatter_block", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter_block, 0
#define MPIMON_ALONE_internal_Ireduce_scatter_block_c \
    "Reduce_scatter_block", MPIMON_NONBLOCKING, comm_ptr, MPIMON_ALONE_BYTES_Reduce_scatter_block, 0

#endif
