/*
 * The network module, when it is told what it will be used for.
 */
#ifndef MPIMON_HOOK_OVERLAP_H
#define MPIMON_HOOK_OVERLAP_H

#include "hook_environment.h"

/* Adds to UCX's features that it tells when it has something to do, where overlap is to be had; else leaves them. */
MPIMON_HIDDEN void mpimon_overlap_ask_for_wakeup(uint64_t *features);

#define MPIMON_HOOK_WAKEUP(params) (mpimon_overlap_ask_for_wakeup(&(params)->features), (params))

#endif
