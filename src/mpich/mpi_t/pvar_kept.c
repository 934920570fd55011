/*
 * Handles that the library keeps for itself, by MPI_T's own functions.
 */
#include "mpidimpl.h"

#include "pvar_kept.h"

enum { MOST_KEPT = 32 };

struct kept {
    char name[128];
    MPI_T_pvar_handle handle;
    MPI_Datatype datatype;
    int count;
};

static struct kept kept[MOST_KEPT];
static int kept_count;
static MPI_T_pvar_session session;
static int is_open; /* the session */

static const int classes[] = {MPI_T_PVAR_CLASS_STATE,         MPI_T_PVAR_CLASS_LEVEL,
                              MPI_T_PVAR_CLASS_SIZE,          MPI_T_PVAR_CLASS_PERCENTAGE,
                              MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK,
                              MPI_T_PVAR_CLASS_COUNTER,       MPI_T_PVAR_CLASS_AGGREGATE,
                              MPI_T_PVAR_CLASS_TIMER,         MPI_T_PVAR_CLASS_GENERIC};

/* MPI_T finds a variable by its name and class. Returns its index, or -1. */
static int index_of(const char *name) {
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        int index;
        if (PMPI_T_pvar_get_index(name, classes[i], &index) == MPI_SUCCESS)
            return index;
    }
    return -1;
}

static int open_session(void) {
    int provided;
    if (is_open)
        return 1;
    if (PMPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS)
        return 0;
    is_open = PMPI_T_pvar_session_create(&session) == MPI_SUCCESS;
    if (!is_open)
        PMPI_T_finalize();
    return is_open;
}

/* Makes the handle, and starts it where that is needed. Returns whether there is such a variable now. */
static int make(struct kept *made) {
    int verbosity, varclass, bind, readonly, continuous, atomic;
    const int index = index_of(made->name);
    MPI_T_enum enumeration;
    MPI_Comm world = MPI_COMM_WORLD;
    if (index < 0 || PMPI_T_pvar_get_info(index, NULL, NULL, &verbosity, &varclass, &made->datatype, &enumeration, NULL,
                                          NULL, &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS)
        return 0;
    if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM)
        return 0;
    if (PMPI_T_pvar_handle_alloc(session, index, bind == MPI_T_BIND_MPI_COMM ? &world : NULL, &made->handle,
                                 &made->count) != MPI_SUCCESS)
        return 0;
    return continuous || PMPI_T_pvar_start(session, made->handle) == MPI_SUCCESS;
}

/* NULL if there is none such. */
static const struct kept *keep(const char *name) {
    struct kept *found = kept;
    while (found < kept + kept_count && strcmp(found->name, name) != 0)
        found++;
    if (found < kept + kept_count)
        return found;
    if (kept_count == MOST_KEPT || strlen(name) >= sizeof found->name || !open_session())
        return NULL;
    strcpy(found->name, name);
    if (!make(found))
        return NULL;
    kept_count++;
    return found;
}

static double number_of(MPI_Datatype datatype, const void *value) {
    switch (datatype) {
        case MPI_INT:
            return *(const int *)value;
        case MPI_UNSIGNED:
            return *(const unsigned *)value;
        case MPI_UNSIGNED_LONG:
            return (double)*(const unsigned long *)value;
        case MPI_DOUBLE:
            return *(const double *)value;
        default: /* MPI_UNSIGNED_LONG_LONG or MPI_COUNT, which MPI_T has beside these */
            return (double)*(const unsigned long long *)value;
    }
}

/* The variable's values as MPI_T has them, to be freed; NULL if they cannot be read now. */
static char *read_all(const struct kept *variable, int size) {
    char *values = calloc((size_t)variable->count + 1, (size_t)size);
    if (values && PMPI_T_pvar_read(session, variable->handle, values) == MPI_SUCCESS)
        return values;
    free(values);
    return NULL;
}

int mpimon_pvar_kept(const char *name, double *values, int room) {
    const struct kept *variable = keep(name);
    if (!variable || variable->datatype == MPI_CHAR)
        return -1;
    const int size = (int)MPIR_Datatype_get_basic_size(variable->datatype);
    char *read = read_all(variable, size);
    if (!read)
        return -1;
    for (int i = 0; i < variable->count && i < room; i++)
        values[i] = number_of(variable->datatype, read + (size_t)i * (size_t)size);
    free(read);
    return variable->count;
}

int mpimon_pvar_kept_text(const char *name, char *text, size_t room) {
    const struct kept *variable = keep(name);
    if (!variable || variable->datatype != MPI_CHAR)
        return -1;
    char *read = read_all(variable, 1);
    if (!read)
        return -1;
    snprintf(text, room, "%s", read);
    free(read);
    return 0;
}

void mpimon_pvar_kept_free(void) {
    if (!is_open)
        return;
    is_open = kept_count = 0;
    PMPI_T_pvar_session_free(&session);
    PMPI_T_finalize();
}
