#ifndef MPIMON_SEGMENT_FILE_H
#define MPIMON_SEGMENT_FILE_H

#include "../../engine/count.h"

/*
 * Start the engine, with its segment in a file of the folder MPIR_CVAR_MONITORING_SEGMENT_DIR if there is one and
 * `counting`: a process that only joins in writing the output needs none. Where that fails the segment is in private
 * memory, and rank 0 says so. Returns 0, or an errno value if there is no memory either.
 */
MPIMON_HIDDEN int mpimon_segment_start(int counting);

/* The folder of the file; empty where this process's segment is in private memory. */
MPIMON_HIDDEN const char *mpimon_segment_folder(void);

/* An errno value if not all counters are in the file that the user asked for; else 0. */
MPIMON_HIDDEN int mpimon_segment_trouble(void);

/* Rank 0, in MPI_Finalize: say it if `trouble`, the worst of all processes, is one that was not said before. */
MPIMON_HIDDEN void mpimon_segment_warn(int trouble);

/* The end of a message that says that output is missing: how to make a profile of the segments' files. Empty where this
 * process's segment is in private memory. Valid until the next call. */
MPIMON_HIDDEN const char *mpimon_segment_remedy(void);

/* Remove the file: its counters are where the user wants them. */
MPIMON_HIDDEN void mpimon_segment_remove(void);

#endif
