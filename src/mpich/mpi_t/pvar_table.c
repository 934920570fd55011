/*
 * The table of our performance variables, and their registration when MPI_T, or MPI, starts: the set never changes
 * while a program runs.
 */
#include "mpidimpl.h"

#include "callbacks.h"
#include "pvar.h"
#include "pvar_table.h"

#define MPIMON_PVAR(pvar_name, pvar_category, varclass, datatype, bind, count_kind, count, enumeration, continuous, \
                    readonly, atomic, verbosity, read, write, notify, argument, description)                        \
    {#pvar_name, pvar_category, varclass,  datatype, bind,  count_kind, count,    enumeration, continuous,          \
     readonly,   atomic,        verbosity, read,     write, notify,     argument, description},

static const struct mpimon_pvar pvars[] = {
#include "performance_variables.inc"
};

static const struct item {
    const char *enumeration, *name;
} items[] = {
#define MPIMON_ENUM_ITEM(enumeration, name) {enumeration, name},
#include "performance_variables.inc"
};

/* Marks our entries in MPICH's table; never called, since MPICH asks us first. */
static void is_ours(void *address, void *object, int count, void *buffer) {
    (void)address, (void)object, (void)count, (void)buffer;
}

const struct mpimon_pvar *mpimon_pvar_of(const pvar_table_entry_t *entry) {
    return entry->get_value == is_ours ? entry->addr : NULL;
}

const struct mpimon_pvar *mpimon_pvar_named(const char *name) {
    for (size_t i = 0; i < sizeof pvars / sizeof *pvars; i++)
        if (strcmp(pvars[i].name, name) == 0)
            return &pvars[i];
    return NULL;
}

int mpimon_enum_size(const char *enumeration) {
    int size = 0;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        size += strcmp(items[i].enumeration, enumeration) == 0;
    return size;
}

int mpimon_enum_index(const char *enumeration, const char *item) {
    int index = 0;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        if (strcmp(items[i].enumeration, enumeration) != 0)
            continue;
        if (strcmp(items[i].name, item) == 0)
            return index;
        index++;
    }
    return -1;
}

static void register_pvar(const struct mpimon_pvar *pvar, MPI_T_enum enumeration) {
    int flags = (pvar->readonly ? MPIR_T_PVAR_FLAG_READONLY : 0) |
                (pvar->continuous ? MPIR_T_PVAR_FLAG_CONTINUOUS : 0) | (pvar->atomic ? MPIR_T_PVAR_FLAG_ATOMIC : 0);
    MPIR_T_PVAR_REGISTER_impl(pvar->varclass, pvar->datatype, pvar->name, (void *)(uintptr_t)pvar, pvar->count,
                              enumeration, pvar->verbosity, pvar->bind, flags, is_ours, NULL, pvar->category,
                              pvar->description);
}

static void register_alias(const char *name, int *variable, const char *description) {
    MPIR_T_cvar_value_t initial = {.d = 0};
    MPIR_T_CVAR_REGISTER_impl(MPI_INT, name, variable, 1, MPI_T_ENUM_NULL, MPI_T_VERBOSITY_USER_BASIC,
                              MPI_T_BIND_NO_OBJECT, MPI_T_SCOPE_ALL_EQ, NULL, NULL, initial, "MONITORING", description);
}

/* MPICH's own generator makes the categories; here they become a tree. */
static void link_category(const char *name, const char *parent) {
    if (*parent)
        MPIR_T_cat_add_subcat(parent, name);
}

static MPI_T_enum make_enum(const char *name) {
    MPI_T_enum made;
    int value = 0;
    MPIR_T_enum_create(name, &made);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (strcmp(items[i].enumeration, name) == 0)
            MPIR_T_enum_add_item(made, items[i].name, value++);
    return made;
}

void mpimon_register_variables(void) {
    static const char *enum_names[] = {
#define MPIMON_ENUM(name, description) name,
#include "performance_variables.inc"
    };
    MPI_T_enum enums[sizeof enum_names / sizeof *enum_names];
    for (size_t i = 0; i < sizeof enum_names / sizeof *enum_names; i++)
        enums[i] = make_enum(enum_names[i]);
    for (size_t p = 0; p < sizeof pvars / sizeof *pvars; p++) {
        MPI_T_enum enumeration = MPI_T_ENUM_NULL;
        for (size_t i = 0; i < sizeof enum_names / sizeof *enum_names; i++)
            if (strcmp(pvars[p].enumeration, enum_names[i]) == 0)
                enumeration = enums[i];
        register_pvar(&pvars[p], enumeration);
    }
#define MPIMON_CATEGORY(name, parent, description) link_category(name, parent);
#define MPIMON_CVAR_ALIAS(name, variable, description) register_alias(name, &variable, description);
#include "performance_variables.inc"
}
