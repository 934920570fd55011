/*
 * Communicators whose ranks a program lets MPICH reorder: the rank in the new communicator of a process that takes
 * part.
 */
#ifndef MPIMON_HOOK_REORDER_H
#define MPIMON_HOOK_REORDER_H

#include "hook_environment.h"

MPIMON_HIDDEN int mpimon_grid_reordered(MPIR_Comm *comm, int dimensions, const int *extents, const int *periods,
                                        int size);
MPIMON_HIDDEN int mpimon_graph_reordered(MPIR_Comm *comm, int size);

#define MPIMON_HOOK_CART_RANK(size) mpimon_grid_reordered(comm_ptr, ndims, dims, periods, size)
#define MPIMON_HOOK_GRAPH_RANK(size) mpimon_graph_reordered(comm_ptr, size)

/* The rank is what the new communicator says, even where processes were set differently. */
#define MPIMON_HOOK_CART_MADE(rank)     \
    do {                                \
        if (newcomm_ptr)                \
            (rank) = newcomm_ptr->rank; \
    } while (0)

/* Makes the communicator of a topology, in which this process asks for `rank`, or has none (MPI_UNDEFINED). */
MPIMON_HIDDEN int mpimon_reordered_split(MPIR_Comm *comm, int rank, MPIR_Comm **made);
#define MPIMON_HOOK_REORDERED_SPLIT(comm, color, rank, made) mpimon_reordered_split(comm, rank, made)

/* Makes the communicator of a distributed graph. Its edges are those of the vertices that processes are in `comm`. */
MPIMON_HIDDEN int mpimon_reordered_copy(MPIR_Comm *comm, int may_reorder, MPIR_Comm **made);
#define MPIMON_HOOK_REORDERED_COPY(comm, size, made) mpimon_reordered_copy(comm, reorder, made)

/* Puts a distributed graph's edges on its communicator, each vertex's where it is now. */
MPIMON_HIDDEN int mpimon_reordered_edges(MPIR_Comm *parent, MPIR_Comm *comm, MPIR_Topology *topology);
#define MPIMON_HOOK_REORDERED_EDGES(comm, topology) mpimon_reordered_edges(comm_ptr, comm, topology)

/* MPI_Comm_split_type begins; it goes on with communicators of its own. */
extern MPIMON_HIDDEN __thread MPIR_Comm *mpimon_split_type_of;
#define MPIMON_HOOK_SPLIT_TYPE_OF(comm) (mpimon_split_type_of = (comm))

/* The end of MPI_Comm_split_type, for processes that have a split type: `comm` has all of these. */
MPIMON_HIDDEN int mpimon_reordered_by_info(MPIR_Comm *comm, int split_type, MPIR_Info *info, MPIR_Comm **made);
#define MPIMON_HOOK_SPLIT_TYPE(comm)                                                       \
    do {                                                                                   \
        if (!mpi_errno && info_ptr)                                                        \
            mpi_errno = mpimon_reordered_by_info(comm, split_type, info_ptr, newcomm_ptr); \
        MPIR_Comm_free_impl(comm);                                                         \
    } while (0)

#endif
