/* The call that names regions; what it calls has the arguments in a list within a list. */
static int internal_Pcontrol(const int level, ...)
{
    va_list list;
    va_start(list, level);
    va_end(list);
    return 0;
}

int QMPI_Pcontrol(void *context, int tool_id, const int level, ...)
{
    va_list varargs;
    va_start(varargs, level);

    return internal_Pcontrol(level, varargs);
}

int MPI_Pcontrol(const int level, ...)
{
    va_list varargs;
    va_start(varargs, level);
    MPIMON_HOOK_REGION(level, varargs);

    return internal_Pcontrol(level, varargs);
}
