#ifndef MPIMON_HOOK_ENVIRONMENT_H
#define MPIMON_HOOK_ENVIRONMENT_H

#include "../../engine/count.h"

/* Look at the user's settings, before MPICH reads its control variables; a wrong one ends the process with one line. */
MPIMON_HIDDEN void mpimon_check_environment(void);

#endif
