/*
 * Handles of our performance variables: bound, started, stopped, read, reset, written, freed. A handle has numbers of
 * its own, so nothing that is done in one session is seen in another one, nor in the profile.
 */
#include "mpidimpl.h"

#include "utlist.h"

#include "pvar.h"
#include "pvar_table.h"
#include "pvar_watermarks.h"

static struct mpimon_pvar_handle *handles; /* of all sessions */

static struct mpimon_pvar_handle *ours(MPI_T_pvar_handle handle) {
    return handle->obj_handle;
}

static int is_watermark(const struct mpimon_pvar *pvar) {
    return pvar->varclass == MPI_T_PVAR_CLASS_HIGHWATERMARK || pvar->varclass == MPI_T_PVAR_CLASS_LOWWATERMARK;
}

/* Open MPI's arrays are of class SIZE, but count like the others. */
static int is_sum(const struct mpimon_pvar *pvar) {
    return pvar->varclass == MPI_T_PVAR_CLASS_COUNTER || pvar->varclass == MPI_T_PVAR_CLASS_AGGREGATE ||
           pvar->varclass == MPI_T_PVAR_CLASS_TIMER || (pvar->varclass == MPI_T_PVAR_CLASS_SIZE && !pvar->continuous);
}

int mpimon_pvar_elements(const struct mpimon_pvar *pvar, const struct mpimon_binding *binding) {
    switch (pvar->count_kind) {
        case MPIMON_COUNT_COMM_SIZE:
            return (int)binding->size;
        case MPIMON_COUNT_BINS:
            return MPIMON_BINS;
        case MPIMON_COUNT_ENUM:
            return mpimon_enum_size(pvar->enumeration);
        default:
            return pvar->count;
    }
}

static void sample(struct mpimon_pvar_handle *handle, union mpimon_value *values) {
    mpimon_binding_complete(&handle->binding);
    memset(values, 0, (size_t)handle->count * sizeof *values);
    handle->pvar->read(&handle->binding, handle->pvar->argument, handle->count, values);
}

/* target += sign * source, in the variable's own arithmetic. */
static void add(const struct mpimon_pvar_handle *handle, union mpimon_value *target, const union mpimon_value *source,
                int sign) {
    for (int i = 0; i < handle->count; i++) {
        if (handle->pvar->datatype == MPI_DOUBLE)
            target[i].number += sign * source[i].number;
        else
            target[i].count += sign < 0 ? 0 - source[i].count : source[i].count;
    }
}

/* Adds to the handle's sum what it has counted since its base. */
static void add_to_sum(struct mpimon_pvar_handle *handle) {
    sample(handle, handle->now);
    add(handle, handle->sum, handle->now, 1);
    add(handle, handle->sum, handle->base, -1);
}

static int notify(struct mpimon_pvar_handle *handle, enum mpimon_pvar_event event) {
    return handle->pvar->notify ? handle->pvar->notify(handle, event) : MPI_SUCCESS;
}

static void begin(struct mpimon_pvar_handle *handle) {
    handle->started = 1;
    if (is_sum(handle->pvar))
        sample(handle, handle->base);
    else if (is_watermark(handle->pvar))
        mpimon_pvar_watermark_start(handle->watermark);
}

/* Makes our part of the handle and, in the same piece of memory, its values. */
static struct mpimon_pvar_handle *make(const struct mpimon_pvar *pvar, const struct mpimon_binding *binding) {
    int count = mpimon_pvar_elements(pvar, binding);
    size_t values = is_sum(pvar) ? 3 : 1;
    struct mpimon_pvar_handle *handle = calloc(1, sizeof *handle + values * (size_t)count * sizeof(union mpimon_value));
    if (!handle)
        return NULL;
    handle->pvar = pvar;
    handle->binding = *binding;
    handle->count = count;
    handle->now = (union mpimon_value *)(handle + 1);
    if (is_sum(pvar)) {
        handle->base = handle->now + count;
        handle->sum = handle->base + count;
    }
    if (is_watermark(pvar)) {
        handle->watermark =
            mpimon_pvar_watermark_make(pvar->argument, pvar->varclass == MPI_T_PVAR_CLASS_HIGHWATERMARK);
        if (!handle->watermark) {
            free(handle);
            return NULL;
        }
    }
    return handle;
}

static void discard(struct mpimon_pvar_handle *handle) {
    mpimon_pvar_watermark_free(handle->watermark);
    mpimon_binding_free(&handle->binding);
    free(handle);
}

