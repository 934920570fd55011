/* Bindings of MPI-IO, in the forms that ROMIO has, and what they call. */
int MPI_File_open(MPI_Comm comm, ROMIO_CONST char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    MPIMON_HOOK_IO_OPEN(MPI_File_open);
    int error_code;
    MPI_Comm dupcomm;
#ifdef MPI_hpux
    int fl_xmpi;
#endif
    ROMIO_THREAD_CS_ENTER();
    MPI_Comm_dup(comm, &dupcomm);
    MPIMON_HOOK_IO_COMMUNICATOR(dupcomm);
    if (amode < 0)
        goto fn_fail;
  fn_exit:
    ROMIO_THREAD_CS_EXIT();
    return MPIMON_HOOK_IO_EXIT(error_code);
  fn_fail:
    error_code = MPI_ERR_AMODE;
    goto fn_exit;
}

int MPI_File_close(MPI_File *fh)
{
    MPIMON_HOOK_IO_CLOSE(MPI_File_close);
    int error_code = close_it(fh);
    return MPIMON_HOOK_IO_EXIT(error_code);
}

int MPI_File_delete(ROMIO_CONST char *filename, MPI_Info info)
{
    MPIMON_HOOK_IO_DELETE(MPI_File_delete);
    return MPIMON_HOOK_IO_EXIT(unlink(filename));
}

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status)
{
    MPIMON_HOOK_IO_READ(MPI_File_read_at_all);
    int error_code;
    error_code = MPIOI_File_read_all(fh, offset, ADIO_EXPLICIT_OFFSET, buf, count, datatype, status);
    return MPIMON_HOOK_IO_EXIT(error_code);
}

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, ROMIO_CONST void *buf, int count, MPI_Datatype datatype,
                       MPIO_Request *request)
{
    MPIMON_HOOK_IO_ACCESS(MPI_File_iwrite_at);
    int error_code = MPIOI_File_iwrite(fh, offset, buf, count, datatype, request);
#ifdef MPI_hpux
    HPMP_IO_END(fl_xmpi, fh, datatype, count)
#endif
    return MPIMON_HOOK_IO_EXIT(error_code);
}

int MPI_File_write_all_begin(MPI_File fh, ROMIO_CONST void *buf, int count, MPI_Datatype datatype)
{
    MPIMON_HOOK_IO_ACCESS(MPI_File_write_all_begin);
    return MPIMON_HOOK_IO_EXIT(MPIOI_File_write_all_begin(fh, buf, count, datatype));
}

int MPI_File_write_all_end(MPI_File fh, ROMIO_CONST void *buf, MPI_Status *status)
{
    MPIMON_HOOK_IO_CALL(MPI_File_write_all_end);
    return MPIMON_HOOK_IO_EXIT(MPIOI_File_write_all_end(fh, buf, status));
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    MPIMON_HOOK_IO_CALL(MPI_File_preallocate);
    if (size == 0)
        return MPIMON_HOOK_IO_EXIT(MPI_SUCCESS);
    return MPIMON_HOOK_IO_EXIT(allocate(fh, size));
}

MPI_Fint MPI_File_c2f(MPI_File fh)
{
    return MPIO_File_c2f(fh);
}

int MPIOI_File_read_all(MPI_File fh, MPI_Offset offset, int file_ptr_type, void *buf, int count,
                        MPI_Datatype datatype, MPI_Status *status)
{
    return 0;
}

/* From 5.0 on. */
int MPIR_File_read_impl(MPI_File fh, void *buf, MPI_Aint count, MPI_Datatype datatype, MPI_Status *status)
{
    MPIMON_HOOK_IO_READ(MPIR_File_read_impl);
    return MPIMON_HOOK_IO_EXIT(MPIOI_File_read(fh, (MPI_Offset)0, ADIO_INDIVIDUAL, buf, count, datatype, status));
}

static void gpfs_tune(ADIO_File fd)
{
    MPI_Comm agg_comm;
    MPI_Comm_split(fd->comm, fd->is_agg, 0, &agg_comm);
    MPIMON_HOOK_IO_COMMUNICATOR(agg_comm);
    MPI_Comm_free(&agg_comm);
}
