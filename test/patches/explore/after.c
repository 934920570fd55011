/* The search for a choice, and the device's tree of choices. */
void *MPIR_Csel_search(void *csel_, MPIR_Csel_coll_sig_s coll_info)
{
    MPIMON_HOOK_SELECT(csel_, coll_info);
    csel_s *csel = (csel_s *) csel_;
    csel_node_s *node = csel->root;
    return node;
}

static void *create_container(struct json_object *obj)
{
    return obj;
}

int MPID_Init(void)
{
    int mpi_errno = MPI_SUCCESS;
    if (!strcmp(MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE, "")) {
        mpi_errno = MPIR_Csel_create_from_buf(MPIDI_coll_generic_json,
                                              create_container, &MPIDI_global.csel_root);
        MPIMON_HOOK_CHOICES(mpi_errno, create_container);
    } else {
        mpi_errno = MPIR_Csel_create_from_file(MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE,
                                               create_container, &MPIDI_global.csel_root);
        MPIMON_HOOK_CHOICES(mpi_errno, create_container);
    }
    MPIR_ERR_CHECK(mpi_errno);
    return mpi_errno;
}
