/*
 * Values of performance variables without a handle.
 */
#include "mpidimpl.h"

#include "callbacks.h"
#include "pvar_now.h"
#include "pvar_table.h"

/* For the length of a queue, MPICH's locks are taken, for which one of several threads might wait that holds another.
 */
static int may_wait(const struct mpimon_pvar *pvar) {
    return pvar->read == mpimon_pvar_gauge && MPIR_ThreadInfo.isThreaded;
}

static int is_readable(const struct mpimon_pvar *pvar) {
    return pvar && !may_wait(pvar) && pvar->count_kind != MPIMON_COUNT_TEXT && pvar->bind != MPI_T_BIND_MPI_WIN &&
           pvar->varclass != MPI_T_PVAR_CLASS_HIGHWATERMARK && pvar->varclass != MPI_T_PVAR_CLASS_LOWWATERMARK;
}

static int read_bound(const struct mpimon_pvar *pvar, const struct mpimon_binding *binding, double *values, int room) {
    const int count = mpimon_pvar_elements(pvar, binding);
    union mpimon_value *read = calloc((size_t)count, sizeof *read);
    if (!read)
        return -1;
    pvar->read(binding, pvar->argument, count, read);
    for (int i = 0; i < count && i < room; i++)
        values[i] = pvar->datatype == MPI_DOUBLE ? read[i].number : (double)read[i].count;
    free(read);
    return count;
}

int mpimon_pvar_now(const char *name, double *values, int room) {
    const struct mpimon_pvar *pvar = mpimon_pvar_named(name);
    struct mpimon_binding binding;
    MPI_Comm world = MPI_COMM_WORLD;
    if (!is_readable(pvar) || mpimon_binding_make(pvar, &world, &binding) != MPI_SUCCESS)
        return -1;
    const int count = read_bound(pvar, &binding, values, room);
    mpimon_binding_free(&binding);
    return count;
}
