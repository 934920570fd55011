#ifndef MPIMON_OUTPUT_H
#define MPIMON_OUTPUT_H

/*
 * Write what MPIR_CVAR_MONITORING_OUTPUT asks for. Collective over the world; never ends the program, but warns once.
 * Returns 0, or an errno value everywhere if what was counted is not in the output.
 */
MPIMON_HIDDEN int mpimon_write_output(const struct mpimon_header *segment);

enum { MPIMON_PATH_ROOM = 4096 + 64 };

/*
 * Write the profile `path`, rank 0's, which may be empty if it has found no name: every process its own record, in
 * place where all see the file. 0 or an errno value, everywhere.
 */
MPIMON_HIDDEN int mpimon_write_profile(const struct mpimon_header *segment, const char *path);

#endif
