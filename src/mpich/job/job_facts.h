#ifndef MPIMON_JOB_FACTS_H
#define MPIMON_JOB_FACTS_H

#include "../../engine/count.h"

/* Fills in all that is known of the job and of what this process runs. */
MPIMON_HIDDEN void mpimon_job_facts(struct mpimon_job *job);

#endif