/* Makes what MPICH keeps of any handle, with ours attached to it. */
static MPIR_T_pvar_handle_t *mpich_handle(MPI_T_pvar_session session, const pvar_table_entry_t *info,
                                          struct mpimon_pvar_handle *handle) {
    MPIR_T_pvar_handle_t *result = MPL_calloc(1, sizeof *result, MPL_MEM_MPIT);
    if (!result)
        return NULL;
#ifdef HAVE_ERROR_CHECKING
    result->kind = MPIR_T_PVAR_HANDLE;
#endif
    result->datatype = info->datatype;
    result->count = handle->count;
    result->varclass = info->varclass;
    result->flags = info->flags;
    result->info = info;
    result->session = session;
    result->obj_handle = handle;
    return result;
}

static const pvar_table_entry_t *entry_at(int index) {
    return (const pvar_table_entry_t *)utarray_eltptr(pvar_table, (unsigned)index);
}

static int is_valid(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return handle != MPI_T_PVAR_ALL_HANDLES && handle->session == session;
}

static int is_ours(MPI_T_pvar_handle handle) {
    return mpimon_pvar_of(handle->info) != NULL;
}

/* Whether the bound object is still there. */
static int is_alive(MPI_T_pvar_handle handle) {
    return mpimon_binding_is_alive(&ours(handle)->binding);
}

static int bind_variable(MPI_T_pvar_session session, const pvar_table_entry_t *info, void *object,
                         MPI_T_pvar_handle *handle, int *count) {
    const struct mpimon_pvar *pvar = mpimon_pvar_of(info);
    struct mpimon_binding binding;
    int error = mpimon_binding_make(pvar, object, &binding);
    if (error)
        return error;
    struct mpimon_pvar_handle *made = make(pvar, &binding);
    if (!made) {
        mpimon_binding_free(&binding);
        return MPI_T_ERR_OUT_OF_HANDLES;
    }
    MPIR_T_pvar_handle_t *result = mpich_handle(session, info, made);
    error = result ? notify(made, MPIMON_PVAR_BOUND) : MPI_T_ERR_OUT_OF_HANDLES;
    if (error) {
        MPL_free(result);
        discard(made);
        return error;
    }
    if (pvar->continuous) {
        begin(made);
        MPIR_T_pvar_set_started(result);
    }
    DL_APPEND(session->hlist, result);
    DL_APPEND(handles, made);
    *handle = result;
    *count = made->count;
    return MPI_SUCCESS;
}

int mpimon_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object, MPI_T_pvar_handle *handle,
                             int *count) {
    const pvar_table_entry_t *info = entry_at(index);
    return mpimon_pvar_of(info) ? bind_variable(session, info, object, handle, count)
                                : MPIR_T_pvar_handle_alloc_impl(session, index, object, handle, count);
}

int mpimon_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) {
    if (!is_valid(session, *handle))
        return MPI_T_ERR_INVALID_HANDLE;
    if (!is_ours(*handle))
        return MPIR_T_pvar_handle_free_impl(session, handle);
    notify(ours(*handle), MPIMON_PVAR_FREED);
    DL_DELETE(session->hlist, *handle);
    DL_DELETE(handles, ours(*handle));
    discard(ours(*handle));
    MPL_free(*handle);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}

int mpimon_pvar_session_free(MPI_T_pvar_session *session) {
    MPIR_T_pvar_handle_t *handle, *next;
    DL_FOREACH_SAFE((*session)->hlist, handle, next) {
        MPI_T_pvar_handle freed = handle;
        mpimon_pvar_handle_free(*session, &freed);
    }
    return MPIR_T_pvar_session_free_impl(session);
}

int mpimon_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (!is_ours(handle))
        return MPIR_T_pvar_start_impl(session, handle);
    if (!is_alive(handle))
        return MPI_T_ERR_INVALID_HANDLE;
    int error = notify(ours(handle), MPIMON_PVAR_STARTED);
    if (error)
        return error;
    begin(ours(handle));
    MPIR_T_pvar_set_started(handle);
    return MPI_SUCCESS;
}

int mpimon_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (!is_ours(handle))
        return MPIR_T_pvar_stop_impl(session, handle);
    if (!is_alive(handle))
        return MPI_T_ERR_INVALID_HANDLE;
    struct mpimon_pvar_handle *stopped = ours(handle);
    if (is_sum(stopped->pvar))
        add_to_sum(stopped);
    else if (is_watermark(stopped->pvar))
        mpimon_pvar_watermark_stop(stopped->watermark);
    stopped->started = 0;
    MPIR_T_pvar_unset_started(handle);
    return notify(stopped, MPIMON_PVAR_STOPPED);
}

