/* Trees of conditions, built in or of a file; the file of another variable is none of this one. */
int MPII_Coll_init(void)
{
    int mpi_errno = MPI_SUCCESS;
    if (!strcmp(MPIR_CVAR_FILE, "")) {
        mpi_errno = MPIR_Csel_create_from_buf(generic_json, create_container, &root);
        source = "generic_json";
    } else {
        mpi_errno = MPIMON_FIX_TUNING_FILE(MPIR_CVAR_FILE, generic_json,
                                           create_container, &root);
        source = MPIR_CVAR_FILE;
    }
    if (!strcmp(MPIR_CVAR_FILE_BELOW, "")) {
        mpi_errno = MPIR_Csel_create_from_buf(other_json, create_container, &other);
    } else {
        mpi_errno = MPIMON_FIX_TUNING_FILE(MPIR_CVAR_FILE_BELOW, other_json,
                                           create_container, &other);
    }
    return mpi_errno;
}

int MPID_Init(void)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_pmi_init();
    MPIMON_FIX_TUNING_READ(mpi_errno);
    return mpi_errno;
}

int MPIR_init_comm_world(void)
{
    int mpi_errno = MPI_SUCCESS;
    MPIMON_FIX_TUNING_AGREED(MPIR_init_comm_world);
    mpi_errno = MPIR_Comm_commit(comm);
    return mpi_errno;
}

int MPIR_init_icomm_world(void)
{
    int mpi_errno = MPI_SUCCESS;
    mpi_errno = MPIR_Comm_commit(comm);
    return mpi_errno;
}
