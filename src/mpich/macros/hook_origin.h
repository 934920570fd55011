/*
 * How the program makes communicators.
 */
#ifndef MPIMON_HOOK_ORIGIN_H
#define MPIMON_HOOK_ORIGIN_H

/*
 * The MPI function has made `comm` (NULL: this process is in none) of `parent` (NULL: of none). `color`: that of
 * MPI_Comm_split, else NULL.
 */
MPIMON_HIDDEN void mpimon_communicator_made(const char *function, MPIR_Comm *parent, MPIR_Comm *comm, const int *color);

/* The arguments of the functions that the bindings call. */
#define MPIMON_MADE_MPIR_Comm_dup_impl(parent, made) mpimon_communicator_made("MPI_Comm_dup", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_dup_with_info_impl(parent, info, made) \
    mpimon_communicator_made("MPI_Comm_dup_with_info", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_idup_impl(parent, made, request) \
    mpimon_communicator_made("MPI_Comm_idup", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_idup_with_info_impl(parent, info, made, request) \
    mpimon_communicator_made("MPI_Comm_idup_with_info", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_create_impl(parent, group, made) \
    mpimon_communicator_made("MPI_Comm_create", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_create_group_impl(parent, group, tag, made) \
    mpimon_communicator_made("MPI_Comm_create_group", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_create_from_group_impl(group, tag, info, handler, made) \
    mpimon_communicator_made("MPI_Comm_create_from_group", NULL, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_split_impl(parent, color, key, made) \
    mpimon_communicator_made("MPI_Comm_split", parent, *(made), &(int){color})
#define MPIMON_MADE_MPIR_Comm_split_type_impl(parent, type, key, info, made) \
    mpimon_communicator_made("MPI_Comm_split_type", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_accept_impl(port, info, root, parent, made) \
    mpimon_communicator_made("MPI_Comm_accept", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_connect_impl(port, info, root, parent, made) \
    mpimon_communicator_made("MPI_Comm_connect", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_spawn_impl(command, argv, processes, info, root, parent, made, errors) \
    mpimon_communicator_made("MPI_Comm_spawn", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Comm_spawn_multiple_impl(count, commands, argvs, processes, infos, root, parent, made, \
                                                  errors)                                                       \
    mpimon_communicator_made("MPI_Comm_spawn_multiple", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Intercomm_create_impl(parent, leader, peers, remote_leader, tag, made) \
    mpimon_communicator_made("MPI_Intercomm_create", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Intercomm_create_from_groups_impl(group, leader, remote_group, remote_leader, tag, info, \
                                                           handler, made)                                         \
    mpimon_communicator_made("MPI_Intercomm_create_from_groups", NULL, *(made), NULL)
#define MPIMON_MADE_MPIR_Intercomm_merge_impl(parent, high, made) \
    mpimon_communicator_made("MPI_Intercomm_merge", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Cart_create_impl(parent, dimensions, sizes, periods, reorder, made) \
    mpimon_communicator_made("MPI_Cart_create", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Cart_sub_impl(parent, remain, made) \
    mpimon_communicator_made("MPI_Cart_sub", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Graph_create_impl(parent, nodes, index, edges, reorder, made) \
    mpimon_communicator_made("MPI_Graph_create", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Dist_graph_create_impl(parent, nodes, sources, degrees, destinations, weights, info, reorder, \
                                                made)                                                                  \
    mpimon_communicator_made("MPI_Dist_graph_create", parent, *(made), NULL)
#define MPIMON_MADE_MPIR_Dist_graph_create_adjacent_impl(parent, indegree, sources, in_weights, outdegree, \
                                                         destinations, out_weights, info, reorder, made)   \
    mpimon_communicator_made("MPI_Dist_graph_create_adjacent", parent, *(made), NULL)

#define MPIMON_HOOK_COMM_MADE(error, function, ...) \
    MPIMON_IF(mpimon_on, if (!(error)) MPIMON_MADE_##function(__VA_ARGS__))

#endif
