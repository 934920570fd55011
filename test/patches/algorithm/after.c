/* Named where it is called; a further selection is no algorithm. */
int select(int which)
{
    int mpi_errno = 0;
    switch (which) {
        case 0:
            MPIMON_HOOK_ALGORITHM(MPIR_Bcast_intra_binomial, comm_ptr);
            mpi_errno = MPIR_Bcast_intra_binomial(buffer, count, comm_ptr);
            break;
        case 1:
            MPIMON_HOOK_ALGORITHM(MPIR_Bcast_allcomm_nb, comm_ptr);
            mpi_errno = MPIR_Bcast_allcomm_nb(buffer, count, comm_ptr);
            break;
        case 2:
            mpi_errno = MPIR_Bcast_allcomm_auto(buffer, count, comm_ptr);
            break;
        case 3:
            MPIMON_HOOK_ALGORITHM_COMPOSITION(MPIDI_Bcast_intra_composition_alpha,
                                              comm);
            mpi_errno = MPIDI_Bcast_intra_composition_alpha(buffer, count, comm);
            break;
        case 4:
            MPIMON_HOOK_ALGORITHM_SHM(MPIDI_POSIX_mpi_bcast_release_gather,
                                      comm);
            mpi_errno = MPIDI_POSIX_mpi_bcast_release_gather(buffer, count, comm);
            break;
        default:
            mpi_errno = MPIR_Bcast_impl(buffer, count, comm_ptr);
    }
    return mpi_errno;
}
