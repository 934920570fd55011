#ifndef MPIMON_OUTPUT_H
#define MPIMON_OUTPUT_H

#include "../../profile/write/profile_file.h"
#include "agreement.h"

/* What a process has to write, and what it knows of the others. */
struct mpimon_output {
    int chosen;                  /* the value of MPIR_CVAR_MONITORING_OUTPUT */
    struct mpimon_facts facts;   /* of all processes */
    struct mpimon_record record; /* for the profile, if that is what this process has chosen */
};

/*
 * Write what MPIR_CVAR_MONITORING_OUTPUT asks for: every process what it has chosen, all of them in the same steps.
 * Collective over the world; never ends the program, but warns once. Returns 0, or an errno value everywhere if what
 * was counted is not in the output.
 */
MPIMON_HIDDEN int mpimon_write_output(const struct mpimon_header *segment, const struct mpimon_output *output);

enum { MPIMON_PATH_ROOM = 4096 + 64 };

/*
 * What MPIR_CVAR_MONITORING_FILENAME makes: the first process that writes such an output names it for all, so that they
 * agree on job id, host and date. An empty name says that it did not fit.
 */
MPIMON_HIDDEN void mpimon_name_output(const struct mpimon_header *segment, char *name, size_t room);

/* Put a suffix into the name of a file, before its extension. */
MPIMON_HIDDEN void mpimon_add_suffix(char *name, const char *suffix);

/*
 * Write the profile `path`, as the first process that has a record in it names it, which may be empty if it has found
 * no name: every process its own record, at its offset where all see the file. Returns 0 or an errno value, everywhere.
 * *name, of that process, is what the profile is called then: `path`, or one with a number.
 */
MPIMON_HIDDEN int mpimon_write_profile(const struct mpimon_header *segment, const struct mpimon_output *output,
                                       const char *path, char name[MPIMON_PATH_ROOM]);

/* Write a text for each process that has chosen `prof`. Returns 0 or an errno value, everywhere. */
MPIMON_HIDDEN int mpimon_write_prof_files(const struct mpimon_header *segment, const struct mpimon_output *output);

#endif