/* Writes the handle's sum to the buffer in the variable's type. */
static void give(const struct mpimon_pvar_handle *handle, void *buffer) {
    for (int i = 0; i < handle->count; i++) {
        switch (handle->pvar->datatype) {
            case MPI_DOUBLE:
                ((double *)buffer)[i] = handle->now[i].number;
                break;
            case MPI_INT:
                ((int *)buffer)[i] = (int)handle->now[i].count;
                break;
            case MPI_UNSIGNED:
                ((unsigned *)buffer)[i] = (unsigned)handle->now[i].count;
                break;
            default:
                ((unsigned long long *)buffer)[i] = handle->now[i].count;
                break;
        }
    }
}

/* Reads the sum up to the present value, from which the handle goes on if it is to begin anew. */
static void read_sum(struct mpimon_pvar_handle *handle, void *buffer, int begin_anew) {
    memset(handle->now, 0, (size_t)handle->count * sizeof *handle->now);
    if (handle->started) {
        sample(handle, handle->now);
        add(handle, handle->now, handle->base, -1);
        if (begin_anew)
            add(handle, handle->base, handle->now, 1);
    }
    add(handle, handle->now, handle->sum, 1);
    if (begin_anew)
        memset(handle->sum, 0, (size_t)handle->count * sizeof *handle->sum);
    give(handle, buffer);
}

static int read_variable(struct mpimon_pvar_handle *handle, void *buffer) {
    if (handle->pvar->count_kind == MPIMON_COUNT_TEXT)
        return mpimon_pvar_read_text(handle, buffer);
    if (is_sum(handle->pvar)) {
        read_sum(handle, buffer, 0);
        return MPI_SUCCESS;
    }
    int error = MPI_SUCCESS;
    if (is_watermark(handle->pvar))
        error = mpimon_pvar_watermark_read(handle->watermark, &handle->now->count);
    else
        sample(handle, handle->now);
    if (!error)
        give(handle, buffer);
    return error;
}

int mpimon_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer) {
    if (!is_valid(session, handle))
        return MPI_T_ERR_INVALID_HANDLE;
    if (!is_ours(handle))
        return MPIR_T_pvar_read_impl(session, handle, buffer);
    return is_alive(handle) ? read_variable(ours(handle), buffer) : MPI_T_ERR_INVALID_HANDLE;
}

int mpimon_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    if (!is_ours(handle))
        return MPIR_T_pvar_reset_impl(session, handle);
    if (!is_alive(handle))
        return MPI_T_ERR_INVALID_HANDLE;
    struct mpimon_pvar_handle *reset = ours(handle);
    if (is_sum(reset->pvar)) {
        memset(reset->sum, 0, (size_t)reset->count * sizeof *reset->sum);
        if (reset->started)
            sample(reset, reset->base);
    } else if (is_watermark(reset->pvar)) {
        mpimon_pvar_watermark_reset(reset->watermark);
    }
    return MPI_SUCCESS;
}

int mpimon_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer) {
    if (!is_ours(handle))
        return MPIR_T_pvar_readreset_impl(session, handle, buffer);
    if (!is_alive(handle))
        return MPI_T_ERR_INVALID_HANDLE;
    if (!is_sum(ours(handle)->pvar))
        return MPI_T_ERR_PVAR_NO_ATOMIC;
    read_sum(ours(handle), buffer, 1);
    return MPI_SUCCESS;
}

/* A sum goes on from what is written, which only this handle shows. */
static int write_sum(struct mpimon_pvar_handle *handle, const void *buffer) {
    if (handle->pvar->datatype != MPI_DOUBLE && handle->pvar->datatype != MPI_UNSIGNED_LONG_LONG)
        return MPI_T_ERR_PVAR_NO_WRITE;
    memcpy(handle->sum, buffer, (size_t)handle->count * sizeof *handle->sum);
    if (handle->started)
        sample(handle, handle->base);
    return MPI_SUCCESS;
}

int mpimon_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buffer) {
    if (!is_valid(session, handle))
        return MPI_T_ERR_INVALID_HANDLE;
    if (!is_ours(handle))
        return MPI_T_ERR_PVAR_NO_WRITE; /* MPICH's own variables cannot be written */
    if (!is_alive(handle))
        return MPI_T_ERR_INVALID_HANDLE;
    struct mpimon_pvar_handle *written = ours(handle);
    if (written->pvar->write)
        return written->pvar->write(written, buffer);
    return is_sum(written->pvar) ? write_sum(written, buffer) : MPI_T_ERR_PVAR_NO_WRITE;
}

void mpimon_pvars_keep(void) {
    struct mpimon_pvar_handle *handle;
    DL_FOREACH(handles, handle) {
        if (!handle->started || !is_sum(handle->pvar) || !mpimon_binding_is_alive(&handle->binding))
            continue;
        add_to_sum(handle);
        memset(handle->base, 0, (size_t)handle->count * sizeof *handle->base);
    }
}
