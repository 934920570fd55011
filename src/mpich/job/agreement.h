#ifndef MPIMON_AGREEMENT_H
#define MPIMON_AGREEMENT_H

#include "../../engine/count.h"

enum mpimon_counted { MPIMON_NOTHING, MPIMON_MESSAGES, MPIMON_RECEIVES_TOO };

/*
 * What all processes have to know of each other before the output is written. Each has control variables of its own,
 * from its environment or written by a tool, so what the others do does not follow from them.
 */
struct mpimon_facts {
    int32_t counted;    /* enum mpimon_counted: the most of all */
    int32_t trouble;    /* an errno value if not all counters are in the files that the user asked for */
    int32_t lost;       /* memory ran out, and counters are missing */
    int32_t missing;    /* a process has no segment, since it has not counted */
    int32_t differ;     /* not all processes have the same settings */
    uint32_t settings;  /* a hash of the process's own */
    uint32_t outputs;   /* a bit for each value of MPIR_CVAR_MONITORING_OUTPUT that a process has */
    int32_t files;      /* processes that have `file` */
    int32_t first_file; /* the lowest rank of these; INT32_MAX: none */
    int32_t first_prof; /* the same of `prof` */
    uint64_t records;   /* bytes of this process's record; then of all */
    uint64_t before;    /* then: of those of the lower ranks */
};

/* All facts become those of all processes. Collective over the world. */
MPIMON_HIDDEN void mpimon_agree(struct mpimon_facts *facts);

#endif
