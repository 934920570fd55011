/*
 * What a collective call contributes, by the caller's own arguments (docs/counters.md has the table), and the opening
 * of its frame. Only the arguments that the standard calls significant at this process are looked at.
 */
#include "mpidimpl.h"

#include "collectives.h"

static int is_root(MPIR_Comm *comm, int root) {
    return comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? root == MPI_ROOT : root == comm->rank;
}

/* The number of processes that data goes to: those of the remote group, if there is one. */
static uint64_t peers(MPIR_Comm *comm) {
    return (uint64_t)comm->remote_size;
}

static uint64_t neighbors(MPIR_Comm *comm) {
    int in = 0, out = 0, weighted = 0;
    return MPIR_Topo_canon_nhb_count(comm, &in, &out, &weighted) == MPI_SUCCESS ? (uint64_t)out : 0;
}

static uint64_t sum(const MPI_Aint *counts, uint64_t number, MPI_Datatype datatype) {
    MPI_Aint total = 0;
    for (uint64_t i = 0; i < number; i++)
        total += counts[i];
    return mpimon_data_size(total, datatype);
}

static uint64_t sum_types(const MPI_Aint *counts, uint64_t number, const MPI_Datatype *datatypes) {
    uint64_t total = 0;
    for (uint64_t i = 0; i < number; i++)
        total += mpimon_data_size(counts[i], datatypes[i]);
    return total;
}

/* With MPI_IN_PLACE, the receive arguments describe the process's own part. */
static uint64_t own_part(const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype, MPI_Aint recvcount,
                         MPI_Datatype recvtype) {
    return sendbuf == MPI_IN_PLACE ? mpimon_data_size(recvcount, recvtype) : mpimon_data_size(sendcount, sendtype);
}

static uint64_t gathered(const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype, MPI_Aint recvcount,
                         MPI_Datatype recvtype, int root) {
    return root == MPI_ROOT || root == MPI_PROC_NULL ? 0 : own_part(sendbuf, sendcount, sendtype, recvcount, recvtype);
}

static uint64_t received_part(MPI_Aint recvcount, MPI_Datatype recvtype, int root) {
    return root == MPI_PROC_NULL ? 0 : mpimon_data_size(recvcount, recvtype);
}

/* The request is the last argument of a persistent call, after the info object. */
static MPIR_Request **request_of(enum mpimon_mode mode, va_list tail) {
    if (mode != MPIMON_PERSISTENT)
        return NULL;
    (void)va_arg(tail, MPIR_Info *);
    return va_arg(tail, MPIR_Request **);
}

#define ENTER(name, bytes, root_here)                                                                           \
    do {                                                                                                        \
        MPIMON_STATIC_ASSERT(MPIMON_OPERATION_##name < MPIMON_KNOWN_OPERATIONS, "the table has the operation"); \
        static struct mpimon_operation_site operation = {#name, 0, 0};                                          \
        va_list tail;                                                                                           \
        va_start(tail, comm);                                                                                   \
        MPIR_Request **request = request_of(mode, tail);                                                        \
        va_end(tail);                                                                                           \
        mpimon_collective_enter(&operation, mode, comm, bytes, root_here, request);                             \
    } while (0)

/* Sets the size by which MPICH chooses an algorithm, where that is not what the process contributes. */
#define CHOSEN_BY(size_) mpimon_frame.call.size = (size_)

static int is_inter_root(MPIR_Comm *comm, int root) {
    return comm->comm_kind == MPIR_COMM_KIND__INTERCOMM && root == MPI_ROOT;
}

/* Counts what the call asks for of all processes; the further arguments are those of struct mpimon_volumes. */
#define ASKED_OF_ALL(name, own_bytes, ...)           \
    mpimon_collective_asked(MPIMON_OPERATION_##name, \
                            mpimon_asked_of_all(comm, (struct mpimon_volumes){__VA_ARGS__}, own_bytes))
#define ASKED_OF_NEIGHBORS(name, ...)                \
    if (unlikely(mpimon_asked_is_kept()))            \
    mpimon_collective_asked(MPIMON_OPERATION_##name, \
                            mpimon_asked_of_neighbors(comm, (struct mpimon_volumes){__VA_ARGS__}))

void mpimon_enter_Barrier(enum mpimon_mode mode, MPIR_Comm *comm, ...) {
    ENTER(Barrier, 0, 0);
}

void mpimon_enter_Bcast(enum mpimon_mode mode, const void *buffer, MPI_Aint count, MPI_Datatype datatype, int root,
                        MPIR_Comm *comm, ...) {
    ENTER(Bcast, root == MPI_PROC_NULL ? 0 : mpimon_data_size(count, datatype), is_root(comm, root));
}

void mpimon_enter_Gather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype, int root, MPIR_Comm *comm, ...) {
    ENTER(Gather, gathered(sendbuf, sendcount, sendtype, recvcount, recvtype, root), is_root(comm, root));
    CHOSEN_BY(mpimon_frame.call.is_root ? mpimon_data_size(recvcount, recvtype) * peers(comm)
                                        : mpimon_frame.call.bytes * (uint64_t)comm->local_size);
    if (unlikely(is_inter_root(comm, root) && mpimon_asked_is_kept()))
        ASKED_OF_ALL(Gather, 0, .count = recvcount, .datatype = recvtype);
}

void mpimon_enter_Gatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Aint *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype,
                          int root, MPIR_Comm *comm, ...) {
    ENTER(Gatherv,
          gathered(sendbuf, sendcount, sendtype, sendbuf == MPI_IN_PLACE ? recvcounts[comm->rank] : 0, recvtype, root),
          is_root(comm, root));
    if (unlikely(is_root(comm, root) && mpimon_asked_is_kept()))
        ASKED_OF_ALL(Gatherv, mpimon_frame.call.bytes, .counts = recvcounts, .datatype = recvtype);
}

