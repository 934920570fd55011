/*
 * Which rank of a Cartesian grid each process gets, so that few neighbours are on different nodes. Knows nothing of
 * MPICH.
 */
#ifndef MPIMON_GRID_BLOCKS_H
#define MPIMON_GRID_BLOCKS_H

#include "../../engine/count.h"

struct mpimon_grid {
    int dimensions;
    const int *extents;
    const int *periods; /* not 0: the first and the last one are neighbours, too */
    int size;           /* the product of the extents */
};

/*
 * The rank in the grid of the process `rank`; `node_of` has the node of each of the `size` processes. Each node gets a
 * block of the grid, as W. Gropp describes ("Using node and socket information to implement MPI Cartesian topologies",
 * Parallel Computing 85, 2019); of all shapes of blocks, the one with the fewest neighbours on different nodes. Where
 * no block has fewer than there are now, where the nodes have different numbers of processes, or without memory, it is
 * `rank`. All processes that ask for the same grid and nodes find the same order.
 */
MPIMON_HIDDEN int mpimon_grid_rank(const struct mpimon_grid *grid, const int *node_of, int rank);

/* The pairs of neighbours that are on different nodes if each process keeps its rank. */
MPIMON_HIDDEN long mpimon_grid_pairs_between_nodes(const struct mpimon_grid *grid, const int *node_of);

#endif
