/* What makes a communicator in a binding, and what makes something else of the same look. */
static int internal_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Comm_split_impl(comm_ptr, color, key, &newcomm_ptr);
    MPIMON_HOOK_COMM_MADE(mpi_errno, MPIR_Comm_split_impl, comm_ptr, color,
                          key, &newcomm_ptr);
    if (mpi_errno)
        goto fn_fail;
    mpi_errno = MPIR_Comm_group_impl(comm_ptr, &group_ptr);
    mpi_errno = MPIR_Comm_create_group_impl(comm_ptr, group_ptr, tag, &newcomm_ptr);
    MPIMON_HOOK_COMM_MADE(mpi_errno, MPIR_Comm_create_group_impl, comm_ptr,
                          group_ptr, tag, &newcomm_ptr);
  fn_fail:
    return mpi_errno;
}

static int internal_Cart_create(MPI_Comm comm_old, int ndims)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Cart_create_impl(comm_old_ptr, ndims, dims, periods, reorder, &comm_cart_ptr);
    MPIMON_HOOK_COMM_MADE(mpi_errno, MPIR_Cart_create_impl, comm_old_ptr,
                          ndims, dims, periods, reorder, &comm_cart_ptr);
    mpi_errno = MPIR_Cart_map_impl(comm_ptr, ndims, dims, periods, newrank);
    return mpi_errno;
}