void mpimon_enter_Scatter(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype, int root, MPIR_Comm *comm, ...) {
    ENTER(Scatter,
          is_root(comm, root) ? mpimon_data_size(sendcount, sendtype) * peers(comm)
                              : received_part(recvcount, recvtype, root),
          is_root(comm, root));
    if (!mpimon_frame.call.is_root)
        CHOSEN_BY(mpimon_frame.call.bytes * (uint64_t)comm->local_size);
}

void mpimon_enter_Scatterv(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                           const MPI_Aint *displs, MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount,
                           MPI_Datatype recvtype, int root, MPIR_Comm *comm, ...) {
    ENTER(Scatterv,
          is_root(comm, root) ? sum(sendcounts, peers(comm), sendtype) : received_part(recvcount, recvtype, root),
          is_root(comm, root));
    if (unlikely(is_root(comm, root) && mpimon_asked_is_kept()))
        ASKED_OF_ALL(Scatterv, UINT64_MAX, .counts = sendcounts, .datatype = sendtype);
}

void mpimon_enter_Allgather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype, MPIR_Comm *comm, ...) {
    ENTER(Allgather, own_part(sendbuf, sendcount, sendtype, recvcount, recvtype), 0);
    CHOSEN_BY(mpimon_data_size(recvcount, recvtype) * (uint64_t)comm->local_size);
}

void mpimon_enter_Allgatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const MPI_Aint *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype,
                             MPIR_Comm *comm, ...) {
    ENTER(Allgatherv,
          own_part(sendbuf, sendcount, sendtype, sendbuf == MPI_IN_PLACE ? recvcounts[comm->rank] : 0, recvtype), 0);
    CHOSEN_BY(sum(recvcounts, peers(comm), recvtype));
}

void mpimon_enter_Alltoall(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype, MPIR_Comm *comm, ...) {
    ENTER(Alltoall, own_part(sendbuf, sendcount, sendtype, recvcount, recvtype) * peers(comm), 0);
    CHOSEN_BY(own_part(sendbuf, sendcount, sendtype, recvcount, recvtype));
}

void mpimon_enter_Alltoallv(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                            const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                            const MPI_Aint *rdispls, MPI_Datatype recvtype, MPIR_Comm *comm, ...) {
    ENTER(Alltoallv,
          sendbuf == MPI_IN_PLACE ? sum(recvcounts, peers(comm), recvtype) : sum(sendcounts, peers(comm), sendtype), 0);
    if (unlikely(mpimon_asked_is_kept()))
        ASKED_OF_ALL(Alltoallv, UINT64_MAX, .counts = sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts,
                     .datatype = sendbuf == MPI_IN_PLACE ? recvtype : sendtype);
}

void mpimon_enter_Alltoallw(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                            const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                            const MPI_Aint *recvcounts, const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                            MPIR_Comm *comm, ...) {
    ENTER(Alltoallw,
          sendbuf == MPI_IN_PLACE ? sum_types(recvcounts, peers(comm), recvtypes)
                                  : sum_types(sendcounts, peers(comm), sendtypes),
          0);
    if (unlikely(mpimon_asked_is_kept()))
        ASKED_OF_ALL(Alltoallw, UINT64_MAX, .counts = sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts,
                     .datatypes = sendbuf == MPI_IN_PLACE ? recvtypes : sendtypes);
}

