/*
 * Reading a collective tuning file.
 */
#ifndef MPIMON_FIXES_TUNING_JSON_H
#define MPIMON_FIXES_TUNING_JSON_H

#include "../../tuning/check.h"

/*
 * The file's JSON without white space, if this MPICH can take it for the level: the caller's, to be freed by free().
 * Else NULL, and `fault` says what is wrong, the first thing that is.
 */
MPIMON_HIDDEN char *mpimon_tuning_json(const char *path, enum mpimon_tuning_level level, char *fault, size_t room);

#endif
