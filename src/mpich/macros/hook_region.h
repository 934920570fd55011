/*
 * Regions of the application (detail `regions`), entered and left through MPI_Pcontrol; see docs/regions.md.
 */
#ifndef MPIMON_HOOK_REGION_H
#define MPIMON_HOOK_REGION_H

#include <stdarg.h>

/* MPI_Pcontrol was called with this level. `list` is read only if the level is one of ours, which have an argument. */
MPIMON_HIDDEN void mpimon_pcontrol(int level, va_list list);

#define MPIMON_HOOK_REGION(level, list) MPIMON_IF(mpimon_regions_on, mpimon_pcontrol(level, list))

#endif