void mpimon_enter_Reduce(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                         MPI_Datatype datatype, MPI_Op op, int root, MPIR_Comm *comm, ...) {
    ENTER(Reduce, root == MPI_PROC_NULL || root == MPI_ROOT ? 0 : mpimon_data_size(count, datatype),
          is_root(comm, root));
    if (unlikely(is_inter_root(comm, root) && mpimon_asked_is_kept()))
        ASKED_OF_ALL(Reduce, 0, .count = count, .datatype = datatype);
}

void mpimon_enter_Allreduce(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                            MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...) {
    ENTER(Allreduce, mpimon_data_size(count, datatype), 0);
}

void mpimon_enter_Scan(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count, MPI_Datatype datatype,
                       MPI_Op op, MPIR_Comm *comm, ...) {
    ENTER(Scan, mpimon_data_size(count, datatype), 0);
}

void mpimon_enter_Exscan(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint count,
                         MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...) {
    ENTER(Exscan, mpimon_data_size(count, datatype), 0);
}

void mpimon_enter_Reduce_scatter(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, const MPI_Aint *recvcounts,
                                 MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...) {
    ENTER(Reduce_scatter, sum(recvcounts, (uint64_t)comm->local_size, datatype), 0);
    /* Of an inter-communicator, only the other group knows its shares: as in Open MPI, those of the own group stand for
     * them, and what is left belongs to no pair. */
    const int members = comm->local_size < comm->remote_size ? comm->local_size : comm->remote_size;
    if (unlikely(mpimon_asked_is_kept()))
        ASKED_OF_ALL(Reduce_scatter,
                     comm->comm_kind == MPIR_COMM_KIND__INTERCOMM
                         ? sum(recvcounts + members, (uint64_t)(comm->local_size - members), datatype)
                         : UINT64_MAX,
                     .counts = recvcounts, .datatype = datatype, .known = members);
}

void mpimon_enter_Reduce_scatter_block(enum mpimon_mode mode, const void *sendbuf, void *recvbuf, MPI_Aint recvcount,
                                       MPI_Datatype datatype, MPI_Op op, MPIR_Comm *comm, ...) {
    ENTER(Reduce_scatter_block, mpimon_data_size(recvcount, datatype) * (uint64_t)comm->local_size, 0);
}

void mpimon_enter_Neighbor_allgather(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                     MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype,
                                     MPIR_Comm *comm, ...) {
    ENTER(Neighbor_allgather, mpimon_data_size(sendcount, sendtype) * neighbors(comm), 0);
    ASKED_OF_NEIGHBORS(Neighbor_allgather, .count = sendcount, .datatype = sendtype);
}

void mpimon_enter_Neighbor_allgatherv(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                      MPI_Datatype sendtype, void *recvbuf, const MPI_Aint *recvcounts,
                                      const MPI_Aint *displs, MPI_Datatype recvtype, MPIR_Comm *comm, ...) {
    ENTER(Neighbor_allgatherv, mpimon_data_size(sendcount, sendtype) * neighbors(comm), 0);
    ASKED_OF_NEIGHBORS(Neighbor_allgatherv, .count = sendcount, .datatype = sendtype);
}

void mpimon_enter_Neighbor_alltoall(enum mpimon_mode mode, const void *sendbuf, MPI_Aint sendcount,
                                    MPI_Datatype sendtype, void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype,
                                    MPIR_Comm *comm, ...) {
    ENTER(Neighbor_alltoall, mpimon_data_size(sendcount, sendtype) * neighbors(comm), 0);
    ASKED_OF_NEIGHBORS(Neighbor_alltoall, .count = sendcount, .datatype = sendtype);
}

void mpimon_enter_Neighbor_alltoallv(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                                     const MPI_Aint *sdispls, MPI_Datatype sendtype, void *recvbuf,
                                     const MPI_Aint *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                                     MPIR_Comm *comm, ...) {
    ENTER(Neighbor_alltoallv, sum(sendcounts, neighbors(comm), sendtype), 0);
    ASKED_OF_NEIGHBORS(Neighbor_alltoallv, .counts = sendcounts, .datatype = sendtype);
}

void mpimon_enter_Neighbor_alltoallw(enum mpimon_mode mode, const void *sendbuf, const MPI_Aint *sendcounts,
                                     const MPI_Aint *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
                                     const MPI_Aint *recvcounts, const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                                     MPIR_Comm *comm, ...) {
    ENTER(Neighbor_alltoallw, sum_types(sendcounts, neighbors(comm), sendtypes), 0);
    ASKED_OF_NEIGHBORS(Neighbor_alltoallw, .counts = sendcounts, .datatypes = sendtypes);
}
