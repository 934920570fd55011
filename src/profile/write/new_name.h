/*
 * Names for what a job leaves: what is there is never replaced, and jobs that end at the same moment never take the
 * same name. Part of libmpi, called from C.
 */
#ifndef MPIMON_PROFILE_NEW_NAME_H
#define MPIMON_PROFILE_NEW_NAME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Give the file `temporary` the name `path` if nothing has it. Returns 0, or an errno value: EEXIST if something has.
 */
int mpimon_name_file(const char *temporary, const char *path);

/* 0 if a profile may have this name, or one with a number where another profile has it already; EEXIST, or EISDIR for a
 * folder, if something else has it, which is not to be touched. An empty file stands for a profile. */
int mpimon_check_profile_name(const char *path);

/* Give the file `temporary` the name `path`; where a profile has it, the first of NAME.2.mon, NAME.3.mon and so on that
 * is free. *name becomes the one that it got. Returns 0 or an errno value. */
int mpimon_name_profile(const char *temporary, const char *path, char *name, size_t room);

#ifdef __cplusplus
}
#endif

#endif
