#ifndef MPIMON_PVAR_TABLE_H
#define MPIMON_PVAR_TABLE_H

struct mpimon_pvar;

/* Our variable that belongs to MPICH's entry, or NULL if it is one of MPICH's own. */
MPIMON_HIDDEN const struct mpimon_pvar *mpimon_pvar_of(const pvar_table_entry_t *entry);

/* Our variable of this name, or NULL. */
MPIMON_HIDDEN const struct mpimon_pvar *mpimon_pvar_named(const char *name);

/* The number of an enumeration's items; a name's index among them, or -1. */
MPIMON_HIDDEN int mpimon_enum_size(const char *enumeration);
MPIMON_HIDDEN int mpimon_enum_index(const char *enumeration, const char *item);

#endif
