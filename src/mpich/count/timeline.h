/*
 * Detail `timeline`, as far as it knows MPICH: the length of intervals, and gauges.
 */
#ifndef MPIMON_TIMELINE_H
#define MPIMON_TIMELINE_H

#include "../../engine/timeline/timeline.h"

/* Switch the detail on, with or without gauges, or off. */
MPIMON_HIDDEN void mpimon_timeline_switch(int on, int with_gauges);

#endif
