/*
 * Whose node is which: the only place that knows. Where MPICH takes processes for those of one node, its own map is
 * right. An MPICH without shared memory of its own, as ch4:ucx is from 5.0 on, takes each process for a node, whatever
 * the launcher says. There the launcher is asked, as MPICH would do; if it does not know, MPICH's map it is.
 */
#ifndef MPIMON_NODES_H
#define MPIMON_NODES_H

#include "mpidimpl.h"

/* MPI begins, and the ranks are known. Waits for no other process. */
MPIMON_HIDDEN void mpimon_nodes_find(void);

/* The node of each rank of the world; numbers may be left out. */
MPIMON_HIDDEN const int *mpimon_node_map(void);

/* The nodes of the first `count` ranks that calls of MPI with this communicator lead to; -1 where a process is of
 * another world. */
MPIMON_HIDDEN void mpimon_nodes_of(MPIR_Comm *comm, int count, int *node_of);

/* Whether the process of such a rank is on the same node as this one. */
MPIMON_HIDDEN int mpimon_is_on_own_node(MPIR_Comm *comm, int rank);

MPIMON_HIDDEN int mpimon_are_several_nodes(void);

/* Whether this process is the one with the lowest rank of the world on its node. */
MPIMON_HIDDEN int mpimon_is_first_of_node(void);

#endif
