/* The mapping of a grid and of a graph, and what a Cartesian communicator makes of it. */
int MPIR_Cart_create_impl(MPIR_Comm * comm_ptr, MPIR_Comm ** comm_cart_ptr)
{
    int rank = comm_ptr->rank, newsize = 4;
    if (rank >= newsize || rank == MPI_UNDEFINED) {
        *comm_cart_ptr = NULL;
        goto fn_exit;
    }
    position = rank / 2;
  fn_exit:
    return MPI_SUCCESS;
}

int MPIR_Cart_map_impl(MPIR_Comm * comm_ptr, int ndims, int *newrank)
{
    int rank = comm_ptr->rank, nranks = 4;
    if (rank < nranks)
        *newrank = rank;
    else
        *newrank = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int MPIR_Graph_map_impl(MPIR_Comm * comm_ptr, int nnodes, int *newrank)
{
    if (comm_ptr->rank < nnodes) {
        *newrank = comm_ptr->rank;
    } else {
        *newrank = MPI_UNDEFINED;
    }
    return MPI_SUCCESS;
}

int MPIR_Graph_create_impl(MPIR_Comm * comm_ptr, int nnodes, int reorder)
{
    int mpi_errno = MPI_SUCCESS;
    if (reorder) {
        mpi_errno = MPIR_Comm_split_impl(comm_ptr, nrank == MPI_UNDEFINED ? MPI_UNDEFINED : 1, nrank, &newcomm_ptr);
    } else {
        mpi_errno = MPII_Comm_copy((MPIR_Comm *) comm_ptr, nnodes, NULL, &newcomm_ptr);
    }
    mpi_errno = MPIR_Topology_put(newcomm_ptr, graph_ptr);
    return mpi_errno;
}

/* A part of a grid is no new topology that may be reordered. */
int MPIR_Cart_sub_impl(MPIR_Comm * comm_ptr)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Comm_split_impl(comm_ptr, color, key, &newcomm_ptr);
    return mpi_errno;
}

int MPIR_Dist_graph_create_adjacent_impl(MPIR_Comm * comm_ptr, int reorder, MPIR_Comm ** made)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPII_Comm_copy(comm_ptr, comm_ptr->local_size, NULL, made);
    mpi_errno = MPIR_Topology_put(*made, topo_ptr);
    return mpi_errno;
}

int MPIR_Comm_split_type(MPIR_Comm * user_comm_ptr, int split_type)
{
    MPIR_Comm *comm_ptr = NULL;
    int mpi_errno = MPI_SUCCESS;
  fn_exit:
    if (comm_ptr)
        MPIR_Comm_free_impl(comm_ptr);
    return mpi_errno;
}

int MPIR_Comm_split_type_impl(MPIR_Comm * comm_ptr, int split_type)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Comm_split_type(comm_ptr, split_type);
    return mpi_errno;
}
