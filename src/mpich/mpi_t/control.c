/*
 * Control variables while the program runs: strings that are written take effect, and monitoring is switched.
 */
#include "mpidimpl.h"

#include "../count/settings.h"

static const struct {
    const char *name;
    const char **variable;
} strings[] = {
#define MPIMON_CVAR_STRING(name, normal) {#name, &name},
#define MPIMON_CVAR_INT(name, normal)
#define MPIMON_CVAR_DOUBLE(name, normal)
#define MPIMON_CVAR_RANGE(name, lowest, highest)
#define MPIMON_CVAR_ENUM(name, ...)
#include "cvar_defaults.h"
};

/* MPICH's copy of the string `name`. */
static void *copy_of(const char *name) {
    name2index_hash_t *found;
    HASH_FIND_STR(cvar_hash, name, found);
    return found ? ((cvar_table_entry_t *)utarray_eltptr(cvar_table, found->idx))->addr : NULL;
}

/* The variable to which the handle of a string leads. */
static const char **string_of(MPI_T_cvar_handle handle) {
    if (handle->datatype != MPI_CHAR)
        return NULL;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (copy_of(strings[i].name) == handle->addr)
            return strings[i].variable;
    return NULL;
}

void mpimon_cvar_refresh(MPI_T_cvar_handle handle) {
    const char **variable = string_of(handle);
    if (variable && *variable != handle->addr)
        snprintf(handle->addr, (size_t)handle->count, "%s", *variable ? *variable : "");
}

/*
 * From now on the variable is MPICH's copy, which lives as long as the process. Like MPICH's own variables, ours take
 * any text and number (its test suite wants that); those that make no sense change nothing but themselves.
 */
static int write_string(MPI_T_cvar_handle handle, const char **variable, const char *value) {
    if (strlen(value) >= (size_t)handle->count)
        return MPI_T_ERR_INVALID;
    snprintf(handle->addr, (size_t)handle->count, "%s", value);
    *variable = handle->addr;
    if (variable == &MPIR_CVAR_MONITORING_DETAIL && mpimon_parse_detail(value) >= 0)
        mpimon_switch();
    return MPI_SUCCESS;
}

/* A number that takes effect now, if it `makes_sense`. */
static int write_number(int *variable, int value, int makes_sense) {
    *variable = value;
    if (makes_sense)
        mpimon_switch();
    return MPI_SUCCESS;
}

int mpimon_cvar_write(MPI_T_cvar_handle handle, const void *buffer) {
    const char **variable = string_of(handle);
    if (variable)
        return write_string(handle, variable, buffer);
    const int value = handle->datatype == MPI_INT ? *(const int *)buffer : 0;
    if (handle->addr == &MPIR_CVAR_MONITORING_ENABLE)
        return write_number(handle->addr, value, value >= 0 && value <= 2);
    if (handle->addr == &MPIR_CVAR_MONITORING_INTERVAL)
        return write_number(handle->addr, value, mpimon_interval_is_valid(value));
    return MPIR_T_cvar_write_impl(handle, buffer);
}
