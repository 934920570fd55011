/*
 * What a process runs, as the system tells. A text that does not fit is shortened in its middle, and empty where it is
 * not known. Knows nothing of MPICH.
 */
#ifndef MPIMON_PROGRAM_H
#define MPIMON_PROGRAM_H

#include <stddef.h>

#include "../../engine/count.h"

/* Copies a text; "..." stands for what is left out of its middle, so that its beginning and its end are kept. */
MPIMON_HIDDEN void mpimon_shorten(char *target, size_t room, const char *text);

/* The command line. Words that a shell would not take as they are stand in single quotes. */
MPIMON_HIDDEN void mpimon_program_command(char *text, size_t room);

/* The working folder. */
MPIMON_HIDDEN void mpimon_program_folder(char *text, size_t room);

/* The build id of the executable, from its ELF notes, in hexadecimal. */
MPIMON_HIDDEN void mpimon_program_build_id(char *text, size_t room);

#endif
